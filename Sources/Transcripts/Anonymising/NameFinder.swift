import CoachModel

/// Finds the names that a chat itself introduces: a person's own, and those of the people they speak of.
///
/// It goes by the words around a name, not by a list of names: "my name is …", "my sister …", a line at the
/// end of a message. A name that just appears is not found.
enum NameFinder {
  /// The names in the messages of one person's chats.
  static func names(in messages: [Message]) -> [PersonName] {
    var found: [PersonName] = []
    var addressed: [String: Int] = [:]
    for message in messages {
      let text = TextTokens(message.text)
      for position in text.tokens.indices {
        let start =
          message.role == .user
          ? introduction(text, position) ?? hereIs(text, position)
          : greeting(text, position)
        if let start, let name = name(text, start, acceptsSmall: false) { found.append(name) }
        if message.role == .user, let start = namedSmall(text, position),
          let name = name(text, start, acceptsSmall: true)
        {
          found.append(name)
        }
        if let name = related(text, position) ?? titled(text, position) { found.append(name) }
        if message.role == .assistant, let word = address(text, position) {
          addressed[word, default: 0] += 1
        }
      }
      if message.role == .user, let name = signature(text) { found.append(name) }
    }
    // Once it may be a place: "to Leeds, England."
    found += addressed.filter { $0.value > 1 }.keys.sorted().map {
      PersonName(given: [$0], family: [])
    }
    return found
  }

  /// What somebody says before their own name, as the tokens of it. After these a name is capitalised.
  private static let introductions: [[String]] = [
    ["i", "'", "m"], ["i", "am"], ["im"], ["call", "me"], ["name", "'", "s"], ["name", "is"],
    ["me", "llamo"], ["soy"], ["nombre", "es"], ["nome", "é"], ["me", "chamo"],
    ["chamo", "-", "me"],
    ["ich", "heiße"], ["ich", "heisse"], ["name", "ist"], ["m", "'", "appelle"], ["je", "suis"],
    ["mi", "chiamo"],
  ]

  /// After these it is a name even in small letters.
  private static let certain: [[String]] = [
    ["my", "name", "is"], ["my", "name", "'", "s"], ["me", "llamo"], ["mi", "nombre", "es"],
    ["meu", "nome", "é"], ["me", "chamo"], ["ich", "heiße"], ["ich", "heisse"],
    ["mein", "name", "ist"], ["je", "m", "'", "appelle"], ["mi", "chiamo"],
  ]

  /// Where the name begins that is introduced at a position.
  private static func introduction(_ text: TextTokens, _ position: Int) -> Int? {
    guard let words = introductions.first(where: { text.matches($0, at: position) }) else {
      return nil
    }
    let start = position + words.count
    // "I'm Head of Sales"
    return ["of", "at"].contains(text.plain(start + 1)) ? nil : start
  }

  private static func namedSmall(_ text: TextTokens, _ position: Int) -> Int? {
    certain.first { text.matches($0, at: position) }.map { position + $0.count }
  }

  /// "This is Sarah", "Sarah here", at the start of a message.
  private static func hereIs(_ text: TextTokens, _ position: Int) -> Int? {
    guard position < 4 else { return nil }
    if text.matches(["this", "is"], at: position) || text.matches(["it", "'", "s"], at: position) {
      let after = text.plain(position + (text.plain(position) == "it" ? 4 : 3))
      let isAlone = [".", "!", "-", "from", "again", "here"].contains(after)
      return isAlone ? position + (text.plain(position) == "it" ? 3 : 2) : nil
    }
    let isHere = text.plain(position + 1) == "here"
    let isEnd = text[position + 2].map { $0.kind == .mark } ?? true
    return isHere && isEnd ? position : nil
  }

  /// "Good morning, Amara." in the coach's words.
  private static func greeting(_ text: TextTokens, _ position: Int) -> Int? {
    guard text.beginsSentence(position) else { return nil }
    let greetings = [
      ["hi"], ["hello"], ["hey"], ["dear"], ["welcome"], ["welcome", "back"], ["good", "morning"],
      ["good", "afternoon"], ["good", "evening"], ["thanks"], ["thank", "you"], ["goodbye"],
      ["bye"],
      ["hola"], ["olá"], ["oi"], ["hallo"], ["bonjour"], ["ciao"],
    ]
    for words in greetings.reversed() where text.matches(words, at: position) {
      var start = position + words.count
      if text.plain(start) == "," { start += 1 }
      let after = text[start + 1]
      let isAlone = after.map { $0.kind == .mark || $0.beginsLine } ?? true
      if isAlone { return start }
    }
    return nil
  }

  /// "…, Amara?" at the end of the coach's sentence.
  private static func address(_ text: TextTokens, _ position: Int) -> String? {
    guard text.plain(position) == ",", let word = text[position + 1], word.isCapitalised,
      word.isAfterSpace, isName(word)
    else { return nil }
    let isEnd = text[position + 2].map { [".", "?", "!", "…"].contains($0.plain) } ?? true
    return isEnd ? word.text : nil
  }

