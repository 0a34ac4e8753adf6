import Foundation
import GtkKit
import Testing

@Suite struct PictureTests {
  @Test(arguments: [(Pixels(width: 40, height: 20), "jpeg"), (Pixels(width: 3, height: 50), "png")])
  func `a picture is decoded, and written as a file again`(pixels: Pixels, format: String) throws {
    let file = pixels.file(format)
    let header = try #require(PictureHeader(file))
    #expect(header.format.rawValue == format)
    #expect((header.width, header.height) == (pixels.width, pixels.height))
    let picture = try Picture(file)
    #expect((picture.width, picture.height) == (pixels.width, pixels.height))
    let again = try Picture(picture.encoded())
    #expect((again.width, again.height) == (pixels.width, pixels.height))
  }

  @Test(arguments: ["jpeg", "png"])
  func `a picture is scaled down to fit, and never up`(format: String) throws {
    let file = Pixels(width: 400, height: 100).file(format)
    let small = try Picture(file, fitting: 100)
    #expect((small.width, small.height) == (100, 25))
    let same = try Picture(file, fitting: 1_000)
    #expect((same.width, same.height) == (400, 100))
    // Nothing is as thin as to be nothing.
    let line = try Picture(Pixels(width: 300, height: 1).file(format), fitting: 10)
    #expect((line.width, line.height) == (10, 1))
  }

  @Test func `what is transparent stays so`() throws {
    let file = Pixels(width: 4, height: 4, isTransparent: true).file("png")
    #expect(try PictureHeader(Picture(file).encoded())?.format == .png)
    let opaque = Pixels(width: 4, height: 4).file("png")
    #expect(try PictureHeader(Picture(opaque).encoded())?.format == .jpeg)
  }

