import Foundation
import GtkKit
import TestSupport
import Testing

/// Hostile pictures: none of them crashes the program, takes long, or becomes larger than asked.
///
/// `INVENTORY_FUZZ_RUNS` says how many, and `INVENTORY_FUZZ_SEED` which; `make fuzz RUNS=100000`.
@Suite struct PictureFuzzTests {
  /// How long one picture may take, on a busy machine.
  private static let limit = Duration.seconds(20)

  @Test func `no picture does harm`() throws {
    let environment = ProcessInfo.processInfo.environment
    let runs = environment["INVENTORY_FUZZ_RUNS"].flatMap(Int.init) ?? 500
    let seed = environment["INVENTORY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let files = [
      Pixels(width: 40, height: 20).file("jpeg"), Pixels(width: 3, height: 50).file("png"),
      Pixels(width: 16, height: 16, isTransparent: true).file("png"),
    ]
    var decoded = 0
    for run in 0..<UInt64(max(runs, 1)) {
      var random = FuzzRandom(seed: seed &+ run)
      let file = changed(random.element(of: files), &random)
      let start = ContinuousClock.now
      do {
        let picture = try Picture(file, fitting: 30, limits: Picture.Limits(pixels: 1_000_000))
        #expect(picture.width <= 30 && picture.height <= 30, "INVENTORY_FUZZ_SEED=\(seed &+ run)")
        _ = try picture.encoded()
        decoded += 1
      } catch {
        // Refused, as it may be.
      }
      let duration = ContinuousClock.now - start
      #expect(duration < Self.limit, "INVENTORY_FUZZ_SEED=\(seed &+ run)")
    }
    // Some changes do not matter; if all did, nothing would be decoded here.
    #expect(runs < 100 || (1..<runs).contains(decoded))
  }

  /// Returns a file with some bytes changed, removed or repeated.
  private func changed(_ file: Data, _ random: inout FuzzRandom) -> Data {
    var bytes = [UInt8](file)
    for _ in 0...random.below(5) where !bytes.isEmpty {
      // Half of the changes are where the header is.
      let place = random.below(random.below(2) == 0 ? min(bytes.count, 64) : bytes.count)
      let length = min(random.below(32), bytes.count - place)
      switch random.below(6) {
      case 0: bytes[place] ^= 1 << UInt8(random.below(8))
      case 1: bytes[place] = [0, 0xFF, 0x7F, 0x80, 0xDA, 0xD8][random.below(6)]
      case 2: bytes[place] = UInt8(random.below(256))
      case 3: bytes.removeSubrange(place..<place + length)
      case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      default: if random.below(4) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return Data(bytes)
  }
}
