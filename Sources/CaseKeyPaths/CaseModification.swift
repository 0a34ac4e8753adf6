/// What tests demand of a modification of a case's value.
package enum CaseModification {
  /// Whether a modification that changes nothing fails the test. `false` in a test store that is
  /// not exhaustive.
  @TaskLocal package static var mustChange = true
}
