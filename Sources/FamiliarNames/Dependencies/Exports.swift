@_exported import DependencyInjection

// Old code reports by these names.
@_exported import func XCTestDynamicOverlay.XCTFail
@_exported import var XCTestDynamicOverlay._XCTIsTesting
