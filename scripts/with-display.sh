#!/usr/bin/env bash
# Runs a command in a desktop session of its own, and exits with the command's exit status:
#
#   scripts/with-display.sh [--wayland|--weston] COMMAND [ARGUMENT…]
#
# With --wayland, GTK shows its windows on a Wayland compositor, sway. The compositor's output is a
# window that covers the virtual display, so input that xdotool sends to that display arrives at the
# windows. Unlike other compositors, sway reports the positions of windows (SWAYSOCK is set). With
# --weston, the compositor is weston. It does not report positions, but it keeps popovers on the
# screen below dialogs, as most compositors do.
#
# The virtual display has the size that DISPLAY_SIZE names, 1280x800 by default.
#
# Keys that are held do not repeat: on a slow machine, a key that a script presses would be held
# long enough.
#
# The session has a virtual display, a session bus that starts the accessibility bus on demand,
# settings in memory and empty XDG folders. All of it is removed when the command ends.
#
# Sessions can be nested and run side by side. That is why xvfb-run and dbus-run-session are not
# used: display numbers chosen by xvfb-run can clash, and dbus-run-session leaves its bus running
# when it is interrupted. The output of the bus and the display goes to a log, so that the command's
# output is the last on the terminal.
set -euo pipefail

size="${DISPLAY_SIZE:-1280x800}"

backend=x11
case "${1:-}" in
  --wayland) compositor=sway ;;
  --weston) compositor=weston ;;
  *) compositor= ;;
esac
if [[ -n "$compositor" ]]; then
  backend=wayland
  shift
fi

