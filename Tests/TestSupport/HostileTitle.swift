/// Titles and file names of an attacker: a task may come from anyone, and in most shells a prompt
/// is code.
public enum HostileTitle {
  /// Titles that a prompt shows unchanged.
  public static let titles = [
    // Commands and variables.
    "$(touch pwned)", "`touch pwned`", "$(touch${IFS}pwned) and `touch pwned`",
    "\\$(touch pwned) \\`touch pwned\\`",
    "${HOME} $HOME ${x:=1} $((1+1))", "${(e)STACK_PROMPT} ${x@P}",
    "$STACK_PROMPT $PS1 $__stack_text",
    "' ; touch pwned ; '", "\" ; touch pwned ; \"", "); touch pwned; (", "}; touch pwned; {",
    "; touch pwned",
    "| touch pwned &", "(touch pwned)", "<(touch pwned)", "$(", "${", "`", "'", "\"",
    "it's \"half quoted",
    // Escapes in prompts.
    "%n %{ %F{red} %B %% %1v %17v", "%(?.yes.no) %{$(touch pwned)%} %D{%H}", "%", "%%",
    "\\u@\\h \\[ \\w \\$ \\n \\a",
    "\\e[31m \\033[2J \\x1b", "\\001\\002 \\]", "\\", "\\\\", "ends in a backslash \\",
    "!! !1 !$ !touch", "!",
    "{a,b} ~ * ? [a-z] #",
    // Options of commands, and parts of prompts.
    "-n", "-e \\n", "--", "(venv) ok",
    // Letters.
    "wide 日本語のタスク", "emoji 📅 done ✓", "café naïve e\u{301}", "שלום עולם",
  ]

  /// File names that no shell should evaluate and no command should take for an option.
  public static let fileNames = [
    "with space", "-rf", "--help", "it's \"quoted\"", "$(touch pwned)", "`touch pwned`",
    "a; touch pwned",
    "back\\slash $HOME", "日本語 übel", "a\u{1B}[31mb", "percent%20 %f %u #hash?", "new\nline",
    "https", "*",
  ]

  /// Titles with characters that must not reach a terminal, and how they are shown.
  public static let unsafe = [
    ("\u{1B}[31mred\u{1B}[2J", "\\u{1B}[31mred\\u{1B}[2J"),
    ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"),
    ("\u{9B}31m", "\\u{9B}31m"),
    ("right \u{202E}to left\u{2066}", "right \\u{202E}to left\\u{2066}"),
    ("back\u{8}space\rreturn", "back\\u{8}space\\u{D}return"), ("\u{1}\u{2}", "\\u{1}\\u{2}"),
    ("next\u{85}line\u{2028}", "next\\u{85}line\\u{2028}"),
    ("del\u{7F}ete\ttab", "del\\u{7F}ete tab"),
  ]
}
