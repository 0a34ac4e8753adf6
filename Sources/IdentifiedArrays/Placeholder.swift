@_exported import OrderedCollections
public struct IdentifiedArray<ID: Hashable, Element>: RandomAccessCollection { var d: OrderedDictionary<ID, Element> = [:]
 public var ids: OrderedSet<ID> { d.keys } 
 public var startIndex: Int { 0 }; public var endIndex: Int { d.count }
 public subscript(i: Int) -> Element { d.values[i] }
 public subscript(id id: ID) -> Element? { get { d[id] } _modify { yield &d[id] } }
}
