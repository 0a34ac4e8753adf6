@_exported import ComposableArchitecture
@_exported import GtkViews
