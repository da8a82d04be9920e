import Documents
import LanguageModels
import Testing

@Suite("Redaction of secrets")
struct RedactorTests {
  private func redactor(_ secrets: String...) -> Redactor {
    Redactor(secrets.compactMap { Secret($0) })
  }

  /// Random-looking letters and digits; keys are composed here so that this file contains none.
  private static let drawn = "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3Ab4C"

  /// The prefixes of keys, with the minimum number of characters that follow.
  private static let makers: [(String, Int)] = [
    ("sk-", 16), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("AIza", 30),
    ("gsk_", 20), ("xai-", 20), ("hf_", 20), ("r8_", 20), ("pplx-", 20), ("ghp_", 20),
    ("gho_", 20), ("ghs_", 20), ("github_pat_", 20), ("glpat-", 16), ("xoxb-", 16),
    ("xoxp-", 16), ("AKIA", 16), ("ASIA", 16), ("eyJ", 40),
  ]

  @Test("a key behind a JSON escape is found, and a known one in its escaped forms")
  func escapes() {
    let key = "sk-" + Self.drawn.prefix(20)
    for escape in [#"\n"#, #"\r"#, #"\t"#, #"\u000a"#, #"\u003A"#] {
      #expect(Redactor().redact("KEY:\(escape)\(key)") == "KEY:\(escape)•••")
    }
    let known = Redactor([Secret(#"pla/nt"ed"#)].compactMap { $0 })
    for text in [#"pla/nt"ed"#, #"pla/nt\"ed"#, #"pla\/nt\"ed"#] {
      #expect(known.redact("a \(text) b") == "a ••• b")
    }
  }

  @Test(
    "the value of a secret field is redacted to its end",
    arguments: [
      ("password=p@ssw0rd!", "password=•••"), ("password=abcd!rest&x=1", "password=•••&x=1"),
      (#"{"u":"token=ab:cd/ef"}"#, #"{"u":"token=•••"}"#),
      ("password=•••, done", "password=•••, done"),
    ])
  func fields(text: String, redacted: String) {
    #expect(Redactor().redact(text) == redacted)
  }

  @Test("a key of each vendor is redacted wherever it occurs", arguments: makers)
  func keys(opening: String, minimumLength: Int) {
    // AWS uses capitals in its keys.
    let drawn = opening.hasSuffix("IA") ? Self.drawn.uppercased() : Self.drawn
    let key = opening + drawn.prefix(minimumLength)
    let redactor = Redactor()
    for (text, redacted) in [
      (key, "•••"), ("\(key) is mine", "••• is mine"), ("mine: \(key)", "mine: •••"),
      ("“\(key)”", "“•••”"), ("{\"k\":\"\(key)\"}", "{\"k\":\"•••\"}"), ("k=\(key)&b", "k=•••&b"),
      ("ключ→\(key)😀", "ключ→•••😀"), ("(\(key),\(key))", "(•••,•••)"),
      ("a\n\(key)\r\nb", "a\n•••\r\nb"), ("\(key)\(drawn) b", "••• b"),
    ] {
      #expect(redactor.redact(text) == redacted)
      #expect(!redactor.isClean(text))
      #expect(redactor.isClean(redacted))
    }
  }

  @Test("text shorter than a key, or at the end of a word, is kept", arguments: makers)
  func noKeys(opening: String, minimumLength: Int) {
    let short = "x: \(opening)\(Self.drawn.prefix(minimumLength - 1)) y"
    let inWord =
      "x: ta\(opening)\(Self.drawn.prefix(minimumLength)), 1\(opening)\(Self.drawn.prefix(minimumLength))"
    let words = "x: \(opening)\(String(repeating: "of-the-", count: 7))day"
    for text in [short, inWord, words] {
      #expect(Redactor().redact(text) == text)
      #expect(Redactor().isClean(text))
    }
  }

  @Test(
    "after a word that announces a secret, only the secret is redacted",
    arguments: [
      ("Authorization: Bearer ", 12), ("authorization: bearer ", 12), ("Basic ", 12),
      ("api_key=", 6), ("apikey=", 6), ("api-key=", 6), ("http://h/?key=", 6), ("/x?a=b&key=", 6),
      ("token=", 6), ("access_token=", 6), ("password=", 4), ("db_password=", 4), ("secret=", 6),
      ("client_secret=", 6), ("signature=", 6), ("X-Amz-signature=", 6), ("?my-api_key=", 6),
    ])
  func announced(opening: String, minimumLength: Int) {
    let value = Self.drawn.prefix(minimumLength)
    let redactor = Redactor()
    #expect(redactor.redact(opening + value) == opening + "•••")
    #expect(redactor.redact("ä \(opening)\(value)&b=c") == "ä \(opening)•••&b=c")
    #expect(redactor.redact("\"\(opening)\(value)\" é") == "\"\(opening)•••\" é")
    let short = "\(opening)\(value.dropLast()) is short"
    #expect(redactor.redact(short) == short)
  }

  @Test("keys in their current formats")
  func keysOfToday() {
    let texts = [
      ("sk-proj-\(Self.drawn)_\(Self.drawn)-T3", "•••"),
      ("sk-ant-api03-\(Self.drawn)-\(Self.drawn)AA", "•••"),
      ("sk-or-v1-0123456789abcdef0123456789abcdef", "•••"),
      ("Bearer eyJ\(Self.drawn).eyJ\(Self.drawn).\(Self.drawn)-_", "Bearer •••"),
      ("eyJ\(Self.drawn).eyJ\(Self.drawn).\(Self.drawn), then", "•••, then"),
      ("Authorization: Basic \(Self.drawn)==", "Authorization: Basic •••=="),
      ("export KEY=AIzaSy\(Self.drawn); echo", "export KEY=•••; echo"),
    ]
    for (text, redacted) in texts { #expect(Redactor().redact(text) == redacted) }
  }

  @Test(
    "a name and a password in a URL are redacted",
    arguments: [
      ("http://me:planted@host:1/x", "http://•••@host:1/x"),
      ("see postgres://me:pl%40nted@db/x?y, or", "see postgres://•••@db/x?y, or"),
      ("<https://me:pä😀@host>", "<https://•••@host>"),
      ("redis://:planted@cache", "redis://•••@cache"), ("a://b:@c", "a://•••@c"),
      ("http://a:b@c http://d:e@f", "http://•••@c http://•••@f"),
      ("https://me:p@nted@host/x", "https://•••@host/x"),
    ])
  func addresses(text: String, redacted: String) {
    #expect(Redactor().redact(text) == redacted)
  }

  @Test(
    "a private key is redacted to its last line, or to the end",
    arguments: ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "])
  func privateKeys(kind: String) {
    let dashes = String(repeating: "-", count: 5)
    let (begin, end) = ("\(dashes)BEGIN \(kind)PRIVATE KEY", "\(dashes)END \(kind)PRIVATE KEY")
    let key = "\(begin)\(dashes)\nMIIE\nabc=\n\(end)\(dashes)"
    let redactor = Redactor()
    #expect(redactor.redact(key) == "•••")
    #expect(redactor.redact("mine:\n\(key)\nand\n\(key)\n.") == "mine:\n•••\nand\n•••\n.")
    #expect(redactor.redact("mine:\n\(begin)\(dashes)\nMIIE\nabc") == "mine:\n•••")
  }

  @Test(
    "ordinary text is kept",
    arguments: [
      "", " ", "•••", "The sk- before a name is a beginning, and so are AIza, eyJ, hf_ and r8_.",
      "We use sk-learn and sk-learn-contrib-of-the-lab.", "sk-ip it, and ask-for-help instead.",
      "The task-12345678901234567890 is on disk-ABCDEFGHIJKLMNOPQRST.",
      "A token is a part of a word; tokens=4096 and max_tokens: 160 are limits.",
      "token = 5, token: none, token= and token=five", "A token of my gratitude.",
      "Bearer of news, good or bad.", "The bearer of-this letter and the Bearer token.",
      "Basic needs come first; Basic English.", "FORBEARER things and Bearers unknown-to-us-all.",
      "A well-known, state-of-the-art, risk-averse, task-oriented, self-fulfilling prophecy.",
      "commit 0ebf573c1173a86a6e42296c84fa67a0145deadb was the last.",
      "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301, again 3F2504E0-4F89-11D3-9A0C-0305E82C3301",
      "At 12:30:45, or 2026-11-21T12:30:05.5+01:00, on Sat, 21 Nov 2026 10:00:30 GMT.",
      "https://example.org:8080/a/b?c=d&e=f#g", "Write to a.b@example.org, or to c@d.e: today.",
      "ssh://git@example.org/owner/name.git", "http://a.b:80/ and me@c.d",
      "see http://a.b:80, or ask me@c.d", "file:///a:b@c", "a ://b c:d@e",
      "My password is nobody's business; password: none, password=abc", "The secret is out.",
      "secret=short, signature=no, api_key=none.", "/search?key=ab&key=", "monkey=banana-split",
      "Eyjafjallajökull erupted in 2010.", "AKIA, ASIA and Asia-Pacific.",
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
      "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----\nPRIVATE KEY",
      "I slept badly — again 😴. Ich weiß nicht, wie's weitergeht. 眠れない。", "e\u{301}\u{200d}",
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
      "chatcmpl-qB8HAt3sF7jzcD3K5j5IgCSAXXKV07eD", "msg_01XFDUDYJgAACzvnptvVoYEL",
      "claude-haiku-4-5-20251001", "SmolLM2-135M-Instruct.Q4_1.gguf@sha256:b179c9523d0e",
      "v1.2.3-beta.4+build.5", "x-ratelimit-remaining-requests: 59",
    ])
  func ordinary(text: String) {
    #expect(Redactor().redact(text) == text)
    #expect(Redactor().isClean(text))
  }

  @Test(
    "ordinary words after 'Basic' or 'bearer', or in capitals, are kept",
    arguments: [
      "Basic understanding is enough.", "Basic communication, then.",
      "Basic self-awareness helps.", "A bearer certificate-holder.",
      "ASIA-PACIFIC-CONFERENCE-CENTRE",
    ])
  func ordinaryAfterOpenings(text: String) {
    #expect(Redactor().redact(text) == text)
  }
}

@Suite("Redaction of known secrets in all their forms")
struct KnownSecretTests {
  private func redact(_ text: String, _ secrets: String...) -> String {
    Redactor(secrets.compactMap { Secret($0) }).redact(text)
  }

  @Test(
    "verbatim, every occurrence",
    arguments: [
      ("planted", "•••"), ("planted.", "•••."), ("a planted", "a •••"),
      ("plantedplanted", "••••••"),
      ("explanted seeds", "ex••• seeds"), ("plante", "plante"), ("Planted", "Planted"),
      ("plan planted plant", "plan ••• plant"), ("é😀planted😀é", "é😀•••😀é"),
      ("pplanted", "p•••"), ("plplanted", "pl•••"), ("a\r\nplanted\r\nb", "a\r\n•••\r\nb"),
    ])
  func raw(text: String, redacted: String) {
    #expect(redact(text, "planted") == redacted)
  }

  @Test("percent-encoded in a URL")
  func percentEncoded() {
    let secret = "pl/n+t=e&dä"
    #expect(redact("?x=pl%2Fn%2Bt%3De%26d%C3%A4&y", secret) == "?x=•••&y")
    #expect(redact("it is \(secret)!", secret) == "it is •••!")
    #expect(redact("-._~-._~", "-._~-._~") == "•••")
  }

  @Test("one inside another leaves no remainder")
  func inside() {
    for secrets in [["planted", "planted-longer", "a-planted"], ["a-planted", "planted"]] {
      let redactor = Redactor(secrets.compactMap { Secret($0) })
      #expect(redactor.redact("planted") == "•••")
      #expect(redactor.redact("x a-planted y") == "x ••• y")
    }
    #expect(redact("planted-longer planted", "planted", "planted-longer") == "••• •••")
    #expect(redact("planted-longer planted", "planted-longer", "planted") == "••• •••")
    #expect(redact("planted-longe", "planted", "planted-longer") == "•••-longe")
  }

  @Test("a secret of fewer than six bytes is ignored; bytes are counted, not characters")
  func short() {
    #expect(redact("a short one", "short") == "a short one")
    #expect(redact("a shorts one", "shorts") == "a ••• one")
    #expect(redact("äöü", "äöü") == "•••")
    #expect(redact("é😀", "é😀") == "•••")
    #expect(redact("ab%26", "ab&") == "ab%26")
  }

  @Test("many in one text, known ones and those of a usual form")
  func many() {
    let key = "sk-" + String(repeating: "aB3", count: 8)
    let text = "planted1 \(key) second2 http://a:b@c token=abcdef planted1"
    #expect(
      redact(text, "planted1", "second2") == "••• ••• ••• http://•••@c token=••• •••")
    let all = (0..<200).map { "planted-\($0)-x" }
    let redactor = Redactor(all.compactMap { Secret($0) })
    #expect(
      redactor.redact(all.joined(separator: " "))
        == Array(repeating: "•••", count: 200).joined(separator: " "))
  }

  @Test(
    "a known secret that is followed by more key characters is redacted to their end",
    arguments: [
      ("password=planted!word:one", "planted!word:one", "password=•••"),
      ("Bearer planted.secret.one=two:three", "planted.secret.one=two:three", "Bearer •••"),
      ("https://h/?key=planted$ecret&x=1", "planted$ecret", "https://h/?key=•••&x=1"),
      ("http://me:planted@word@h/", "planted@word", "http://•••@h/"),
    ])
  func longerThanForm(text: String, secret: String, redacted: String) {
    #expect(redact(text, secret) == redacted)
  }

  @Test("without known secrets only the usual forms are found, and redaction is idempotent")
  func none() {
    #expect(Redactor([]).redact("planted") == "planted")
    let redactor = Redactor([Secret("planted")].compactMap { $0 })
    let once = redactor.redact("password=planted, Bearer planted-planted, http://a:planted@b")
    #expect(once == "password=•••, Bearer •••-•••, http://•••@b")
    #expect(redactor.redact(once) == once && redactor.isClean(once))
  }

  @Test("in JSON every text is redacted, while names, numbers and order are kept")
  func json() throws {
    let value = try JSONValue(
      parsing: """
        {"planted":"planted","b":[1,2.5,true,null,"x planted",["planted"]],"a":{"z":"http://a:b@c",
        "y":"calm"},"planted2":{}}
        """)
    let redactor = Redactor([Secret("planted")].compactMap { $0 })
    let redacted = redactor.redact(value)
    #expect(
      redacted.text() == """
        {"planted":"•••","b":[1,2.5,true,null,"x •••",["•••"]],"a":{"z":"http://•••@c","y":"calm"},\
        "planted2":{}}
        """)
    #expect(redactor.redact("planted" as JSONValue) == "•••")
    #expect(redactor.redact(["a": "planted"] as JSONObject) == ["a": "•••"])
    #expect(redactor.redact(JSONValue.integer(1)) == 1)
  }

  @Test(
    "random secrets are found at their position", arguments: 1...100 as ClosedRange<UInt64>)
  func property(seed: UInt64) {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let marks = Array("abXY019é日😀!$%&()*+,-./:;<=>?@[]^_`{|}~\"'\\")
    let words = ["calm", "und", "—", "日本", "so:", "\n", "x=1", "(", "👋🏽"]
    let secrets = (0..<4).map { _ in
      String((0..<(6 + next(20))).map { _ in marks[next(marks.count)] })
    }
    let redactor = Redactor(secrets.compactMap { Secret($0) })
    var (text, expected) = ("", "")
    for _ in 0..<30 {
      let word = words[next(words.count)]
      let isSecret = next(3) == 0
      text += " " + (isSecret ? secrets[next(4)] : word)
      expected += " " + (isSecret ? "•••" : word)
    }
    #expect(redactor.redact(text) == expected, "seed \(seed)")
    #expect(redactor.isClean(expected), "seed \(seed)")
  }
}
