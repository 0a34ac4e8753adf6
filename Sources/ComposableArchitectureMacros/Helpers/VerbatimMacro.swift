import SwiftSyntaxMacros

/// A macro whose expansions are used as they are written. The macros here write them with spaces
/// and line breaks.
///
/// Otherwise SwiftSyntax formats each expansion, which took more than a third of the time of the
/// macros. The compiler expands a macro once for each group of files that it compiles together.
protocol VerbatimMacro: Macro {}

extension VerbatimMacro {
  static var formatMode: FormatMode { .disabled }
}
