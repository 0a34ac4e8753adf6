import Foundation
import Observation

/// The values that the controls of a test show and change.
@Observable
final class Settings {
  var name = "Lamp"
  var isOn = false
  var count = 3
  var ratio = 0.5
  var status = "in"
  var choice: Int?
  var notes = "One\nTwo"
  var date = Date(timeIntervalSince1970: 86_400)
  var isExpanded = false
  var isShown = true
  var declines = false
  var log: [String] = []
}
