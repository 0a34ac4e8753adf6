/// Makes bindings to the properties of an observable object.
///
/// ```swift
/// @Bindable var model: ItemModel
/// …
/// TextField("Name", text: $model.name)
/// ```
///
/// Other modules add members for their own classes in extensions, for example
/// `extension Bindable { func scope(…) where Value == … }`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
  /// The object.
  public var wrappedValue: Value

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// - Parameter wrappedValue: The object.
  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public init(projectedValue: Bindable<Value>) {
    self = projectedValue
  }

  /// The wrapper itself, as `$model`.
  public var projectedValue: Bindable<Value> { self }

  /// A binding to a property of the object.
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let object = wrappedValue
    return Binding(
      get: { object[keyPath: keyPath] },
      set: { object[keyPath: keyPath] = $0 }
    )
  }
}

extension Bindable: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}
