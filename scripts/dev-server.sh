#!/usr/bin/env bash
# A PostgreSQL server to throw away, from Debian's packages, for developers and tests. It has a
# folder of its own and touches no cluster of the system. Run as root, the server belongs to the
# user nobody, because PostgreSQL refuses root.
#
#   scripts/dev-server.sh start   starts one in .build/dev-server, and prints its URL
#   scripts/dev-server.sh url     prints its URL
#   scripts/dev-server.sh stop    stops it and removes its data
#   scripts/dev-server.sh serve [--port] [--tls] [--replica-of FOLDER:PORT]
#                                 starts one in a temporary folder, and removes it when standard
#                                 input ends, as it does when who started this has ended, killed or
#                                 not. With --port it also listens on a port of 127.0.0.1, with
#                                 --tls it has a certificate there. With --replica-of it follows
#                                 another server, whose socket is in the folder. Standard input may
#                                 have the commands kill, stop, start and reload, one a line. Each
#                                 is answered with a line on standard output.
#
# What was committed is there after the server was killed. It is not safe from a crash of the
# machine: the server never waits for the disk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly owner=nobody

fail() {
  echo "dev-server: $*" >&2
  exit 1
}

# The newest server of this machine.
find_programs() {
  local folder
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort --version-sort --reverse) \
    $(dirname "$(command -v postgres || echo /none)"); do
    if [[ -x "$folder/initdb" && -x "$folder/postgres" ]]; then
      programs="$folder"
      return
    fi
  done
  fail "there is no PostgreSQL server here; run \"make setup\" first."
}

# What runs a command as somebody whom the server accepts. It is no function, so that the number of
# a command in the background is that of the command.
as_owner=()
if [[ "$(id -u)" == 0 ]]; then
  as_owner=(
    setpriv --reuid="$owner" --regid="$(id -g "$owner")" --clear-groups env HOME=/ TMPDIR=/tmp
  )
fi

