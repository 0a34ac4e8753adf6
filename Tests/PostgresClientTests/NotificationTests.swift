import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

@Suite struct NotificationTests {
  @Test func `what others tell is received while nothing is asked, and while something is`()
    async throws
  {
    let options = try await TestServer.shared.value.makeDatabase()
    let listener = try await Connection.connect(options)
    let teller = try await Connection.connect(options)
    let notifications = try await listener.notifications(on: "Change of \"items\"")
    let iterator = notifications.makeAsyncIterator()

    try await teller.execute("SELECT pg_notify('Change of \"items\"', 'one')")
    guard case .notification(let first) = try await iterator.next() else {
      Issue.record("no notification")
      return
    }
    #expect(first.payload == "one")
    #expect(first.processID == (await teller.processID))

    try await listener.execute("SELECT pg_notify('Change of \"items\"', 'two')")
    guard case .notification(let second) = try await iterator.next() else {
      Issue.record("no notification")
      return
    }
    #expect(second.payload == "two")
  }

  @Test func `a slow reader finds equal notifications once, and learns that it missed some`() {
    let notifications = Notifications(limit: 2)
    func add(_ payload: String) {
      notifications.add(Notification(channel: "c", payload: payload, processID: 1))
    }
    add("a")
    add("a")
    add("b")
    #expect(notifications.pending.count == 2)
    add("c")
    #expect(notifications.pending == [.missed])
    add("d")
    #expect(notifications.pending == [.missed])
  }

  @Test func `reading notifications ends with an error when the connection does`() async throws {
    let connection = try await connectToEmptyDatabase()
    let notifications = try await connection.notifications(on: "c")
    let task = Task { try await notifications.makeAsyncIterator().next() }
    await connection.close()
    let error = await #expect(throws: PostgresError.self) { try await task.value }
    #expect(error?.kind == .closed)
  }

  @Test func `reading notifications ends when the task is cancelled`() async throws {
    let connection = try await connectToEmptyDatabase()
    let notifications = try await connection.notifications(on: "c")
    let task = Task { try await notifications.makeAsyncIterator().next() }
    task.cancel()
    #expect(try await task.value == nil)
    #expect(try await connection.value("SELECT 1") == 1)
  }
}
