extension [UInt8] {
  /// The bytes of a text in UTF-8 without the mark with which some programs begin it.
  var withoutByteOrderMark: ArraySlice<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return dropFirst(starts(with: mark) ? mark.count : 0)
  }
}
