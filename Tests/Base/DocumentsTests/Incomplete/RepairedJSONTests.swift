import Documents
import StreamParsing
import Testing
import TestKit

@Suite("Repairing JSON as models write it")
struct RepairedJSONTests {
  private func check(_ text: String, _ value: String, _ repairs: [JSONRepair]) {
    let repaired = RepairedJSON(text)
    #expect(repaired?.value.text() == value)
    #expect(repaired?.repairs == repairs)
  }

  @Test(
    "text around a value is ignored",
    arguments: [
      (#"```json\#n{"a": 1}\#n```"#, #"{"a":1}"#, [.fence]),
      ("```\n[1, 2]\n```", "[1,2]", [.fence]),
      (#"```json {"a": 1}```"#, #"{"a":1}"#, [.fence]),
      ("```JSON5\n{a: 1}\n```", #"{"a":1}"#, [.fence, .bareName]),
      (
        #"Here it is:\#n\#n```json\#n{"a": [1]}\#n```\#nHope it helps [me]!"#, #"{"a":[1]}"#,
        [.fence]
      ),
      (#"A [note] first:\#n```json\#n{"a": 1}\#n```"#, #"{"a":1}"#, [.fence]),
      (#"```json\#n{"a": 1"#, #"{"a":1}"#, [.fence, .cut]),
      (#"Sure! {"a": 1}"#, #"{"a":1}"#, [.surroundings]),
      (#"{"a": 1} Anything else?"#, #"{"a":1}"#, [.surroundings]),
      (#"It's "quoted": {"a": 1}"#, #"{"a":1}"#, [.surroundings]),
      (#"`{"a": 1}`"#, #"{"a":1}"#, [.surroundings]),
      (#"<json>{"a": 1}</json>"#, #"{"a":1}"#, [.surroundings]),
      (#"~~~json\#n{"a": 1}\#n~~~"#, #"{"a":1}"#, [.surroundings]),
      (#"\#u{feff}{"a": 1}"#, #"{"a":1}"#, [.surroundings]),
      (#"// The value:\#n{"a": 1}"#, #"{"a":1}"#, [.surroundings]),
      (#"Use [name] and {this}, as in {"a": [1]}"#, #"{"a":[1]}"#, [.surroundings]),
      ("The list [see below] is [1, 2]", "[1,2]", [.surroundings]),
      (#"[draft] [x] [y] {z} {"a": {}}."#, #"{"a":{}}"#, [.surroundings]),
      (#"{"a": 1}\#n{"b": 2}"#, #"{"a":1}"#, [.surroundings]),
      (#"[1] or {"a": 1}"#, "[1]", [.surroundings]),
      (#"{"a": 1}}"#, #"{"a":1}"#, [.surroundings]),
      (#" \#r\#n\#t{"a": 1}\#n "#, #"{"a":1}"#, []),
      (#""only words""#, #""only words""#, []),
      ("42", "42", []),
      ("null", "null", []),
    ] as [(String, String, [JSONRepair])])
  func surroundings(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test(
    "commas and comments",
    arguments: [
      (#"{"a": 1,}"#, #"{"a":1}"#, [.extraComma]),
      ("[[1,],]", "[[1]]", [.extraComma]),
      ("[1, , 2]", "[1,2]", [.extraComma]),
      ("[,1]", "[1]", [.extraComma]),
      ("[,]", "[]", [.extraComma]),
      ("{,}", "{}", [.extraComma]),
      (#"{"a": 1 "b": 2}"#, #"{"a":1,"b":2}"#, [.missingComma]),
      (#"{"a": "x"\#n"b": "y"}"#, #"{"a":"x","b":"y"}"#, [.missingComma]),
      (#"["x" "y"]"#, #"["x","y"]"#, [.missingComma]),
      (#"[{"a": 1} {"b": 2}]"#, #"[{"a":1},{"b":2}]"#, [.missingComma]),
      ("[1 2, 3,]", "[1,2,3]", [.missingComma, .extraComma]),
      ("[1, 2,] 3 4", "[1,2]", [.surroundings, .extraComma]),
      (#"{"a": 1, // one\#n"b": 2}"#, #"{"a":1,"b":2}"#, [.comment]),
      (#"{"a": /* one */ 1}"#, #"{"a":1}"#, [.comment]),
      (#"{"a": 1 # one, or "two"\#n}"#, #"{"a":1}"#, [.comment]),
      ("{/* nothing */}", "{}", [.comment]),
      (#"{// a\#n"a" /* b */ : // c\#n1 /* d */}"#, #"{"a":1}"#, [.comment]),
      ("[1, 2, // the last one\n]", "[1,2]", [.comment, .extraComma]),
      (#"[1, /* ]}", */ 2]"#, "[1,2]", [.comment]),
      ("[1, /***/ 2]", "[1,2]", [.comment]),
      (#"["a" // no comma\#n"b"]"#, #"["a","b"]"#, [.comment, .missingComma]),
      (
        ##"["https://a.b/c#d", "/* x */", "# y", "// z",]"##,
        ##"["https://a.b/c#d","/* x */","# y","// z"]"##, [.extraComma]
      ),
      ("['http://a.b', // mine\n'c']", #"["http://a.b","c"]"#, [.quotes, .comment]),
    ] as [(String, String, [JSONRepair])])
  func between(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test(
    "quotes, escapes and control characters",
    arguments: [
      ("{'a': 'b'}", #"{"a":"b"}"#, [.quotes]),
      (#"{'a': "It's"}"#, #"{"a":"It's"}"#, [.quotes]),
      (#"{'a': 'say "hi"'}"#, #"{"a":"say \"hi\""}"#, [.quotes]),
      (#"{'a': 'say \"hi\"'}"#, #"{"a":"say \"hi\""}"#, [.quotes]),
      ("{'a': ''}", #"{"a":""}"#, [.quotes]),
      ("{'a': 'It's'}", #"{"a":"It's"}"#, [.quotes, .innerQuotes]),
      (#"{"a": "She said "no" and left."}"#, #"{"a":"She said \"no\" and left."}"#, [.innerQuotes]),
      (#"["so-called "rest"", "b"]"#, #"["so-called \"rest\"","b"]"#, [.innerQuotes]),
      ("{“a”: “b”}", #"{"a":"b"}"#, [.quotes]),
      (#"{“a”: “It’s ‘so’ "here"”}"#, #"{"a":"It’s ‘so’ \"here\""}"#, [.quotes]),
      ("{“a“: “b“}", #"{"a":"b"}"#, [.quotes]),
      ("{‘a’: ‘b’}", #"{"a":"b"}"#, [.quotes]),
      (#"{"a": "It's “so”, isn’t it",}"#, #"{"a":"It's “so”, isn’t it"}"#, [.extraComma]),
      (#"{"a": "x\#ny"}"#, #"{"a":"x\ny"}"#, [.rawControl]),
      (#"{"a": "x\#r\#n\#ty\#u{1}"}"#, #"{"a":"x\r\n\ty\u0001"}"#, [.rawControl]),
      (#"{"a\#nb": 1}"#, #"{"a\nb":1}"#, [.rawControl]),
      (#"{"a": "It\'s"}"#, #"{"a":"It's"}"#, [.badEscape]),
      (#"{"a": "\$5 \_x\_"}"#, #"{"a":"$5 _x_"}"#, [.badEscape]),
      (#"{"a": "x\\#ny"}"#, #"{"a":"x\ny"}"#, [.badEscape, .rawControl]),
      (#"{"a": "\u12 and more"}"#, #"{"a":"\\u12 and more"}"#, [.badEscape]),
      (#"{"a": "\d+\s"}"#, #"{"a":"\\d+\\s"}"#, [.badEscape]),
      ("[+1, .5, -.5, 5., ]", "[1,0.5,-0.5,5]", [.number, .extraComma]),
      (#"{"a": "\ud83\ude00 "}"#, #"{"a":"\\ud83\#u{fffd} "}"#, [.badEscape]),
      (#"["\é"]"#, #"["é"]"#, [.badEscape]),
      (#"["\\", "\"", "\/\n\t",]"#, #"["\\","\"","/\n\t"]"#, [.extraComma]),
      (#"["\\\\", '\\',]"#, #"["\\\\","\\"]"#, [.quotes, .extraComma]),
      (#"{"a": "\u00e9\ud83d\ude00",}"#, #"{"a":"é😀"}"#, [.extraComma]),
      (#"{"a": "\ud83d",}"#, #"{"a":"\#u{fffd}"}"#, [.extraComma]),
      (#"["👩🏽‍💻", "e\#u{301}",]"#, #"["👩🏽‍💻","e\#u{301}"]"#, [.extraComma]),
      (#"{"a": "}", "b": "]", "c": "{[",}"#, #"{"a":"}","b":"]","c":"{["}"#, [.extraComma]),
    ] as [(String, String, [JSONRepair])])
  func strings(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test(
    "unquoted names, words of other languages, and several mistakes at once",
    arguments: [
      ("{a: 1, b_2: 2, max-tokens: 3}", #"{"a":1,"b_2":2,"max-tokens":3}"#, [.bareName]),
      (#"{1: "x", true: true}"#, #"{"1":"x","true":true}"#, [.bareName]),
      ("{a : 1}", #"{"a":1}"#, [.bareName]),
      ("[True, False, None]", "[true,false,null]", [.foreignWord]),
      (#"{"a": undefined, "b": NaN}"#, #"{"a":null,"b":null}"#, [.foreignWord]),
      (
        "{'a': None, 'b': [True], 'c': {'d': 1.5}}", #"{"a":null,"b":[true],"c":{"d":1.5}}"#,
        [.quotes, .foreignWord]
      ),
      ("{a: {b: [{c: 'd'}, -2.5e3]}}", #"{"a":{"b":[{"c":"d"},-2500]}}"#, [.bareName, .quotes]),
      (#"{"a": "True", "b": "None",}"#, #"{"a":"True","b":"None"}"#, [.extraComma]),
      (#"{"a": 1, "a": 2,}"#, #"{"a":2}"#, [.extraComma]),
      (
        "Sure:\n```json\n{a: 'x\ny' b: True, // yes\n}\n```", #"{"a":"x\ny","b":true}"#,
        [
          .fence, .bareName, .quotes, .rawControl, .missingComma, .foreignWord, .comment,
          .extraComma,
        ]
      ),
    ] as [(String, String, [JSONRepair])])
  func words(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test(
    "a text that ends too early gives its complete parts",
    arguments: [
      ("{", "{}", [.cut]),
      ("[", "[]", [.cut]),
      (#"{"a"#, "{}", [.cut]),
      (#"{"a""#, "{}", [.cut]),
      (#"{"a":"#, "{}", [.cut]),
      (#"{"a": 1"#, #"{"a":1}"#, [.cut]),
      (#"{"a": 1,"#, #"{"a":1}"#, [.cut]),
      (#"{"a": 1, "b"#, #"{"a":1}"#, [.cut]),
      (#"{"a": 1, "b": {"c": "#, #"{"a":1,"b":{}}"#, [.cut]),
      (#"{"a": "x"#, #"{"a":"x"}"#, [.cut]),
      (#"{"a": "x\"#, #"{"a":"x"}"#, [.cut]),
      (#"{"a": "x\u00e"#, #"{"a":"x"}"#, [.cut]),
      (#"{"a": "x\u"#, #"{"a":"x"}"#, [.cut]),
      (#"["x", ""#, #"["x",""]"#, [.cut]),
      (#"["x""#, #"["x"]"#, [.cut]),
      ("[1, -", "[1]", [.cut]),
      ("[1, 2.", "[1]", [.cut]),
      ("[1, 2e", "[1]", [.cut]),
      ("[12", "[12]", [.cut]),
      ("[true, fal", "[true]", [.cut]),
      ("[nul", "[]", [.cut]),
      ("[1, Tr", "[1]", [.cut]),
      (#"[[[{"a": ["#, #"[[[{"a":[]}]]]"#, [.cut]),
      ("[1, /* and", "[1]", [.comment, .cut]),
      ("[1 // one, 2]", "[1]", [.comment, .cut]),
      ("[1, // one", "[1]", [.comment, .cut]),
      ("{'a': 'x", #"{"a":"x"}"#, [.quotes, .cut]),
      (#"["x\#n"#, #"["x\n"]"#, [.rawControl, .cut]),
      (#"I think: {"a": [1, 2"#, #"{"a":[1,2]}"#, [.surroundings, .cut]),
    ] as [(String, String, [JSONRepair])])
  func cuts(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test(
    "without a value, or with an unreadable one, the result is nil",
    arguments: [
      "",
      " ",
      "Hello",
      "I cannot help with that.",
      "It's 50% // or so # maybe",
      "}",
      "]",
      #"{"a" 1}"#,
      #"{"a": yes}"#,
      #"{"a": [1, 2}"#,
      "[1}",
      "[01]",
      "[Infinity]",
      "[1e999]",
      "{a b: 1}",
      #"{"a": =1}"#,
      "{: 1}",
      "[see below]",
      "{{name}}",
      "```json\nnothing\n```",
    ])
  func none(text: String) {
    #expect(RepairedJSON(text) == nil)
  }

  @Test(
    "brackets in the text before a code fence do no harm, however many")
  func manyBrackets() {
    let words = String(repeating: "[x] ", count: 15)
    check(words + #"{"a": 1}"#, #"{"a":1}"#, [.surroundings])
    let more = String(repeating: "[x] ", count: 500)
    check("\(more)\n```json\n{\"a\": 1}\n```", #"{"a":1}"#, [.fence])
  }

  @Test("a value at the maximum depth is repaired, too")
  func deepest() {
    let (open, close) = (String(repeating: "[", count: 128), String(repeating: "]", count: 128))
    check("\(open)1,\(close)", "\(open)1\(close)", [.extraComma])
    check("\(open)1", "\(open)1\(close)", [.cut])
    check(open + close, open + close, [])
  }

  @Test("a value beyond the maximum depth is nil", arguments: [129, 130, 143, 144, 200, 100_000])
  func tooDeep(levels: Int) {
    let open = String(repeating: "[", count: levels)
    let close = String(repeating: "]", count: levels)
    #expect(RepairedJSON(open + close) == nil)
    let objects = String(repeating: #"{"a":"#, count: levels)
    #expect(RepairedJSON(objects + "1" + String(repeating: "}", count: levels)) == nil)
  }

  @Test(
    "an escaped apostrophe does not end a string in single quotes",
    arguments: [
      (#"{'a': 'It\'s'}"#, #"{"a":"It's"}"#), (#"['\'']"#, #"["'"]"#),
      (#"{'it\'s': 'it\'s \'so\''}"#, #"{"it's":"it's 'so'"}"#),
    ])
  func apostrophes(text: String, value: String) {
    #expect(RepairedJSON(text)?.value.text() == value)
  }

  @Test(
    "a truncated escape at the end of a string is a bad escape, and the text is not cut",
    arguments: [
      (#"{"a":"\u"}"#, #"{"a":"\\u"}"#), (#"["\u1"]"#, #"["\\u1"]"#), (#"["\u"]"#, #"["\\u"]"#),
      (#"["\u12"]"#, #"["\\u12"]"#), (#"["x\u", "y"]"#, #"["x\\u","y"]"#),
    ])
  func shortEscapes(text: String, value: String) {
    check(text, value, [.badEscape])
  }

  @Test(
    "a code fence in a string belongs to the string",
    arguments: [
      ("{\"a\": \"```json [1, 2] ```\",}", #"{"a":"```json [1, 2] ```"}"#, [.extraComma]),
      ("{\"a\": \"```\n{b: 1}\n```\"}", #"{"a":"```\n{b: 1}\n```"}"#, [.rawControl]),
      ("So: {\"a\": \"```js {} ```\"}", #"{"a":"```js {} ```"}"#, [.surroundings]),
    ] as [(String, String, [JSONRepair])])
  func fencesInStrings(text: String, value: String, repairs: [JSONRepair]) {
    check(text, value, repairs)
  }

  @Test("the end of a code fence without its start counts as a repair")
  func strayFence() {
    let repaired = RepairedJSON("{\"a\": 1}\n```")
    #expect(repaired?.value == ["a": 1])
    #expect(repaired?.repairs.isEmpty == false)
  }
}
