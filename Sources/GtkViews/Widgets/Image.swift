import Foundation
import GtkKit
import Synchronization

/// A symbol, or a picture from a file or from memory.
public struct Image: PrimitiveView, Equatable {
  enum Source: Equatable {
    case icon(String)
    case file(String)
    case data(Data, side: Int, limits: Picture.Limits)
  }

  let source: Source
  private(set) var isResizable = false
  private(set) var failureAction: ((Picture.Failure) -> Void)?

  /// A symbol of the icon theme.
  ///
  /// - Parameter icon: The name of the icon, such as `document-save-symbolic`.
  public init(icon: String) {
    source = .icon(icon)
  }

  /// A symbol with a name that is common on other platforms, such as `plus` or `trash`.
  ///
  /// - Parameter systemName: The name. An unknown name is looked up in the icon theme.
  public init(systemName: String) {
    source = .icon(SymbolNames.icon(for: systemName))
  }

  /// A picture that fills the available space, from a file of the program.
  ///
  /// It is decoded at once, as large as it is. A picture of unknown origin is for
  /// ``init(data:fitting:limits:)``, which has limits.
  ///
  /// - Parameter file: The path of the picture.
  public init(file: String) {
    source = .file(file)
  }

  /// A picture that fills the available space, from the contents of a file: JPEG, PNG, or WebP if
  /// GdkPixbuf can read it.
  ///
  /// It is decoded on another thread, after those that were asked for before, and appears when that
  /// is done. Data that is no picture, or one beyond the limits, shows nothing;
  /// ``onFailure(perform:)`` tells why.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - side: The width and the height that the picture is scaled down to while it is decoded, if
  ///     it is larger. A picture that is shown larger than that is blurred.
  ///   - limits: What the picture may need at most.
  public init(
    data: Data,
    fitting side: Int = 2_560,
    limits: Picture.Limits = Picture.Limits()
  ) {
    source = .data(data, side: side, limits: limits)
  }

  /// Calls a closure when the picture in memory cannot be shown.
  ///
  /// - Parameter action: Is called on the main actor with the reason, once for each data.
  public func onFailure(perform action: @escaping (Picture.Failure) -> Void) -> Image {
    var image = self
    image.failureAction = action
    return image
  }

  /// Whether two images look alike.
  public static func == (one: Image, other: Image) -> Bool {
    one.source == other.source && one.isResizable == other.isResizable
  }

  /// Lets the image take the size that it is given: in a `frame`, a stack or a page.
  ///
  /// A symbol has the largest size for which there is space. A picture is stretched, unless
  /// ``View/aspectRatio(_:contentMode:)`` keeps its ratio; one that is not resizable keeps its
  /// ratio by itself.
  public func resizable() -> Image {
    var image = self
    image.isResizable = true
    return image
  }

  /// The size of a symbol, beside texts.
  public enum Scale: Sendable {
    case small
    /// The theme's default size.
    case medium
    case large

    fileprivate var size: Int? {
      switch self {
      case .small: 12
      case .medium: nil
      case .large: 24
      }
    }
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Image> { ImageNode(self, context) }
}

private final class ImageNode: WidgetNode<Image> {
  private var decoding: Task<Void, Never>?
  private var isSymbolResizable = false

  init(_ view: Image, _ context: NodeContext) {
    switch view.source {
    case .icon:
      super.init(view, context, widget: gtk_image_new())
    case .file, .data:
      super.init(view, context, widget: gtk_picture_new())
      gtk_widget_set_hexpand(widget, 1)
      gtk_widget_set_vexpand(widget, 1)
    }
    show()
  }

  deinit {}

  override func update(_ view: Image) {
    let looksAlike = view == self.view
    super.update(view)
    if !looksAlike { show() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    decoding?.cancel()
    super.destroy()
  }

  private func show() {
    decoding?.cancel()
    decoding = nil
    let isPicture = widget.isA(gtk_picture_get_type())
    if isPicture {
      gtk_picture_set_content_fit(
        widget.opaque,
        view.isResizable ? GTK_CONTENT_FIT_FILL : GTK_CONTENT_FIT_CONTAIN
      )
    } else if view.isResizable != isSymbolResizable {
      isSymbolResizable = view.isResizable
      SymbolLayout.set(isResizable: view.isResizable, of: widget)
    }
    switch view.source {
    case .icon(let name):
      if isPicture {
        gtk_picture_set_filename(widget.opaque, nil)
      } else {
        gtk_image_set_from_icon_name(widget.opaque, name)
      }
    case .file(let path):
      if isPicture {
        gtk_picture_set_filename(widget.opaque, path)
      } else {
        gtk_image_set_from_file(widget.opaque, path)
      }
    case .data(let data, let side, let limits):
      // What was shown before stays until the picture is there.
      decoding = Task { [weak self] in
        let result = await PictureQueue.decode(data, fitting: side, limits: limits)
        guard let self, let result, !Task.isCancelled, !isDestroyed else { return }
        show(try? result.get())
        if case .failure(let failure) = result { self.view.failureAction?(failure) }
      }
    }
  }
}

extension ImageNode {
  private func show(_ picture: Picture?) {
    let texture = picture.map { ObjectReference(owning: $0.makeTexture()) }
    if widget.isA(gtk_picture_get_type()) {
      gtk_picture_set_paintable(widget.opaque, texture?.opaque)
    } else {
      gtk_image_set_from_paintable(widget.opaque, texture?.opaque)
    }
  }
}

/// Decodes pictures one after the other, so that many at once need no more memory than the largest.
/// This happens away from the main thread, and from the threads of Swift's tasks, of which there
/// are few.
nonisolated private enum PictureQueue {
  private static let queue = DispatchQueue(label: "Image", qos: .userInitiated)

  /// Decodes a picture; `nil` if the task is cancelled before that begins.
  static func decode(
    _ data: Data,
    fitting side: Int,
    limits: Picture.Limits
  ) async -> Result<Picture, Picture.Failure>? {
    let isCancelled = Atomic(false)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          guard !isCancelled.load(ordering: .relaxed) else {
            return continuation.resume(returning: nil)
          }
          continuation.resume(
            returning: Result { () throws(Picture.Failure) in
              try Picture(data, fitting: side, limits: limits)
            }
          )
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
  }
}

extension View {
  /// Sets the size of the symbols in this view.
  ///
  /// - Parameter size: The width and height in pixels; `nil` for the theme's default size.
  public func imageScale(_ size: Int?) -> some View {
    widgetModifier(IconSize(size: size))
  }

  /// Sets the size of the symbols in this view.
  public func imageScale(_ scale: Image.Scale) -> some View { imageScale(scale.size) }
}

private struct IconSize: WidgetModifier {
  let size: Int?

  func apply(to widget: WidgetPointer, replacing old: IconSize?) {
    guard widget.isA(gtk_image_get_type()), gtk_image_get_pixel_size(widget.opaque) != pixels
    else { return }
    gtk_image_set_pixel_size(widget.opaque, pixels)
  }

  private var pixels: Int32 { Int32(size ?? -1) }
}
