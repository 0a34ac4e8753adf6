@_exported import IdentifiedArrays
