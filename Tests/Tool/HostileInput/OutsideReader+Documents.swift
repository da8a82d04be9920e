import CoachModel
import CoachTranscripts
import Documents
import LanguageModels
import ModelLayers
import ModelProviders
import NamedModels
import PromptTemplates
import SourceFiles

extension OutsideReader {
  /// Readers of whole documents.
  static let documents: [OutsideReader] = [
    OutsideReader(
      "yaml",
      shapes: [
        Shape("list", "- item %\n"), Shape("map", "key%: value\n"),
        Shape("flow list on one line", head: "[", "a, ", tail: "a]"),
        Shape("flow map on one line", head: "{", "k%: 1, ", tail: "a: 1}"),
        Shape("plain text", "word "), Shape("quotes", head: "\"", "\\n ", tail: "\""),
        Shape("comments", "# comment\n"), Shape("open brackets", "["), Shape("open quote", "\"a "),
        Shape("indents", "- - a\n"), Shape("colons", "a: "), Shape("anchors", "- &a% x\n- *a%\n"),
        Shape("block text", head: "a: |\n", "  line\n"), Shape("tabs", "\t"),
        Shape("surrogates", head: "[", "\"\\ud83d\\ude00\", ", tail: "1]"),
      ],
      words: [
        "- ", "a: ", "b", "[", "]", "{", "}", ", ", "\n", "  ", "\"", "'", "|\n", ">\n", "# c\n",
        "&a ", "*a", "!!str ", "---\n", "...\n", "\\ud83d", "\u{FEFF}", "? ", "<<: ", "~", "1e5",
      ]
    ) { bytes in
      guard let node = try? DocumentNode.parse(SourceFile(path: "a.yaml", bytes: bytes)) else {
        return
      }
      _ = try? MappingReader(node, "a document").finish()
      _ = node.location
      _ = node.json
    },
    OutsideReader(
      "json",
      shapes: [
        Shape("list", head: "[", "1,", tail: "1]"), Shape("text", head: "\"", "ab", tail: "\""),
        Shape("map", head: "{", "\"k%\":1,", tail: "\"a\":1}"),
        Shape("equal names", head: "{", "\"k\":1,", tail: "\"k\":1}"),
        Shape("escapes", head: "\"", "\\n", tail: "\""), Shape("digits", "1"),
        Shape("surrogates", head: "\"", "\\ud83d\\ude00", tail: "\""), Shape("blanks", " "),
        Shape("open brackets", "["), Shape("open quote", "\"a"),
        Shape("maps", head: "[", "{},", tail: "1]"),
      ],
      words: [
        "[", "]", "{", "}", ",", ":", "\"", "\"a\"", "1", "-", "0.5", "e9", "true", "null", " ",
        "\\n",
        "\\ud83d", "\\ude00", "\n", "é", "\u{0}",
      ]
    ) { bytes in
      guard let value = try? JSONValue(parsing: bytes.text) else { return }
      _ = value.text()
      _ = value.hashValue
    },
    OutsideReader(
      "json.damaged",
      shapes: [
        Shape("braces", "{"), Shape("quotes", "\""), Shape("open members", "{\"a\":"),
        Shape("brackets", "["), Shape("fences", "```json\n{"), Shape("prose", "so { it is } "),
        Shape("single quotes", head: "{", "'a%': 1, ", tail: "}"), Shape("words", "word "),
        Shape("comments", "// a\n"), Shape("open comments", "{/* "), Shape("closers", "}"),
        Shape("cut maps", "{\"a%\": 1, "), Shape("list", head: "[", "1,", tail: "1]"),
        Shape("backslashes", head: "{\"a\": \"", "\\"), Shape("values", "{\"a\": 1}\n"),
        Shape("quoted values", "\"{\"a\": 1}\" "), Shape("line of values", "> {\"a\": 1} "),
        Shape("repeated members", head: "{", "\"a\": 1,", tail: "\"b\": 1}"),
      ],
      words: [
        "[", "]", "{", "}", ",", ":", "\"", "'", "a", "1", "True", "None", "```", "```json\n", "//",
        "/*", "*/", "\\", "\n", " ", "\"a\": ", "“", "”", "...",
      ]
    ) { bytes in
      _ = RepairedJSON(bytes.text)
      _ = JSONPassage.all(in: bytes.text)
    },
    OutsideReader(
      "json.partial",
      shapes: [
        Shape("list", head: "[", "1,"), Shape("text", head: "{\"a\":\"", "ab "),
        Shape("map", head: "{", "\"k%\":1,"), Shape("escapes", head: "\"", "\\n"),
        Shape("texts", head: "[", "\"a\","),
      ],
      words: ["[", "]", "{", "}", ",", ":", "\"", "\"a\"", "1", "tr", "ue", " ", "\\u", "d83d"]
    ) { bytes in
      var parser = PartialJSONParser()
      for piece in bytes.pieces {
        guard (try? parser.feed(piece)) != nil else { return }
      }
      try? parser.finish()
      _ = parser.value
    },
    OutsideReader(
      "schema",
      shapes: [
        Shape(
          "properties", head: "{\"properties\":{", "\"k%\":{\"type\":\"string\"},",
          tail: "\"a\":{}}}"),
        Shape("alternatives", head: "{\"anyOf\":[", "{\"const\":%},", tail: "{}]}"),
        Shape("required", head: "{\"required\":[", "\"k%\",", tail: "\"a\"]}"),
        Shape(
          "definitions", head: "{\"$ref\":\"#/$defs/a\",\"$defs\":{",
          "\"k%\":{\"$ref\":\"#/$defs/a\"},", tail: "\"a\":{}}}"),
        Shape("unknown keywords", head: "{", "\"k%\":1,", tail: "\"type\":\"object\"}"),
      ],
      words: [
        "{", "}", "[", "]", ",", ":", "\"type\"", "\"string\"", "\"$ref\"", "\"#\"",
        "\"#/$defs/a\"",
        "\"$defs\"", "\"a\"", "\"allOf\"", "\"anyOf\"", "\"not\"", "\"properties\"", "\"pattern\"",
        "\"(a|b)*\"", "1", "true", "\"items\"", "\"$id\"", "\"$dynamicRef\"", "\"#a\"",
        "\"$dynamicAnchor\"", "\"unevaluatedProperties\"", "false", "\"minItems\"",
      ]
    ) { bytes in
      guard let source = try? JSONValue(parsing: bytes.text), let schema = try? JSONSchema(source)
      else { return }
      _ = schema.violations(of: source)
      _ = schema.violations(of: ["a": "b", "k1": ["x", 1]])
    },
    OutsideReader(
      "schema.value",
      shapes: [
        Shape("unknown members", head: "{", "\"k%\":1,", tail: "\"a\":1}"),
        Shape("wrong items", head: "{\"list\":[", "1,", tail: "1]}"),
        Shape("equal items", head: "{\"set\":[", "{\"a\":%},", tail: "1]}"),
        Shape("long text", head: "{\"text\":\"", "ab", tail: "\"}"),
      ],
      words: [
        "{", "}", "[", "]", ",", "\"list\":", "\"set\":", "\"text\":", "\"a\"", "1", "\"k\":",
      ]
    ) { bytes in
      guard let value = try? JSONValue(parsing: bytes.text) else { return }
      _ = Self.valueSchema?.violations(of: value)
    },
    OutsideReader(
      "pattern",
      shapes: [
        Shape("text", head: "x\n", "ab "), Shape("letters", head: "x\n", "a"),
        Shape("lines", head: "x\n", "\n"), Shape("unicode", head: "x\n", "é"),
      ],
      words: [
        "(", ")", "(?:", "(?=", "(?<!", "[", "]", "[^", "a", "b", ".", "*", "+", "?", "{2}",
        "{1,9}",
        "{,", "|", "^", "$", "\\b", "\\d", "\\p{L}", "\\u{61}", "\\", "-", "[:alpha:]", "(?i)",
        "(?<n>",
        "{999}", "\\1",
      ]
    ) { bytes in
      // A line break separates a pattern from the text it is matched with.
      let parts = bytes.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let text = String(decoding: parts.last ?? [], as: UTF8.self)
      for pattern in ["(a+)+c", "(?:a?){30}a{30}c", "(.*a){20}c", #"\bcd\b"#]
      where bytes.count > 200 {
        _ = try? RegularExpression(pattern).firstMatch(in: text)
      }
      for syntax in [RegularExpression.Syntax.text, .schema] {
        guard let pattern = parts.first.map({ String(decoding: $0, as: UTF8.self) }) else { return }
        _ = try? RegularExpression(pattern, syntax: syntax).firstMatch(in: text)
      }
    },
    OutsideReader(
      "transcript",
      shapes: [
        Shape(
          "messages", head: "id: a\nmessages:\n",
          "- {role: user, content: hello %}\n- {role: assistant, content: yes}\n"),
        Shape(
          "one line", head: "{\"id\":\"a\",\"messages\":[",
          "{\"role\":\"user\",\"content\":\"hi\"},",
          tail: "{\"role\":\"user\",\"content\":\"hi\"}]}"),
        Shape("wrong", head: "id: a\nmessages:\n", "- {rolle: user}\n"),
      ],
      words: [
        "id: ", "a\n", "messages:\n", "- {", "role: ", "user", "assistant", ", ", "content: ",
        "}\n", "x", "\"",
      ]
    ) { bytes in _ = try? Transcript(SourceFile(path: "a.yaml", bytes: bytes)) },
    OutsideReader(
      "import",
      shapes: [
        Shape("csv", head: "id,role,content\n", "%,user,hello\n%,assistant,yes\n"),
        Shape(
          "one conversation in csv", head: "id,role,content\n", "1,user,hello\n1,assistant,yes\n"),
        Shape("csv with an open quote", head: "id,role,content\n1,user,\"", "hello\n"),
        Shape("csv of quotes", head: "id,role,content\n1,user,\"", "\"\""),
        Shape("commas", head: "id,role,content\n", ","),
        Shape("json lines", "{\"messages\":[{\"role\":\"user\",\"content\":\"hi %\"}]}\n"),
        Shape(
          "one json", head: "[", "{\"messages\":[{\"role\":\"user\",\"content\":\"hi %\"}]},",
          tail: "{\"messages\":[]}]"),
        Shape(
          "one conversation in json", head: "{\"messages\":[",
          "{\"role\":\"user\",\"content\":\"hi %\"},",
          tail: "{\"role\":\"user\",\"content\":\"a\"}]}"),
        Shape("bad json lines", "{\"messages\":[{\"rolle\":1}]}\n"),
        Shape("chat", "Coach: how are you %?\nMe: fine\n"),
        Shape("chat on one line", head: "Coach: ", "a "), Shape("blank lines", "\n"),
      ],
      words: [
        "id,role,content\n", "1,user,", "\"", ",", "\n", "{", "}", "[", "]", "\"messages\":",
        "\"role\":",
        "\"user\"", "\"content\":", "\"a\"", "Coach: ", "Me: ", "hi", "\r\n", ";", "\t", "\u{FEFF}",
      ]
    ) { bytes in imported(bytes) },
    OutsideReader(
      "import.logs",
      shapes: [
        Shape(
          "observations",
          "{\"id\":\"%\",\"traceId\":\"%\",\"startTime\":\"%\",\"input\":\"hi\",\"output\":\"yes\"}\n"
        ),
        Shape(
          "a list of observations", head: "[",
          "{\"id\":\"%\",\"traceId\":\"%\",\"startTime\":\"%\",\"input\":\"hi\",\"output\":\"yes\"},",
          tail: "{}]"),
        Shape(
          "observations of one session",
          "{\"id\":\"%\",\"traceId\":\"%\",\"sessionId\":\"s\",\"type\":\"GENERATION\",\"name\":\"n%\",\"input\":\"hi %\",\"output\":\"yes %\"}\n"
        ),
        Shape(
          "generations of one trace",
          head: "{\"id\":\"a\",\"traces\":[{\"id\":\"t\",\"observations\":[",
          "{\"id\":\"%\",\"type\":\"GENERATION\",\"input\":{\"question\":\"%\"},\"output\":\"a\"},",
          tail: "{\"id\":\"z\"}]}]}"),
        Shape(
          "a long history",
          head:
            "{\"id\":\"a\",\"traceId\":\"t\",\"startTime\":\"1\",\"output\":\"yes\",\"input\":[",
          "{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"assistant\",\"content\":\"yes %\"},",
          tail: "{\"role\":\"user\",\"content\":\"a\"}]}"),
        Shape(
          "text within text",
          head: "{\"id\":\"a\",\"traceId\":\"t\",\"startTime\":\"1\",\"output\":\"a\",\"input\":\"",
          "[\\\"",
          tail: "\"}"),
        Shape(
          "spans",
          "{\"object\":\"trace.span\",\"trace_id\":\"%\",\"span_data\":{\"type\":\"generation\",\"input\":[{\"role\":\"user\",\"content\":\"a\"}],\"output\":[{\"role\":\"assistant\",\"content\":\"b\"}]}}\n"
        ),
        Shape(
          "samples",
          head: "{\"version\":2,\"eval\":{\"task\":\"t\"},\"samples\":[",
          "{\"id\":\"a\",\"epoch\":%,\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}]},",
          tail: "{\"id\":\"b\"}]}"),
        Shape(
          "one sample",
          head: "{\"version\":2,\"eval\":{\"task\":\"t\"},\"samples\":[{\"id\":1,\"messages\":[",
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]},",
          tail: "{\"role\":\"assistant\",\"content\":\"b\"}]}]}"),
        Shape(
          "runs",
          "{\"id\":\"%\",\"run_type\":\"llm\",\"name\":\"n\",\"inputs\":{\"messages\":[[{\"type\":\"human\",\"content\":\"a\"}]]},\"outputs\":{\"generations\":[[{\"text\":\"b\"}]]}}\n"
        ),
        Shape(
          "runs of one thread",
          "{\"id\":\"%\",\"run_type\":\"chain\",\"thread_id\":\"t\",\"inputs\":{\"question\":\"a\"},\"outputs\":{\"answer\":\"b\"}}\n"
        ),
        Shape(
          "inputs in inputs",
          head: "{\"run_type\":\"llm\",\"id\":\"a\",\"outputs\":{},\"inputs\":{\"text\":",
          "{\"text\":", tail: "1"),
        Shape("a table of runs", head: "inputs,outputs\n", "a %,b\n"),
        Shape(
          "ChatML", head: "<|im_start|>system\ns<|im_end|>\n",
          "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nb %<|im_end|>\n"),
        Shape("open ChatML", "<|im_start|>user\na\n"),
        Shape("separators of ChatML", head: "<|im_start|>", "a<|endoftext|>"),
        Shape(
          "a tree of messages", head: "{\"current_node\":\"1\",\"mapping\":{",
          "\"%\":{\"parent\":\"a\",\"children\":[],\"message\":{\"author\":{\"role\":\"user\"},\"content\":{\"parts\":[\"a\"]}}},",
          tail: "\"a\":{\"parent\":\"1\",\"children\":[]}}}"),
        Shape(
          "items", "{\"item\":{\"input\":\"a %\",\"ideal\":[\"b\",\"c\"]},\"sample\":{}}\n"),
        Shape(
          "requests of one thread",
          "{\"id\":\"%\",\"thread_id\":\"t\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}]}\n"
        ),
        Shape(
          "server log",
          "{\"time\":\"t\",\"level\":\"debug\",\"message\":\"exchange\",\"conversation\":\"c\",\"said\":\"a\",\"reply\":\"b %\"}\n"
        ),
        Shape("test table", head: "question,__expected\n", "why %,because\n"),
        Shape(
          "one conversation in a test table",
          head: "question,__expected,__metadata:conversationId\n", "why %,because,c\n"),
        Shape("types of expectations", head: "question,__expected\n", "a,type%: b\n"),
        Shape("outputs", head: "question", ",[a] %", tail: "\nwhy,because\n"),
        Shape("expectations", head: "question", ",__expected%", tail: "\nwhy,because\n"),
      ],
      words: [
        "{", "}", "[", "]", ",", "\n", "\"id\":\"a\"", "\"traceId\":\"t\"", "\"sessionId\":\"s\"",
        "\"startTime\":\"1\"", "\"input\":", "\"output\":", "\"a\"", "\"observations\":",
        "\"traces\":",
        "\"object\":\"trace.span\"", "\"trace_id\":\"t\"", "\"span_data\":",
        "\"type\":\"generation\"",
        "\"version\":2", "\"eval\":", "\"samples\":", "\"messages\":", "\"role\":\"user\"",
        "\"role\":\"assistant\"", "\"content\":", "question,", "__expected", "[a] b", "PASS",
        "\"[{\\\"",
      ]
    ) { bytes in imported(bytes) },
    OutsideReader(
      "script",
      shapes: [
        Shape("replies", head: "replies:\n", "- {message: 1, transcript: a%, reply: yes}\n"),
        Shape("one entry", head: "replies: [{replies: [", "a%, ", tail: "b]}]"),
        Shape("transcripts", head: "replies: [{transcript: [", "a%, ", tail: "b], reply: c}]"),
        Shape("loop", head: "loop:\n", "- {text: a, finish: length}\n"),
        Shape("wrong", head: "replies:\n", "- {repply: a}\n"),
      ],
      words: [
        "replies:", "loop:", "\n", "- ", "{", "}", "[", "]", ", ", "message: 1", "side: v2",
        "transcript: a", "reply: b", "replies: [c]", "attempt: 2", "text: d", "finish: stop",
        "error: overloaded",
      ]
    ) { bytes in
      guard let script = try? ModelScript(SourceFile(path: "a.yaml", bytes: bytes)) else { return }
      _ = ScriptedModel(script, name: "a.yaml")
    },
    OutsideReader(
      "recording",
      shapes: [
        Shape("lines", "{\"key\":\"k%\",\"reply\":{\"text\":\"a\"}}\n"), Shape("blank lines", "\n"),
        Shape("one line", head: "{\"a\":[", "1,", tail: "1]}"),
      ],
      words: [
        "{", "}", "\"key\":", "\"k\"", "\"reply\":", "\"text\"", ":", ",", "\n", "[", "]", "1",
      ]
    ) { bytes in _ = try? Recording(parsing: bytes, path: "a.jsonl") },
    OutsideReader(
      "brought replies",
      shapes: [
        Shape(
          "lines", head: "{\"answered_by\":\"a\"}\n",
          "{\"digest\":\"\(String(repeating: "0", count: 60))%\",\"reply\":\"a\"}\n"),
        Shape("blank lines", head: "{\"answered_by\":\"a\"}", "\n"),
        Shape(
          "a batch's parts",
          head:
            "{\"answered_by\":\"a\"}\n{\"custom_id\":\"\(String(repeating: "0", count: 64))\",\"result\":{\"message\":{\"content\":[",
          "{\"text\":\"a\"},", tail: "{}]}}}"),
      ],
      words: [
        "{", "}", "\"answered_by\":", "\"digest\":", "\"custom_id\":", "\"a\"", "\"reply\":",
        "\"result\":", "\"response\":", "\"message\":", "\"content\":", ",", "\n", "[", "]",
        String(repeating: "0", count: 64),
      ]
    ) { bytes in _ = try? ReplyFile(parsing: bytes, path: "a.jsonl") },
    OutsideReader(
      "prices",
      shapes: [
        Shape(
          "entries", head: "{\"prices\":[",
          "{\"provider\":\"a\",\"model\":\"m%\",\"input\":1,\"output\":2},", tail: "{}]}"),
        Shape(
          "tiers",
          head:
            "{\"prices\":[{\"provider\":\"a\",\"model\":\"m\",\"input\":1,\"output\":2,\"above\":[",
          "{\"prompt\":%,\"input\":1,\"output\":2},", tail: "{}]}]}"),
      ],
      words: [
        "{", "}", "[", "]", ",", "\"prices\":", "\"provider\":", "\"model\":", "\"a\"",
        "\"input\":",
        "\"output\":", "1", "-1", "1e999", "\"above\":", "\"prompt\":", "\"from\":",
        "\"2026-01-01\"",
      ]
    ) { bytes in
      guard let table = try? PriceTable(parsing: bytes), let day = CalendarDay("2026-11-21")
      else { return }
      _ = table.entry(for: "m1", provider: "a", on: day)
    },
    OutsideReader(
      "capabilities",
      shapes: [
        Shape(
          "entries", head: "{\"models\":[",
          "{\"provider\":\"a\",\"prefix\":\"m%\",\"context\":1000},", tail: "{}]}")
      ],
      words: [
        "{", "}", "[", "]", ",", "\"models\":", "\"provider\":", "\"prefix\":", "\"a\"",
        "\"context\":",
        "\"tools\":", "true", "1", "-1", "1e999", "\"output\":", "\"effort\":",
      ]
    ) { bytes in
      _ = (try? CapabilityTable(parsing: bytes))?.capabilities(of: "m1", provider: "a")
    },
  ]

  private static func imported(_ bytes: [UInt8]) {
    let imported = TranscriptImporter().read(SourceFile(path: "a.txt", bytes: bytes))
    for transcript in imported.transcripts.prefix(100) { _ = TranscriptYAML.text(of: transcript) }
    _ = imported.diagnostics.prefix(100).map(\.description)
    _ = imported.notes.lines
  }

  private static let valueSchema = try? JSONSchema([
    "type": "object", "additionalProperties": false,
    "properties": [
      "a": [:], "list": ["items": ["type": "string"]], "set": ["uniqueItems": true],
      "text": ["pattern": "^(a|b)*c$"],
    ],
  ])
}
