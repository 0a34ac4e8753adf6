import Glibc

/// The node of the reducer that runs on the current thread.
///
/// Kept by thread, because a reducer never suspends, and a task-local value costs an order of
/// magnitude more at each node.
@usableFromInline
enum ReducingNode {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Fails only in a process that has used up all of its keys, of which there are hundreds.
    precondition(pthread_key_create(&key, nil) == 0)
    return key
  }()

  static var current: FeatureNode? {
    pthread_getspecific(key).map { Unmanaged<FeatureNode>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a reducer at a node.
  @inlinable
  static func with<Result>(_ node: FeatureNode, _ body: () -> Result) -> Result {
    let outer = replace(by: node)
    defer { restore(outer, after: node) }
    return body()
  }

  @usableFromInline
  static func replace(by node: FeatureNode) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(node).toOpaque())
    return outer
  }

  // The parameter extends the node's lifetime to this call.
  @usableFromInline
  static func restore(_ outer: UnsafeMutableRawPointer?, after _: FeatureNode) {
    pthread_setspecific(key, outer)
  }
}