# Makes the folder $1. The path of a socket has at most 107 bytes.
make_folder() {
  folder="$1"
  mkdir --parents "$folder"
  chmod 700 "$folder"
  if [[ "$(id -u)" == 0 ]]; then chown "$owner:" "$folder"; fi
  if ((${#folder} > 80)) || ! (cd / && "${as_owner[@]}" test -w "$folder"); then return 1; fi
}

make_temporary_folder() {
  local parent
  for parent in "${TMPDIR:-/tmp}" /tmp; do
    folder="$(mktemp --directory "$parent/postgres-XXXXXX")"
    if make_folder "$folder"; then return; fi
    rmdir "$folder"
  done
  fail "the user $owner cannot write to /tmp."
}

# Makes a cluster in the folder. Its only role is the superuser "inventory", who needs no password
# on the socket, where nobody else gets to, and one on the port.
make_cluster() {
  local data="$folder/data.new"
  # What was interrupted is begun again: the folder gets its name when it is complete.
  rm --recursive --force "$data"
  "${as_owner[@]}" "$programs/initdb" --pgdata="$data" --username=inventory --auth=trust \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1 \
    || fail "initdb failed: $(cat "$folder/initdb.log")"
  "${as_owner[@]}" tee "$data/pg_hba.conf" >/dev/null <<END
local all all trust
host all all 127.0.0.1/32 scram-sha-256
local replication all trust
END
  "${as_owner[@]}" tee --append "$data/postgresql.conf" >/dev/null <<END
unix_socket_directories = '$folder'
unix_socket_permissions = 0700
listen_addresses = '$([[ -z "$port" ]] || echo 127.0.0.1)'
port = ${port:-5432}
max_connections = 100
shared_buffers = 32MB
fsync = off
full_page_writes = off
max_wal_size = 256MB
log_min_messages = fatal
log_min_error_statement = panic
END
  mv "$data" "$folder/data"
}

# Makes a replica of the server $1 in the folder, which follows it.
make_replica() {
  local data="$folder/data.new"
  "${as_owner[@]}" "$programs/pg_basebackup" --pgdata="$data" --host="${1%:*}" --port="${1##*:}" \
    --username=inventory --checkpoint=fast --no-sync --write-recovery-conf >"$folder/copy.log" 2>&1 \
    || fail "pg_basebackup failed: $(cat "$folder/copy.log")"
  "${as_owner[@]}" tee --append "$data/postgresql.conf" >/dev/null <<END
unix_socket_directories = '$folder'
listen_addresses = '$([[ -z "$port" ]] || echo 127.0.0.1)'
port = ${port:-5432}
END
  mv "$data" "$folder/data"
}

# A port on which nobody listens, and which the system gives to no connection by itself.
choose_port() {
  local try
  for try in {1..50}; do
    port=$((RANDOM % 12000 + 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 0
  done
  fail "no port is free."
}

# A certificate of "localhost", and what signed it in root.crt. expired.crt has run out.
make_certificates() {
  local log="$folder/openssl.log" name
  (
    cd "$folder/data"
    "${as_owner[@]}" openssl req -new -x509 -nodes -newkey rsa:2048 -days 2 -subj "/CN=Test authority" \
      -keyout root.key -out root.crt
    for name in server expired; do
      "${as_owner[@]}" openssl req -new -nodes -newkey rsa:2048 -subj "/CN=localhost" \
        -keyout $name.key -out $name.csr
      # Valid until the moment in which it is made.
      "${as_owner[@]}" openssl x509 -req -in $name.csr -CA root.crt -CAkey root.key -CAcreateserial \
        -days "$([[ $name == expired ]] && echo 0 || echo 2)" -out $name.crt
      "${as_owner[@]}" chmod 600 $name.key
    done
  ) >"$log" 2>&1 || fail "openssl failed: $(cat "$log")"
  "${as_owner[@]}" tee --append "$folder/data/postgresql.conf" >/dev/null <<END
ssl = on
END
}

# Returns once the server takes connections, or after $1 attempts. A server that was killed leaves
# processes for a moment that the next one waits for.
start_server() {
  local log="$folder/log" try
  for ((try = 0; try < $1; try++)); do
    "${as_owner[@]}" "$programs/postgres" -D "$folder/data" >>"$log" 2>&1 </dev/null &
    server=$!
    while kill -0 "$server" 2>/dev/null; do
      if "${as_owner[@]}" "$programs/pg_isready" --quiet --host="$folder" --port="${port:-5432}"; then
        return 0
      fi
      sleep 0.02
    done
    wait "$server" || true
    sleep 0.1
  done
  server=
  echo "dev-server: the server does not start: $(tail --lines=20 "$log")" >&2
  return 1
}

# Somebody else may take the port before the server does. Then it gets another one.
start_new_server() {
  local try
  for try in {1..5}; do
    if start_server 2; then return; fi
    [[ -n "$port" ]] || break
    choose_port
    echo "port = $port" | "${as_owner[@]}" tee --append "$folder/data/postgresql.conf" >/dev/null
  done
  exit 1
}

# $1 is a signal: INT ends sessions, QUIT and KILL end at once.
stop_server() {
  [[ -n "$server" ]] || return 0
  kill -s "$1" "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}

serve() {
  local command with_port='' with_tls='' primary=''
  while (($# > 0)); do
    case "$1" in
      --port) with_port=1 ;;
      --tls) with_port=1 with_tls=1 ;;
      --replica-of) primary="$2" && shift ;;
      *) fail "unknown option $1" ;;
    esac
    shift
  done
  [[ -z "$with_port" ]] || choose_port
  make_temporary_folder
  trap 'stop_server QUIT; rm --recursive --force "$folder"' EXIT
  trap 'exit 1' HUP INT TERM
  if [[ -n "$primary" ]]; then make_replica "$primary"; else make_cluster; fi
  [[ -z "$with_tls" ]] || make_certificates
  start_new_server
  echo "$folder ${port:-5432}"
  while read -r command; do
    case "$command" in
      kill) stop_server KILL ;;
      stop) stop_server INT ;;
      start) start_server 100 ;;
      reload) kill -s HUP "$server" ;;
      *) fail "unknown command $command" ;;
    esac
    echo "$command"
  done
}

url() { echo "postgresql://inventory@/inventory?host=$(encoded "$folder")"; }

# A path in a URL. Folders have no other characters that mean something there.
encoded() {
  local path="${1//%/%25}"
  path="${path//&/%26}"
  echo "${path// /%20}"
}

is_running() { [[ -S "$folder/.s.PGSQL.5432" ]] && "${as_owner[@]}" "$programs/pg_isready" -q -h "$folder"; }

find_programs
port=
server=
folder="$PWD/.build/dev-server"
case "${1:-}" in
  start)
    if ! is_running; then
      make_folder "$folder" || fail "the user $owner cannot write to $folder, or it is too long."
      [[ -d "$folder/data" ]] || make_cluster
      "${as_owner[@]}" "$programs/pg_ctl" start --silent --wait --pgdata="$folder/data" \
        --log="$folder/log" >/dev/null </dev/null
      "${as_owner[@]}" "$programs/createdb" --host="$folder" --username=inventory inventory 2>/dev/null \
        || true
    fi
    url
    ;;
  stop)
    if [[ -d "$folder/data" ]]; then
      "${as_owner[@]}" "$programs/pg_ctl" stop --silent --mode=immediate --pgdata="$folder/data" || true
    fi
    rm --recursive --force "$folder"
    ;;
  url)
    is_running || fail "the server does not run; start it with scripts/dev-server.sh start."
    url
    ;;
  serve)
    shift
    serve "$@"
    ;;
  *) fail "usage: scripts/dev-server.sh start|stop|url|serve" ;;
esac
