// Stack files as people lay them out, to start from.

/// A stack file with a name.
struct Layout: Sendable, CustomStringConvertible {
  let name: String
  let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  var description: String { name }

  /// As `stack` writes.
  static let canonical = Layout(
    "canonical",
    """
    {
      "version": 1,
      "tasks": [
        {"title": "a", "added": "2026-11-21T10:00:00Z"},
        {"title": "b", "added": "2026-11-21T10:05:00Z", "attachments": ["https://example.org/agenda"]},
        {"title": "c", "added": "2026-11-21T10:10:00Z"}
      ],
      "completed": [
        {"title": "z", "added": "2026-11-20T09:00:00Z", "completed": "2026-11-21T09:30:00Z"}
      ]
    }

    """)

  static let all = [
    canonical,
    Layout("CRLF", canonical.text.replacing("\n", with: "\r\n")),
    Layout("CR", canonical.text.replacing("\n", with: "\r")),
    Layout("tabs", canonical.text.replacing("  ", with: "\t")),
    Layout("byte order mark", "\u{FEFF}" + canonical.text),
    Layout("blank lines", canonical.text.replacing("\n", with: "\n\n")),
    Layout("minified", #"{"version":1,"tasks":[{"title":"a"},{"title":"b"}],"completed":[{"title":"z"}]}"#),
    Layout("one line", #"{ "tasks": [ {"title": "a"}, {"title": "b"} ], "completed": [ {"title": "z"} ] }"#),
    Layout(
      "completed first",
      """
      {
          "completed": [
              {"title": "z"}
          ],
          "tasks": [
              {"title": "a"},
              {"title": "b"}
          ],
          "version": 1
      }
      """),
    Layout(
      "own keys between",
      """
      {
        "$schema": "https://example.org/schema",
        "tasks": [
          {"id": 1, "title": "a", "tags": ["x", "y"]},
          {"note": {"title": "not this"}, "title": "b", "own": [{"title": "nor this"}]}
        ],
        "own": {"tasks": [{"title": "nor this"}], "completed": null},
        "completed": [
          {"title": "z", "own": 1.50}
        ],
        "last": [ 1,2 , 3 ]
      }

      """),
    Layout(
      "task on several lines",
      """
      {
        "tasks": [
          {
            "title": "a",
            "added": "2026-11-21T10:00:00Z"
          },
          {
            "title": "b"
          }
        ],
        "completed": [
          {
            "title": "z"
          }
        ]
      }

      """),
    Layout(
      "several on a line",
      """
      {
        "tasks": [ {"title": "a"}, {"title": "b"},
                   {"title": "c"}, {"title": "d"} ],
        "completed": [ {"title": "y"}, {"title": "z"} ]
      }

      """),
    Layout(
      "comma first",
      """
      { "version": 1
      , "tasks":
        [ {"title": "a"}
        , {"title": "b"}
        ]
      , "completed":
        [ {"title": "z"}
        ]
      }

      """),
    Layout(
      "written otherwise",
      #"""
      {
        "tasks": [
          { "title" :"\u0061\/" ,"added":"2026-11-21T10:00:00Z" } ,
          {"\u0074itle":  "日本\uD83D\uDE00" , "own":1.0E+2},
          {"attachments" :[ "\u002fx" ,"/y" ],"title":"c"}
        ],
        "completed": [
          { "title":"\u007a"}
        ]
      }

      """#),
    Layout("no completed", "{\n  \"tasks\": [\n    {\"title\": \"a\"}\n  ]\n}\n"),
    Layout("no completed, one line", #"{"own": 1, "tasks": [{"title": "a"}, {"title": "b"}], "more": 2}"#),
    Layout("no tasks", "{\n\t\"version\": 1,\n\t\"completed\": [\n\t\t{\"title\": \"z\"}\n\t]\n}\n"),
    Layout("only own keys", "{\n  \"own\": {\n    \"key\": 1\n  }\n}\n"),
    Layout("only own keys, one line", #"{"own": {"key": 1}}"#),
    Layout("empty object", "{}"),
    Layout("empty object with a space", "{ }\n"),
    Layout("empty object on lines", "{\r\n}\r\n"),
    Layout("empty lists, minified", #"{"version":1,"tasks":[],"completed":[]}"#),
    Layout("empty lists with spaces", #"{ "tasks": [ ], "completed": [ ] }"#),
    Layout("empty lists on their lines", "{\n  \"tasks\": [],\n  \"completed\": []\n}\n"),
    Layout("empty lists over two lines", "{\r\n\t\"tasks\": [\r\n\t],\r\n\t\"completed\": [\r\n\t]\r\n}\r\n"),
  ]
}
