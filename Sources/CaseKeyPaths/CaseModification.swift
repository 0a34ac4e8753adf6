/// What is demanded of modifications of a case in tests.
package enum CaseModification {
  /// Whether one that changes nothing is a failure. Not so in a test store that is not exhaustive.
  @TaskLocal package static var mustChange = true
}
