// Names of earlier releases, with what to write instead.

prefix operator /

// With any result, so that the compiler reports this instead of the type that an operator takes.
@available(*, unavailable, message: "write a case key path: '\\.child' for '/Action.child'")
@_disfavoredOverload
public prefix func / <Root, Value, CasePath>(embed: @escaping (Value) -> Root) -> CasePath {
  fatalError("nobody can call it")
}

@available(*, unavailable, message: "write a case key path: '\\.child' for '/Action.child'")
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> AnyCasePath<Root, Value> {
  fatalError("nobody can call it")
}

@available(*, unavailable, message: "write a case key path: '\\.child' for '/Action.child'")
@_disfavoredOverload
public prefix func / <Root, CasePath>(root: Root) -> CasePath {
  fatalError("nobody can call it")
}

@available(*, unavailable, message: "write a case key path: '\\.child' for '/Action.child'")
@_disfavoredOverload
public prefix func / <Root>(root: Root) -> AnyCasePath<Root, Void> {
  fatalError("nobody can call it")
}

@available(*, unavailable, renamed: "AnyCasePath")
public typealias CasePath = AnyCasePath
