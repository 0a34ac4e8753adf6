import CaseKeyPaths
import Observation

/// What a ``UIBinding`` reads and writes. Each subclass is one kind of source, or one step from a
/// value to a part of it.
class BindingLocation<Value> {
  /// The value. Subclasses override it.
  var value: Value {
    get { preconditionFailure("A location is always one of its subclasses.") }
    set { preconditionFailure("A location is always one of its subclasses.") }
  }

  /// The object that the value belongs to.
  var root: AnyObject { self }

  /// The root and the steps from there to the value. Locations with equal ids lead to the same
  /// value.
  var id: [AnyHashable] { [ObjectIdentifier(self)] }

  init() {}
}

/// A value that the location stores itself. Its changes are observed.
final class StoredLocation<Value>: BindingLocation<Value>, Observable {
  private var stored: Value
  private let registrar = ObservationRegistrar()

  init(_ value: Value) {
    stored = value
  }

  override var value: Value {
    get {
      registrar.access(self, keyPath: \.stored)
      return stored
    }
    set { registrar.withMutation(of: self, keyPath: \.stored) { stored = newValue } }
  }
}

/// A value that closures read and write.
final class ClosureLocation<Value>: BindingLocation<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }

  override var value: Value {
    get { get() }
    set { set(newValue) }
  }
}

/// A value that never changes.
final class ConstantLocation<Value>: BindingLocation<Value> {
  private let constant: Value

  init(_ value: Value) {
    constant = value
  }

  override var value: Value {
    get { constant }
    set {}
  }
}

/// A property of an object.
final class PropertyLocation<Root: AnyObject, Value>: BindingLocation<Value> {
  private let object: Root
  private let keyPath: ReferenceWritableKeyPath<Root, Value>

  init(_ object: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    (self.object, self.keyPath) = (object, keyPath)
  }

  override var value: Value {
    get { object[keyPath: keyPath] }
    set { object[keyPath: keyPath] = newValue }
  }

  override var root: AnyObject { object }
  override var id: [AnyHashable] { [ObjectIdentifier(object), keyPath] }
}

/// A part of the value of another location.
class PartLocation<Base, Value>: BindingLocation<Value> {
  let base: BindingLocation<Base>
  private let step: AnyHashable

  init(_ base: BindingLocation<Base>, step: AnyHashable) {
    (self.base, self.step) = (base, step)
  }

  final override var root: AnyObject { base.root }
  final override var id: [AnyHashable] { base.id + [step] }
}

/// Steps to a part of a value, other than key paths and positions.
private enum Step: Hashable {
  case unwrapped
  case optional
  case hashable
  case presence
}

/// A property of a value.
final class MemberLocation<Base, Value>: PartLocation<Base, Value> {
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: BindingLocation<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.keyPath = keyPath
    super.init(base, step: keyPath)
  }

  override var value: Value {
    get { base.value[keyPath: keyPath] }
    set { base.value[keyPath: keyPath] = newValue }
  }
}

/// An element of a collection.
final class ElementLocation<Base: MutableCollection>: PartLocation<Base, Base.Element> {
  private let position: Base.Index

  init(_ base: BindingLocation<Base>, _ position: Base.Index) {
    self.position = position
    super.init(base, step: (position as? AnyHashable) ?? AnyHashable("\(position)"))
  }

  override var value: Base.Element {
    get { base.value[position] }
    set { base.value[position] = newValue }
  }
}

/// The wrapped value of an optional. When the optional is `nil`, the last wrapped value.
final class UnwrappedLocation<Value>: PartLocation<Value?, Value> {
  private var last: Value
  private let setsNil: Bool

  /// - Parameter setsNil: Whether writing sets the optional when it is `nil`.
  init(_ base: BindingLocation<Value?>, _ value: Value, setsNil: Bool) {
    last = value
    self.setsNil = setsNil
    super.init(base, step: Step.unwrapped)
  }

  override var value: Value {
    get {
      if let value = base.value { last = value }
      return last
    }
    set {
      guard setsNil || base.value != nil else { return }
      last = newValue
      base.value = newValue
    }
  }
}

/// A value as an optional. Writing `nil` does nothing.
final class OptionalLocation<Value>: PartLocation<Value, Value?> {
  init(_ base: BindingLocation<Value>) {
    super.init(base, step: Step.optional)
  }

  override var value: Value? {
    get { base.value }
    set { if let newValue { base.value = newValue } }
  }
}

/// Whether an optional has a value. Writing `true` does nothing.
final class PresenceLocation<Wrapped>: PartLocation<Wrapped?, Bool> {
  init(_ base: BindingLocation<Wrapped?>) {
    super.init(base, step: Step.presence)
  }

  override var value: Bool {
    get { base.value != nil }
    set { if !newValue { base.value = nil } }
  }
}

/// A value as an `AnyHashable`. Writing a value of another type does nothing.
final class HashableLocation<Base: Hashable>: PartLocation<Base, AnyHashable> {
  init(_ base: BindingLocation<Base>) {
    super.init(base, step: Step.hashable)
  }

  override var value: AnyHashable {
    get { base.value }
    set { if let newValue = newValue.base as? Base { base.value = newValue } }
  }
}

/// The associated value of a case of an enum.
final class CaseLocation<Enum, Value>: PartLocation<Enum?, Value?> {
  private let path: AnyCasePath<Enum, Value>

  init(_ base: BindingLocation<Enum?>, _ path: AnyCasePath<Enum, Value>, id: AnyHashable) {
    self.path = path
    super.init(base, step: id)
  }

  override var value: Value? {
    get { base.value.flatMap(path.extract(from:)) }
    set {
      if let newValue {
        base.value = path.embed(newValue)
      } else if value != nil {
        base.value = nil
      }
    }
  }
}
