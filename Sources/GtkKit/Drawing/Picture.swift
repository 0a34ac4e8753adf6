import Foundation

/// A decoded picture, in memory.
///
/// Pictures of unknown origin are decoded within bounds, on any thread.
nonisolated public final class Picture: Sendable {
  /// What a picture may need at most.
  public struct Limits: Equatable, Sendable {
    /// The bytes of the file.
    public var bytes: Int
    /// The pixels of the picture in the file.
    public var pixels: Int
    /// The bytes of memory that the decoder needs, as far as the header of the file tells.
    public var memory: Int

    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - pixels: The pixels of the picture in the file.
    ///   - memory: The bytes of memory that the decoder needs. The formats differ: most pictures in
    ///     JPEG files need little if they are scaled down, all others need as much as all of their
    ///     pixels.
    public init(
      bytes: Int = 20_000_000,
      pixels: Int = 50_000_000,
      memory: Int = 256_000_000
    ) {
      self.bytes = bytes
      self.pixels = pixels
      self.memory = memory
    }
  }

  /// Why a picture was not decoded.
  public enum Failure: Error, Equatable, Sendable {
    /// The file has more bytes than the limit.
    case tooManyBytes(limit: Int)
    /// The picture has more pixels than the limit.
    case tooManyPixels(limit: Int)
    /// The decoder would need more bytes of memory than the limit.
    case tooMuchMemory(limit: Int)
    /// The data is no picture, or one in a format that is not decoded.
    case unknownFormat
    /// The data is not what its beginning says.
    case damaged
  }

  /// A GdkPixbuf, which nobody changes: GdkPixbuf may be read on any thread, and its reference
  /// count is atomic.
  nonisolated(unsafe) private let pixels: OpaquePointer

  private init(owning pixels: OpaquePointer) {
    self.pixels = pixels
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pixels))
  }

  /// Decodes a picture in the formats JPEG, PNG and, if GdkPixbuf can, WebP.
  ///
  /// It blocks for as long as the decoder works: up to a second for the largest picture.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - side: The width and the height that the picture is scaled down to, if it is larger.
  ///   - limits: What the picture may need at most. They are compared with the header of the file
  ///     before a decoder sees it.
  /// - Throws: ``Failure``.
  public convenience init(
    _ data: Data,
    fitting side: Int = .max,
    limits: Limits = Limits()
  ) throws(Failure) {
    guard data.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
    guard let header = PictureHeader(data) else { throw .unknownFormat }
    guard header.width <= limits.pixels / header.height else {
      throw .tooManyPixels(limit: limits.pixels)
    }
    guard header.memory(fitting: side) <= Double(limits.memory) else {
      throw .tooMuchMemory(limit: limits.memory)
    }
    guard Self.isComplete(data, header.format), !Self.hasTooManyScans(data, header.format) else {
      throw .damaged
    }
    guard let picture = header.format == .png ? PngChunks.picture(of: data) : data else {
      throw .damaged
    }
    self.init(owning: try Decoder(limits: limits, side: side).decode(picture, header.format))
  }

  /// In pixels.
  public var width: Int { Int(gdk_pixbuf_get_width(pixels)) }
  public var height: Int { Int(gdk_pixbuf_get_height(pixels)) }

  /// The picture as a file: as JPEG, or as PNG if parts of it are transparent.
  ///
  /// - Throws: ``Failure/damaged`` if there is not enough memory.
  public func encoded() throws(Failure) -> Data {
    let isOpaque = gdk_pixbuf_get_has_alpha(pixels) == 0
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    var keys: [UnsafeMutablePointer<CChar>?] = isOpaque ? [g_strdup("quality"), nil] : [nil]
    var values: [UnsafeMutablePointer<CChar>?] = isOpaque ? [g_strdup("85"), nil] : [nil]
    defer { for text in keys + values { g_free(text) } }
    let isSaved = gdk_pixbuf_save_to_bufferv(
      pixels,
      &buffer,
      &count,
      isOpaque ? "jpeg" : "png",
      &keys,
      &values,
      nil
    )
    guard isSaved != 0, let buffer else { throw .damaged }
    defer { g_free(buffer) }
    return Data(bytes: buffer, count: Int(count))
  }

  /// Makes a GdkTexture that shows the picture. The caller owns it.
  public func makeTexture() -> OpaquePointer {
    gdk_texture_new_for_pixbuf(pixels)
  }

  /// Whether the end of the picture is there. Decoders would fill up what is missing.
  private static func isComplete(_ data: Data, _ format: PictureHeader.Format) -> Bool {
    switch format {
    case .png:
      return data.range(of: Data("IEND".utf8), options: .backwards) != nil
    case .jpeg:
      // Small pictures for a preview, which come before, have an end of their own.
      guard let scan = data.range(of: Data([0xFF, 0xDA]), options: .backwards) else { return false }
      return data.range(of: Data([0xFF, 0xD9]), in: scan.upperBound..<data.endIndex) != nil
    case .webp:
      return true
    }
  }

  /// A JPEG file may ask for its picture to be refined thousands of times. Cameras do with ten.
  private static func hasTooManyScans(_ data: Data, _ format: PictureHeader.Format) -> Bool {
    guard format == .jpeg else { return false }
    var count = 0
    data.withUnsafeBytes { bytes in
      for index in bytes.indices.dropLast() where bytes[index] == 0xFF && bytes[index + 1] == 0xDA {
        count += 1
      }
    }
    return count > 100
  }
}

/// Decodes one picture with GdkPixbufLoader.
nonisolated private final class Decoder {
  private let limits: Picture.Limits
  private let side: Int
  private var isTooLarge = false

  init(limits: Picture.Limits, side: Int) {
    self.limits = limits
    self.side = side
  }

  func decode(
    _ data: Data,
    _ format: PictureHeader.Format
  ) throws(Picture.Failure) -> OpaquePointer {
    guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else {
      throw .unknownFormat
    }
    defer { g_object_unref(loader) }
    let sizePrepared: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, gpointer) -> Void = {
      loader,
      width,
      height,
      decoder in
      Unmanaged<Decoder>.fromOpaque(decoder).takeUnretainedValue()
        .prepare(loader.assumingMemoryBound(to: GdkPixbufLoader.self), Int(width), Int(height))
    }
    // The loader does not outlive this call, and this call keeps the decoder.
    g_signal_connect_data(
      loader,
      "size-prepared",
      unsafeBitCast(sizePrepared, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(),
      nil,
      GConnectFlags(rawValue: 0)
    )
    let isWritten = data.withUnsafeBytes { bytes in
      gdk_pixbuf_loader_write(
        loader,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        gsize(bytes.count),
        nil
      ) != 0
    }
    // A loader has to be closed in any case.
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    guard !isTooLarge else { throw .tooManyPixels(limit: limits.pixels) }
    guard isWritten, isClosed, let pixels = gdk_pixbuf_loader_get_pixbuf(loader),
      let upright = gdk_pixbuf_apply_embedded_orientation(pixels)
    else { throw .damaged }
    return upright
  }

  /// Called with the size that the decoder has found, before it decodes.
  private func prepare(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>,
    _ width: Int,
    _ height: Int
  ) {
    guard width > 0, height > 0, width <= limits.pixels / height else {
      isTooLarge = true
      gdk_pixbuf_loader_set_size(loader, 1, 1)
      return
    }
    let longer = max(width, height)
    guard longer > side else { return }
    gdk_pixbuf_loader_set_size(
      loader,
      Int32(max(width * side / longer, 1)),
      Int32(max(height * side / longer, 1))
    )
  }
}
