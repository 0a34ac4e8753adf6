// For all files of this module.
@_exported import ComposableGtkTestSupport
import Testing

/// The suite of all tests that show stores in widgets: one at a time, on the main actor.
@MainActor @Suite(.serialized, .withWindowReport)
struct ComposableGtkTests {}