  @Test func `texts that are packed into a picture are not unpacked`() throws {
    let text = try packed(Data(count: 8 << 20))
    let chunk = chunk("zTXt", Data("Comment".utf8) + [0, 0] + text)
    var file = Pixels(width: 40, height: 20).file("png")
    for _ in 1...100 { file.insert(contentsOf: chunk, at: 33) }
    let before = peakMemory()
    let picture = try Picture(file)
    #expect((picture.width, picture.height) == (40, 20))
    // All of them would be 800 MB.
    #expect(peakMemory() - before < 200 << 20)
    // A chunk that is longer than the file.
    file.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: Picture.Failure.damaged) { try Picture(file) }
  }

  /// Packs data as it is in a PNG file.
  private func packed(_ data: Data) throws -> Data {
    let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9)!
    defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
    var result = Data(count: 1 << 16)
    var (read, written): (gsize, gsize) = (0, 0)
    let end = data.withUnsafeBytes { input in
      result.withUnsafeMutableBytes { output in
        g_converter_convert(
          compressor,
          input.baseAddress,
          gsize(input.count),
          output.baseAddress,
          gsize(output.count),
          G_CONVERTER_INPUT_AT_END,
          &read,
          &written,
          nil
        )
      }
    }
    try #require(end == G_CONVERTER_FINISHED)
    return result.prefix(Int(written))
  }

  /// A chunk of a PNG file: its length, its kind, its content and a checksum.
  private func chunk(_ kind: String, _ content: Data) -> Data {
    func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    let checked = Data(kind.utf8) + content
    var sum = UInt32.max
    for byte in checked {
      sum ^= UInt32(byte)
      for _ in 1...8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return bytes(UInt32(content.count)) + checked + bytes(~sum)
  }

  /// The most memory that the process has had so far, in bytes.
  private func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }

  @Test func `too many bytes and too many pixels are not decoded`() {
    let file = Pixels(width: 40, height: 20).file("png")
    #expect(throws: Picture.Failure.tooManyBytes(limit: 10)) {
      try Picture(file, limits: Picture.Limits(bytes: 10))
    }
    #expect(throws: Picture.Failure.tooManyPixels(limit: 799)) {
      try Picture(file, limits: Picture.Limits(pixels: 799))
    }
    #expect(throws: Never.self) { try Picture(file, limits: Picture.Limits(pixels: 800)) }
    // A bomb: four thousand million pixels in a few bytes.
    var bomb = Pixels(width: 1, height: 1).file("png")
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    #expect(throws: Picture.Failure.tooManyPixels(limit: 50_000_000)) { try Picture(bomb) }
    bomb.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(throws: Picture.Failure.tooManyPixels(limit: 50_000_000)) { try Picture(bomb) }
  }

  @Test(
    arguments: [
      // All scans of these have to be in memory: two bytes of each sample.
      (marker: 0xC2, sampling: 0x11, colors: 3, megabytes: 240 + 64),
      (marker: 0xC2, sampling: 0x22, colors: 3, megabytes: 120 + 64),
      (marker: 0xCA, sampling: 0x11, colors: 3, megabytes: 240 + 64),
      (marker: 0xC0, sampling: 0x11, colors: 1, megabytes: 240 + 64),
      // All colours are in one scan, whose lines are scaled down as they come.
      (marker: 0xC0, sampling: 0x11, colors: 3, megabytes: 64),
    ] as [(marker: UInt8, sampling: UInt8, colors: UInt8, megabytes: Int)]
  )
  func `a picture whose decoder needs much memory is refused before that`(
    marker: UInt8,
    sampling: UInt8,
    colors: UInt8,
    megabytes: Int
  ) {
    // 8,000 by 5,000 pixels.
    let frame: [UInt8] = [
      0xFF, marker, 0, 17, 8, 0x13, 0x88, 0x1F, 0x40, 3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0,
    ]
    let scan = [0xFF, 0xDA, 0, 8, colors, 1, 0, 0, 63, 0, 0xFF, 0xD9]
    let file = Data([0xFF, 0xD8] + frame + scan)
    let limit = (megabytes + 1) * 1_000_000
    #expect(throws: Picture.Failure.damaged) {
      try Picture(file, fitting: 1_600, limits: Picture.Limits(memory: limit))
    }
    let less = (megabytes - 20) * 1_000_000
    #expect(throws: Picture.Failure.tooMuchMemory(limit: less)) {
      try Picture(file, fitting: 1_600, limits: Picture.Limits(memory: less))
    }
  }

  @Test func `all pixels of a PNG file have to be in memory`() throws {
    let file = Pixels(width: 400, height: 100).file("png")
    #expect(throws: Picture.Failure.tooMuchMemory(limit: 150_000)) {
      try Picture(file, fitting: 10, limits: Picture.Limits(memory: 150_000))
    }
    #expect(throws: Never.self) {
      try Picture(file, fitting: 10, limits: Picture.Limits(memory: 165_000))
    }
    // So many that their number of bytes is none.
    var bomb = Pixels(width: 1, height: 1).file("png")
    bomb.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: Picture.Failure.tooMuchMemory(limit: .max)) {
      try Picture(bomb, limits: Picture.Limits(pixels: .max, memory: .max))
    }
  }

  @Test func `a large picture of a camera needs little memory where it is shown small`() throws {
    let file = Pixels(width: 8_000, height: 6_250).file("jpeg")
    let before = peakMemory()
    let picture = try Picture(file, fitting: 1_600)
    #expect((picture.width, picture.height) == (1_600, 1_250))
    // All pixels are 150 MB.
    #expect(peakMemory() - before < 60 << 20)
  }

  @Test(
    arguments: [
      Data(), Data("hello".utf8), Data([0xFF, 0xD8, 0xFF]), Data("GIF89a".utf8),
      Data("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>".utf8),
      Data("RIFF....WEBPVP8X".utf8), Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 0]),
    ]
  )
  func `what is no picture is told apart`(data: Data) {
    #expect(throws: Picture.Failure.unknownFormat) { try Picture(data) }
  }

  @Test func `a picture that says to be another one is damaged`() {
    for format in ["jpeg", "png"] {
      let file = Pixels(width: 40, height: 20).file(format)
      #expect(throws: Picture.Failure.damaged) { try Picture(file.dropLast(file.count / 5)) }
    }
    var file = Pixels(width: 40, height: 20).file("jpeg")
    for _ in 0...100 { file += [0xFF, 0xDA, 0, 2] }
    file += [0xFF, 0xD9]
    #expect(throws: Picture.Failure.damaged) { try Picture(file) }
  }

  @Test func `whatever the bytes are, decoding ends`() {
    var random = SystemRandomNumberGenerator()
    let files = [
      Pixels(width: 40, height: 20).file("jpeg"), Pixels(width: 40, height: 20).file("png"),
      Data(
        Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBPVP8 ".utf8)
          + [20, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 8, 0, 8, 0] + [UInt8](repeating: 7, count: 20)
      ),
    ]
    for round in 0..<300 {
      var file = files[round % files.count]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = file.indices.randomElement(using: &random) ?? 0
        file[index] = UInt8.random(in: 0...255, using: &random)
      }
      file = file.prefix(Int.random(in: 0...file.count * 2, using: &random))
      if let picture = try? Picture(file, fitting: 64) {
        #expect(picture.width <= 64 && picture.height <= 64)
      }
    }
  }
}

/// A picture to make files of.
struct Pixels: Sendable {
  var width: Int
  var height: Int
  var isTransparent = false

  /// The picture as a file in a format of GdkPixbuf.
  func file(_ format: String) -> Data {
    let pixels = gdk_pixbuf_new(
      GDK_COLORSPACE_RGB,
      isTransparent ? 1 : 0,
      8,
      Int32(width),
      Int32(height)
    )!
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    gdk_pixbuf_fill(pixels, 0x3584_E480)
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, format, nil, nil, nil)
    defer { g_free(buffer) }
    return Data(bytes: buffer!, count: Int(count))
  }
}
