import Foundation

/// Turns text in any encoding that the C library knows into UTF-8, a piece at a time.
final class TextConverter {
  private let descriptor: iconv_t
  /// The beginning of a character whose end is in the next piece.
  private var rest: [UInt8] = []

  /// - Returns: `nil` for an encoding that the C library does not know.
  init?(from encoding: String) {
    let descriptor = iconv_open("UTF-8", encoding)
    // What iconv_open returns in case of an error.
    guard let descriptor, descriptor != iconv_t(bitPattern: -1) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    iconv_close(descriptor)
  }

  /// The text of the next bytes. In the place of what is no character is a byte that no text in
  /// UTF-8 has, so that whoever reads the text can say where that is.
  func convert(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
    var input = rest + bytes
    rest = []
    var text: [UInt8] = []
    text.reserveCapacity(input.count * 2)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var start = 0
    while start < input.count {
      let (read, written, code) = convert(&input, from: start, into: &buffer)
      text += buffer.prefix(written)
      start += read
      switch code {
      case 0, E2BIG:
        continue
      case EINVAL where !isLast:
        rest = Array(input[start...])
        return text
      default:
        text.append(Self.noCharacter)
        start += 1
      }
    }
    return text
  }

  private static let noCharacter: UInt8 = 0xFF

  /// - Returns: How many bytes were read and written, and the number of the error or zero.
  private func convert(
    _ input: inout [UInt8],
    from start: Int,
    into output: inout [UInt8]
  ) -> (read: Int, written: Int, code: Int32) {
    input.withUnsafeMutableBytes { input in
      output.withUnsafeMutableBytes { output in
        var source = input.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (sourceCount, targetCount) = (input.count - start, output.count)
        errno = 0
        let result = iconv(descriptor, &source, &sourceCount, &target, &targetCount)
        let code = result == Int(bitPattern: UInt.max) || Int(result) == -1 ? errno : 0
        return (input.count - start - sourceCount, output.count - targetCount, code)
      }
    }
  }
}