  /// "my older sister Ana", "my boss is called Greg", "Ana, my sister".
  private static func related(_ text: TextTokens, _ position: Int) -> PersonName? {
    guard NameWords.possessives.contains(text.plain(position)) else { return nil }
    var at = position + 1
    var relation: Int?
    while at <= position + 4, let token = text[at], !token.beginsLine {
      if NameWords.relations.contains(token.plain) {
        relation = at
      } else if relation != nil || token.kind != .word && token.plain != "-" {
        break
      }
      at += 1
    }
    guard let relation else { return nil }
    if let name = before(text, position, relation) { return name }
    at = relation + 1
    for words in [
      ["is", "called"], ["called"], ["named"], ["is", "named"], ["'", "s", "name", "is"],
    ]
    where text.matches(words, at: at) {
      return name(text, at + words.count, acceptsSmall: true)
    }
    let isSetOff = [",", "(", "-", "–", "—", ":"].contains(text.plain(at))
    if isSetOff { at += 1 }
    guard let name = name(text, at, acceptsSmall: false) else { return nil }
    // "my sister, Ana, says" is a name; "my sister, Mondays included, says" is none.
    let after = text.plain(at + name.given.count + name.family.count)
    return !isSetOff || [",", ")", "-", "–", "—", "'", ".", "!", "?", ""].contains(after)
      ? name : nil
  }

  /// The name in "Ana, my sister, came" and "Ana is my sister"; not in "Look, my sister came".
  private static func before(
    _ text: TextTokens, _ position: Int, _ relation: Int
  ) -> PersonName? {
    guard position > 1, [",", "(", "is", "was"].contains(text.plain(position - 1)),
      let word = text[position - 2], word.isCapitalised, isName(word),
      !NameWords.ambiguous.contains(word.plain)
    else { return nil }
    let isClosed = [",", ".", ")", "!", "?", ""].contains(text.plain(relation + 1))
    return text.plain(position - 1) != "," || isClosed
      ? PersonName(given: [word.text], family: []) : nil
  }

  /// "Mr Whitaker", "Dr. Ahmed".
  private static func titled(_ text: TextTokens, _ position: Int) -> PersonName? {
    guard let title = text[position], NameWords.titles.contains(title.plain),
      title.text.first?.isUppercase ?? false
    else { return nil }
    let start = text.plain(position + 1) == "." ? position + 2 : position + 1
    guard let name = name(text, start, acceptsSmall: false) else { return nil }
    let isGiven = ["uncle", "aunt", "auntie", "dona", "dom"].contains(title.plain)
    return isGiven ? name : PersonName(given: [], family: name.given + name.family)
  }

  /// A last line that is a name, after a closing or a dash.
  private static func signature(_ text: TextTokens) -> PersonName? {
    guard let start = text.tokens.lastIndex(where: \.beginsLine) else { return nil }
    let line = text.tokens[start...]
    if ["-", "–", "—"].contains(line.first?.plain ?? ""), line.count <= 5 {
      return whole(text, start + 1)
    }
    // "Thanks, Sarah"
    if let comma = line.firstIndex(where: { $0.plain == "," }), comma - start <= 3,
      line[start..<comma].allSatisfy({ $0.kind == .word }),
      NameWords.closings.contains(text.plain(comma - 1)), start > 0
    {
      return whole(text, comma + 1)
    }
    // A line of its own below "Best wishes,".
    guard start > 0, let lineBefore = text.tokens[..<start].lastIndex(where: \.beginsLine),
      start - lineBefore <= 4,
      text.tokens[lineBefore..<start].contains(where: { NameWords.closings.contains($0.plain) })
    else { return nil }
    return whole(text, start)
  }

  /// The name that begins at a position and ends with the text.
  private static func whole(_ text: TextTokens, _ start: Int) -> PersonName? {
    guard let name = name(text, start, acceptsSmall: false) else { return nil }
    let end = start + name.given.count + name.family.count
    let rest = text.tokens[min(end, text.tokens.count)...]
    return rest.allSatisfy { $0.kind == .mark || $0.plain.allSatisfy { $0 == "x" } } ? name : nil
  }

  /// The name that begins at a position: a word, those linked to it with a hyphen, and what follows as
  /// family names.
  private static func name(
    _ text: TextTokens, _ start: Int, acceptsSmall: Bool
  ) -> PersonName? {
    guard let first = text[start], isName(first), first.text.count > 1,
      first.isCapitalised
        || acceptsSmall && first.kind == .word && !NameWords.ambiguous.contains(first.plain)
    else { return nil }
    var name = PersonName(given: [first.text], family: [])
    var at = start + 1
    while text.plain(at) == "-", let next = text[at + 1], next.kind == .word, !next.isAfterSpace {
      name.given.append(next.text)
      at += 2
    }
    while name.family.count < 3, let next = text[at], next.isAfterSpace, !next.beginsLine {
      if next.isCapitalised, isName(next), first.isCapitalised {
        name.family.append(next.text)
      } else if !isParticle(text, at) {
        break
      }
      at += 1
    }
    return name
  }

  /// Whether a small word is one of those inside a name, and the name goes on: "de la Cruz".
  private static func isParticle(_ text: TextTokens, _ position: Int) -> Bool {
    guard NameWords.particles.contains(text.plain(position)), let next = text[position + 1] else {
      return false
    }
    return next.isCapitalised
      || NameWords.particles.contains(next.plain) && text[position + 2]?.isCapitalised ?? false
  }

  private static func isName(_ token: TextTokens.Token) -> Bool {
    token.kind == .word && !NameWords.never.contains(token.plain)
      && !NameWords.relations.contains(token.plain)
  }
}
