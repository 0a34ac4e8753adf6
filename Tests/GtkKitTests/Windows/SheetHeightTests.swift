import GtkKit
import GtkTestSupport
import Testing

/// A sheet whose content has any height, above a window.
private final class Stage {
  let parent: ApplicationWindow
  let sheet = Sheet()
  private let content = gtk_label_new("content")!

  init(height: Int) async {
    parent = await show(gtk_label_new("parent")!)
    sheet.defaultSize = (width: 300, height: -1)
    self.height = height
    gtk_widget_set_size_request(content, 200, Int32(height))
    // As the content of a form, which scrolls if the sheet is too low.
    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_propagate_natural_height(OpaquePointer(scrolled), 1)
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), content)
    sheet.child = scrolled
    sheet.present(over: parent.pointer)
  }

  /// The height of the content.
  var height: Int {
    didSet { gtk_widget_set_size_request(content, 200, Int32(height)) }
  }

  /// Whether the sheet shows its content, and nothing else.
  var fits: Bool {
    let allocated = gtk_widget_get_height(content)
    return allocated == Int32(height)
  }

  var fitsAtLast: Bool {
    get async {
      let fits = await eventually(within: .seconds(10)) { self.fits }
      return fits
    }
  }

  /// Lets some frames pass, as many as there are.
  func frames(_ number: Int) async {
    for _ in 0..<number {
      guard let clock = gtk_widget_get_frame_clock(sheet.widget) else { return }
      var isPainted = false
      let painted = Signal.connect(clock, "after-paint") { isPainted = true }
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
      _ = await eventually(within: .seconds(2)) { isPainted }
      painted.disconnect()
    }
  }

  func message(over window: BaseWindow) async -> MessageDialog {
    let message = MessageDialog(titleMarkup: "Not a table", buttons: [.init("Close")])
    message.present(over: window.pointer)
    #expect(await eventually { gtk_widget_get_width(message.widget) > 0 })
    return message
  }
}

extension GtkTests {
  @Test func `a sheet is as high as its content, which grows and shrinks`() async {
    let stage = await Stage(height: 100)
    #expect(await stage.fitsAtLast)
    for height in [300, 150, 400, 60, 250] {
      stage.height = height
      #expect(await stage.fitsAtLast, "\(height)")
    }
  }

  @Test(arguments: [[70, 300], [300, 70, 300], [70, 300, 100], [200, 80, 300, 60, 250]])
  func `a sheet is as high as its content at last, however fast that changes`(
    heights: [Int]
  ) async {
    for pause in 0...3 {
      let stage = await Stage(height: 300)
      #expect(await stage.fitsAtLast)
      for _ in 1...4 {
        for height in heights {
          stage.height = height
          await stage.frames(pause)
        }
        #expect(await stage.fitsAtLast, "\(heights), \(pause)")
      }
    }
  }

  @Test(arguments: [[70], [400], [70, 300], [400, 100, 300]], [true, false])
  func `a sheet follows its content while a message or a sheet is above it, and afterwards`(
    heights: [Int],
    isSheet: Bool
  ) async {
    for pause in 0...3 {
      let stage = await Stage(height: 300)
      #expect(await stage.fitsAtLast)
      for _ in 1...3 {
        // As a sheet that reads a file: it shows that it does, then a message of what is wrong.
        stage.height = 70
        await stage.frames(pause)
        var above: BaseWindow?
        if isSheet {
          let sheet = Sheet()
          sheet.child = gtk_label_new("above")
          sheet.present(over: stage.sheet.pointer)
          #expect(await eventually { gtk_widget_get_width(sheet.widget) > 0 })
          above = sheet
        } else {
          above = await stage.message(over: stage.sheet)
        }
        for height in heights {
          stage.height = height
          await stage.frames(pause)
        }
        above?.destroy()
        above = nil
        #expect(await stage.fitsAtLast, "\(heights), \(pause)")
      }
    }
  }

  @Test func `a sheet that the user has made lower stays so until the content fits again`() async {
    let stage = await Stage(height: 300)
    #expect(await stage.fitsAtLast)
    let chosen = stage.sheet.defaultSize.height - 120
    stage.sheet.defaultSize.height = chosen
    #expect(
      await eventually { gtk_widget_get_allocated_height(stage.sheet.widget) == Int32(chosen) }
    )
    stage.height = 350
    await stage.frames(5)
    #expect(gtk_widget_get_allocated_height(stage.sheet.widget) == Int32(chosen))
    // The content becomes as high as the sheet.
    stage.height = 180
    await stage.frames(5)
    #expect(gtk_widget_get_allocated_height(stage.sheet.widget) == Int32(chosen))
    #expect(stage.fits)
    stage.height = 250
    #expect(await stage.fitsAtLast)
  }
}
