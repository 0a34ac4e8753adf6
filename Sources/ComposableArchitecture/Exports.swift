@_exported import CaseKeyPaths
@_exported import CustomDump
@_exported import DependencyInjection
// Files of features that import SwiftUI on other platforms have Foundation from there.
@_exported import Foundation
@_exported import IdentifiedArrays
@_exported import IssueReporting
@_exported import Observation
@_exported import OrderedCollections
@_exported import Prompts
@_exported import Sharing
@_exported import Tables

@_exported import func AccessTracking.withPerceptionTracking
// Without its bindings, because views have their own.
@_exported import class Bindings.ObserveToken
@_exported import struct Bindings.UITransaction
@_exported import protocol Bindings.UITransactionKey
@_exported import func Bindings.observe
@_exported import func Bindings.withUITransaction
// Old code reports by these names.
@_exported import func XCTestDynamicOverlay.XCTFail
@_exported import var XCTestDynamicOverlay._XCTIsTesting

// A file that imports this module may write the name of one of these before a name from it, such as
// `Dependencies.Dependency`. Of `Perception` and `SwiftNavigation` only some names, because
// views have others of their own.
#if FAMILIAR_NAMES
  @_exported import CasePaths
  @_exported import Clocks
  @_exported import ConcurrencyExtras
  @_exported import Dependencies
  @_exported import DependenciesMacros
  @_exported import IdentifiedCollections
  @_exported import func Perception.withPerceptionTracking
  @_exported import struct SwiftNavigation.AlertState
  @_exported import struct SwiftNavigation.ButtonState
  @_exported import struct SwiftNavigation.ConfirmationDialogState
  @_exported import struct SwiftNavigation.TextState
  @_exported import struct SwiftNavigation.UITransaction
#endif
