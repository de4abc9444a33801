extension String {
  /// The 32-bit FNV-1a hash of the text's bytes, in decimal. It tells `push` which task the prompt shows. The shell
  /// exports it instead of the task's text, to hide the text from other programs that it starts.
  var checksum: String {
    String(utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
  }
}
