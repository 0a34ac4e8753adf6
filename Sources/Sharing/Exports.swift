@_exported import DependencyInjection
@_exported import IdentifiedArrays
