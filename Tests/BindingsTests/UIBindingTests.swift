import Bindings
import CaseKeyPaths
import Observation
import Synchronization
import Testing

@CasePathable
private enum Sheet: Equatable {
  case edit(String)
  case count(Int)
}

@Observable
private final class Model {
  var name = "Mina"
  var friend: String?
  var sheet: Sheet?
  var filter = Sheet.count(1)
  var numbers = [1, 2, 3]
}

@Suite struct UIBindingTests {
  private let model = Model()

  @Test func `a binding reads and writes a property`() {
    @UIBindable var model = model
    @UIBinding(projectedValue: $model.name) var name: String
    #expect(name == "Mina")
    name += "!"
    #expect(model.name == "Mina!")
    $model.name.wrappedValue = "Oz"
    #expect(name == "Oz")
  }

  @Test func `a binding may store its value, which is observed`() {
    @UIBinding var count = 1
    let changes = Mutex(0)
    withObservationTracking {
      _ = count
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    let copy = $count
    copy.wrappedValue = 2
    #expect(count == 2)
    #expect(changes.withLock { $0 } == 1)
    #expect(UIBinding.constant(3).wrappedValue == 3)
    var written = 0
    let closures = UIBinding(get: { 4 }, set: { written = $0 })
    closures.wrappedValue = 5
    #expect(closures.wrappedValue == 4 && written == 5)
  }

  @Test func `a binding to an optional is unwrapped, and one to a value made optional`() throws {
    let bindable = UIBindable(model)
    #expect(UIBinding(bindable.friend) == nil)
    model.friend = "Ann"
    let friend = try #require(UIBinding(bindable.friend))
    friend.wrappedValue += "e"
    #expect(model.friend == "Anne")
    model.friend = nil
    #expect(friend.wrappedValue == "Anne")
    friend.wrappedValue = "Bea"
    #expect(friend.wrappedValue == "Bea" && model.friend == "Bea")

    let name = UIBinding<String?>(bindable.name)
    name.wrappedValue = "Oz"
    name.wrappedValue = nil
    #expect(model.name == "Oz" && name.wrappedValue == "Oz")

    let any = UIBinding<AnyHashable>(bindable.name)
    any.wrappedValue = "Ray"
    any.wrappedValue = 5
    #expect(model.name == "Ray" && any.wrappedValue == "Ray" as AnyHashable)
  }

  @Test func `a case of an enum that may be nil is an optional value`() {
    let bindable = UIBindable(model)
    let edit = bindable.sheet.edit
    #expect(edit.wrappedValue == nil)
    model.sheet = .edit("a")
    #expect(edit.wrappedValue == "a")
    edit.wrappedValue = "b"
    #expect(model.sheet == .edit("b"))
    bindable.sheet.count.wrappedValue = nil
    #expect(model.sheet == .edit("b"))
    edit.wrappedValue = nil
    #expect(model.sheet == nil)
  }

  @Test func `a case of an enum has a binding while the enum is in the case`() throws {
    let bindable = UIBindable(model)
    let count = try #require(bindable.filter.count)
    count.wrappedValue += 1
    #expect(model.filter == .count(2))
    #expect(bindable.filter.edit == nil)
    model.filter = .edit("a")
    count.wrappedValue = 9
    #expect(model.filter == .edit("a"))
  }

  @Test func `the elements of a collection are bound`() {
    let numbers = UIBindable(model).numbers
    for number in numbers { number.wrappedValue *= 10 }
    #expect(model.numbers == [10, 20, 30])
    #expect(numbers.count == 3 && numbers.last?.wrappedValue == 30)
  }

  @Test func `bindings that lead to the same value have the same identifier`() throws {
    let bindable = UIBindable(model)
    #expect(UIBindingIdentifier(bindable.name) == UIBindingIdentifier(UIBindable(model).name))
    #expect(UIBindingIdentifier(bindable.name) != UIBindingIdentifier(bindable.friend))
    #expect(UIBindingIdentifier(bindable.name) != UIBindingIdentifier(UIBindable(Model()).name))
    #expect(UIBindingIdentifier(bindable.sheet.edit) == UIBindingIdentifier(bindable.sheet.edit))
    #expect(UIBindingIdentifier(bindable.sheet.edit) != UIBindingIdentifier(bindable.sheet.count))
    #expect(UIBindingIdentifier(bindable.numbers[0]) != UIBindingIdentifier(bindable.numbers[1]))
    let own = UIBinding(wrappedValue: 1)
    #expect(UIBindingIdentifier(own) == UIBindingIdentifier(own))
    #expect(UIBindingIdentifier(own) != UIBindingIdentifier(UIBinding(wrappedValue: 1)))
    #expect(Set([UIBindingIdentifier(own), UIBindingIdentifier(own)]).count == 1)
  }
}
