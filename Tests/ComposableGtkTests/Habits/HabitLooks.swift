import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var looks: [AnyView] {
    Text("Shelf").padding(.horizontal, 8).padding(.vertical)
    Text("Shelf").padding([.leading, .top], 4)
    Text("Shelf").frame(maxWidth: .infinity, alignment: .leading)
    Text("Shelf").frame(width: 100, height: 50, alignment: .topTrailing)
    Text("Shelf").frame(minWidth: 0, idealWidth: 100, maxWidth: .infinity, minHeight: 10)
    Text("Shelf").background(Color.red)
    Text("Shelf").background(.red)
    Text("Shelf").background { Color.red }
    Text("Shelf").background(Color.gray.opacity(0.2))
    Text("Shelf").background(.blue, in: RoundedRectangle(cornerRadius: 8))
    Text("Shelf").overlay(alignment: .topTrailing) { Text("Box") }
    Text("Shelf").overlay { if flag { ProgressView() } }
    Text("Shelf").overlay(RoundedRectangle(cornerRadius: 4).stroke(.red, lineWidth: 1))
    Text("Shelf").cornerRadius(8)
    Text("Shelf").clipShape(Circle())
    Text("Shelf").clipShape(.rect(cornerRadius: 8))
    Text("Shelf").border(.red, width: 1)
    Text("Shelf").shadow(radius: 4)
    Text("Shelf").opacity(flag ? 1 : 0.5)
    Text("Shelf").offset(x: 4, y: 2)
    Text("Shelf").rotationEffect(.degrees(45))
    Text("Shelf").scaleEffect(1.5)
    Text("Shelf").blur(radius: 3)
    Text("Shelf").tint(.red)
    Image(systemName: "star.fill").foregroundStyle(.yellow)
  }

  @HabitBuilder var looks2: [AnyView] {
    Image(systemName: flag ? "star.fill" : "star").imageScale(.large)
    Image(systemName: "star").resizable().scaledToFit().frame(width: 20)
    Image(systemName: "star").resizable().aspectRatio(contentMode: .fit)
    Spacer(minLength: 0)
    Divider()
    VStack(alignment: .leading, spacing: 8) {
      Text("Shelf")
      Text("Box")
    }
    HStack(alignment: .firstTextBaseline) {
      Text("Shelf")
      Spacer()
      Text("Box")
    }
    ZStack(alignment: .bottomTrailing) {
      Color.blue
      Text("Box")
    }
    RoundedRectangle(cornerRadius: 8).fill(Color.red).frame(height: 20)
    Circle().stroke(lineWidth: 2).frame(width: 20, height: 20)
    Rectangle().foregroundStyle(.red)
    Color.clear.frame(height: 0)
    Color(red: 1, green: 0, blue: 0)
    Color(hue: 0.5, saturation: 1, brightness: 1)
  }
}
