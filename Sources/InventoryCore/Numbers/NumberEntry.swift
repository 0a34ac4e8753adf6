import Foundation

/// What somebody has written into a field for a quantity.
struct NumberEntry: Equatable {
  /// The quantity, if it is right.
  let value: Quantity?
  /// What is wrong.
  let error: String?
  /// How the number is read, where somebody might have meant another one, or what is unusual.
  let hint: String?

  /// - Parameters:
  ///   - text: What is in the field. Spaces around it do not matter.
  ///   - isAboveZero: Whether zero is wrong, too.
  ///   - isOptional: Whether the field may be left blank.
  ///   - unit: What is counted, to say that there are more decimals than is usual; `nil` if there
  ///     are things with different units.
  ///   - locale: How the user writes numbers.
  init(
    _ text: String,
    isAboveZero: Bool = false,
    isOptional: Bool = false,
    unit: String?,
    locale: Locale
  ) {
    if text.isBlank, isOptional {
      (value, error, hint) = (nil, nil, nil)
      return
    }
    let typed = TypedNumber(text, locale: locale)
    do {
      // Nobody writes decimals that are all zeros, unless they are none.
      let isGuess =
        typed.doubt.map { $0.fraction == typed.number && Quantity($0.fraction)?.isWhole == true }
        ?? false
      guard !isGuess, let number = typed.number else { throw Millionths.Problem.notANumber }
      let quantity = try Quantity(plain: number)
      guard isAboveZero ? quantity > 0 : quantity >= 0 else { throw Millionths.Problem.notANumber }
      let unusual = unit.flatMap { UnitOfMeasure($0)?.remark(on: quantity) }
      (value, error, hint) = (quantity, nil, typed.hint ?? unusual)
    } catch Millionths.Problem.tooLarge {
      (value, error, hint) = (nil, tr("This is more than can be counted."), nil)
    } catch Millionths.Problem.tooManyDecimals {
      let error = tr("Enter a number with at most \(Quantity.mostDecimals) decimals.")
      (value, self.error, hint) = (nil, error, nil)
    } catch {
      let expectation =
        isAboveZero
        ? tr("Enter a number above 0.")
        : isOptional ? tr("Enter a number from 0, or nothing.") : tr("Enter a number from 0.")
      (value, self.error, hint) = (nil, typed.question ?? expectation, nil)
    }
  }
}