if (($# == 0)); then
  echo "usage: scripts/with-display.sh [--wayland|--weston] COMMAND [ARGUMENT…]" >&2
  exit 2
fi

tools=(Xvfb dbus-daemon)
[[ -z "$compositor" ]] || tools+=("$compositor")
[[ "$compositor" != weston ]] || tools+=(xdotool)
for tool in "${tools[@]}"; do
  if ! command -v "$tool" >/dev/null; then
    echo "with-display: $tool is missing; 'make setup' installs it" >&2
    exit 127
  fi
done

session="$(mktemp --directory "${TMPDIR:-/tmp}/inventory-session.XXXXXX")"
processes=()
servers=() # the names of the first processes

# Asks a process to end, and kills it after three seconds, because it may have inherited blocked
# signals.
# shellcheck disable=SC2317,SC2329 # called by the trap
end() {
  local attempt
  kill "$1" 2>/dev/null || return 0
  for attempt in {1..60}; do
    kill -0 "$1" 2>/dev/null || break
    ((attempt < 60)) || kill -KILL "$1" 2>/dev/null || true
    sleep 0.05
  done
  wait "$1" 2>/dev/null || true
}

# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  trap '' HUP INT TERM
  exec 2>/dev/null # bash would tell of every process that is killed
  # In reverse order of starting: the command, then the bus and the display that it needs.
  for ((index = ${#processes[@]} - 1; index >= 0; index--)); do
    end "${processes[index]}"
  done
  # Processes that the bus has started may still be writing files.
  rm --recursive --force "$session" 2>/dev/null \
    || { sleep 1 && rm --recursive --force "$session"; } || true
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Starts a server that writes one line to descriptor 3 when it is ready. Stores the line in $ready.
start() {
  local log="$session/$1.log"
  rm --force "$session/ready"
  mkfifo "$session/ready"
  "$@" 3>"$session/ready" >"$log" 2>&1 </dev/null &
  processes+=("$!")
  servers+=("$1")
  if ! read -r -t 30 ready <"$session/ready"; then
    echo "with-display: $1 did not start:" >&2
    cat "$log" >&2
    exit 1
  fi
}

# After a command has failed, tells which servers have ended before it, and what the compositor
# wrote last. A compositor that ends, or that disconnects a program, is the end of that program.
report_servers() {
  local index log
  for index in "${!servers[@]}"; do
    kill -0 "${processes[index]}" 2>/dev/null \
      || echo "with-display: ${servers[index]} ended before the command" >&2
  done
  log="$session/$compositor.log"
  if [[ -n "$compositor" && -s "$log" ]]; then
    echo "with-display: the last lines of $compositor:" >&2
    tail -n 20 "$log" >&2
  fi
}

# Waits until the compositor $1, the process started last, is ready: until the command in the other
# arguments succeeds.
wait_for() {
  local name="$1"
  shift
  for _ in {1..300}; do
    if "$@"; then
      export WAYLAND_DISPLAY
      return
    fi
    kill -0 "${processes[-1]}" 2>/dev/null || break
    sleep 0.1
  done
  echo "with-display: $name did not start:" >&2
  cat "$session/$name.log" >&2
  exit 1
}

# Starts sway without bars and borders, and with floating windows, as on other desktops.
start_sway() {
  local folder="$session/wayland" user=()
  mkdir --mode=700 "$folder"
  cat >"$folder/config" <<CONFIG
output * resolution $size background #404040 solid_color
default_floating_border none
for_window [app_id=".*"] floating enable
focus_follows_mouse no
focus_on_window_activation focus
xwayland disable
input type:keyboard repeat_rate 0
CONFIG
  # sway refuses to run as root. It runs as the user nobody, who can reach its folder inside root's.
  if [[ "$(id -u)" == 0 ]]; then
    chmod 711 "$session"
    chown --recursive 65534:65534 "$folder"
    user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  fi
  export SWAYSOCK="$folder/sway.sock"
  WLR_BACKENDS=x11 WLR_RENDERER=pixman XDG_RUNTIME_DIR="$folder" HOME="$folder" \
    "${user[@]}" sway --config "$folder/config" >"$session/sway.log" 2>&1 </dev/null &
  processes+=("$!")
  servers+=(sway)
  wait_for sway sway_answers
}

# shellcheck disable=SC2317,SC2329 # called by wait_for
sway_answers() {
  WAYLAND_DISPLAY="$(find "$session/wayland" -name 'wayland-?' -print -quit)"
  [[ -n "$WAYLAND_DISPLAY" ]] && swaymsg -t get_outputs >/dev/null 2>&1
}

start_weston() {
  export WAYLAND_DISPLAY=wayland-0
  printf '[core]\nidle-time=0\n[shell]\npanel-position=none\nlocking=false\nanimation=none\n[keyboard]\nrepeat-rate=0\n' \
    >"$session/weston.ini"
  # weston places windows at random. A window that opens below the pointer is hovered, as if the
  # user pointed at it, so the pointer waits in the corner.
  xdotool mousemove "${size%x*}" "${size#*x}"
  weston --backend=x11-backend.so --use-pixman "--width=${size%x*}" "--height=${size#*x}" "--socket=$WAYLAND_DISPLAY" \
    "--config=$session/weston.ini" >"$session/weston.log" 2>&1 </dev/null &
  processes+=("$!")
  servers+=(weston)
  wait_for weston test -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY"
}

for folder in cache config data runtime state; do
  mkdir --mode=700 "$session/$folder"
done

# The command must not find the display and buses of an outer session.
unset SWAYSOCK AT_SPI_BUS_ADDRESS DBUS_SESSION_BUS_ADDRESS SESSION_MANAGER WAYLAND_DISPLAY XAUTHORITY
export XDG_CACHE_HOME="$session/cache"
export XDG_CONFIG_HOME="$session/config"
export XDG_DATA_HOME="$session/data"
export XDG_RUNTIME_DIR="$session/runtime"
export XDG_STATE_HOME="$session/state"
export GDK_BACKEND="$backend"
export GSETTINGS_BACKEND=memory
export GSK_RENDERER=cairo

start Xvfb -displayfd 3 -screen 0 "${size}x24" -noreset -nolisten tcp -r
export DISPLAY=":$ready"

start dbus-daemon --session --nofork --nopidfile --print-address=3 \
  "--address=unix:path=$XDG_RUNTIME_DIR/bus"
export DBUS_SESSION_BUS_ADDRESS="$ready"

[[ -z "$compositor" ]] || "start_$compositor"

# In the background, so that a signal ends the wait, and thereby the command, at once.
status=0
"$@" <&0 &
processes+=("$!")
wait "$!" || status=$?
((status == 0)) || report_servers
exit "$status"
