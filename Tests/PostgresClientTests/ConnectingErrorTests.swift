import Testing

@testable import PostgresClient

@Suite struct ConnectingErrorTests {
  @Test(
    arguments: [
      (
        """
        connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password \
        authentication failed for user "anna"
        LOCATION:  auth_failed, auth.c:338

        """, .wrongPassword, "password authentication failed for user \"anna\""
      ),
      (
        """
        connection to server at "db", port 5432 failed: FATAL:  28P01: password authentication \
        failed for user "anna"
        connection to server at "db", port 5432 failed: FATAL:  28000: no pg_hba.conf entry for \
        host "10.0.0.2", user "anna", database "x", no encryption

        """, .wrongPassword, "password authentication failed for user \"anna\""
      ),
      (
        """
        connection to server on socket "/x/.s.PGSQL.5432" failed: FATAL:  53300: sorry, too many \
        clients already
        LOCATION:  ProcArrayAdd, procarray.c:493

        """, .serverFull, "sorry, too many clients already"
      ),
      (
        """
        connection to server at "10.0.0.1", port 5432 failed: FATAL:  28000: no pg_hba.conf entry \
        for host "10.0.0.2", user "anna", database "x", no encryption

        """, .encryption, nil
      ),
      (
        """
        connection to server at "::1", port 1 failed: Connection refused
        \tIs the server running on that host and accepting TCP/IP connections?
        connection to server at "127.0.0.1", port 1 failed: Connection refused
        \tIs the server running on that host and accepting TCP/IP connections?

        """, .unreachable,
        "connection to server at \"127.0.0.1\", port 1 failed: Connection refused"
      ),
      (
        "could not translate host name \"db\" to address: Name or service not known\n",
        .unreachable, nil
      ),
      (
        "connection to server at \"db\", port 1 failed: SSL error: certificate verify failed\n",
        .certificate, nil
      ),
      (
        "connection to server at \"db\", port 1 failed: server does not support SSL, but SSL was required\n",
        .encryption, nil
      ),
      ("", .unreachable, "The server does not answer."),
    ] as [(String, PostgresError.Kind, String?)]
  )
  func `what libpq says of a failed attempt is understood`(
    text: String,
    kind: PostgresError.Kind,
    message: String?
  ) {
    let error = PostgresError(connecting: text, needsPassword: false)
    #expect(error.kind == kind)
    if let message { #expect(error.message == message) }
  }

  @Test func `a password that is missing is a wrong one`() {
    let error = PostgresError(
      connecting: "connection to server failed: fe_sendauth: no password supplied\n",
      needsPassword: true
    )
    #expect(error.kind == .wrongPassword)
  }
}
