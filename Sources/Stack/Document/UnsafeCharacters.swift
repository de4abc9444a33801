// The characters that must not reach a terminal as they are.

extension Unicode.Scalar {
  /// Whether this character could drive the terminal or turn the text around it: control characters (C0,
  /// DEL and C1), line and paragraph separators, and the bidirectional controls of the Unicode standard's
  /// annex 9. All are in the Basic Multilingual Plane.
  package var isUnsafeToShow: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
