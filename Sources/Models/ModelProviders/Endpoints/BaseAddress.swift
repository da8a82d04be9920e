package import LanguageModels
import SourceFiles

/// The address of a provider's API, from what a person wrote or copied.
///
/// The whole path of an operation (`…/v1/chat/completions`), a query (`…?api-version=…`), slashes, white space and
/// quotation marks around it, and a missing scheme do no harm. Anything else that is no address is a ``Problem``.
package struct BaseAddress: Sendable, Hashable {
  /// Scheme, host, port, and the path to which that of an operation is added; without a slash at the end.
  package let base: String
  /// The parameters that every request carries, without the question mark; empty if there are none.
  package let query: String

  /// The reason why a text is no address.
  package struct Problem: Error, Sendable, Hashable {
    /// The predicate of a sentence about the address, such as "has no host".
    package var what: String
    /// How to repair it.
    package var advice: String
  }

  /// Reads an address.
  ///
  /// - Parameter wire: The protocol whose operations may be at the end of the path.
  package init(_ text: String, of wire: WireProtocol? = nil) throws(Problem) {
    var rest = Substring(text.trimmingPasted).prefix { $0 != "#" }
    guard !rest.isEmpty else { throw Self.problem("is empty") }
    try Self.checkCharacters(rest)
    var parameters: [Substring] = []
    if let mark = rest.firstIndex(of: "?") {
      parameters = rest[rest.index(after: mark)...].split(separator: "&")
      rest = rest[..<mark]
    }
    let scheme = try Self.scheme(&rest)
    let authority = rest.prefix { $0 != "/" }
    let position = try Self.checkedPosition(authority)
    let isSecure = scheme.map { $0 == "https" } ?? !Self.isNearby(position)
    var path = rest[authority.endIndex...].split(separator: "/")
    if let wire, Self.removeOperation(from: &path, of: wire) {
      // What belongs to the operation, and not to the others.
      parameters.removeAll { $0 == "alt=sse" }
    }
    let origin = "\(isSecure ? "https" : "http")://\(authority)"
    base = ([origin] + path.map { String($0) }).joined(separator: "/")
    query = parameters.joined(separator: "&")
  }

  /// The address as a text that reads as the same address.
  package var text: String { query.isEmpty ? base : "\(base)?\(query)" }

  /// The address without what does not tell servers apart, or may be secret: user name, password and parameters other than
  /// the version of the API, the case of the host, and the scheme's usual port; nil if the address has no host.
  package var ofServer: String? {
    let isSecure = base.hasPrefix("https://")
    let scheme = isSecure ? "https://" : "http://"
    let path = base.dropFirst(scheme.utf8.count).drop { $0 != "/" }
    guard let server = ServerAddress(url: base) else { return nil }
    var host = server.host.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    if host == "localhost" { host = "127.0.0.1" }
    let port = server.port == (isSecure ? 443 : 80) ? "" : ":\(server.port)"
    let version = query.split(separator: "&").first { Self.name($0) == "api-version" }
    return "\(scheme)\(host)\(port)\(path)\(version.map { "?\($0)" } ?? "")"
  }

  /// Returns an address of a server with a short digest in place of each segment of its path that looks like a token: 16
  /// or more letters and digits, with both among them.
  ///
  /// Some gateways take a key in the path. The digest keeps two such addresses apart.
  static func hidingTokens(in address: String) -> String {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var segments = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0) }
    // The first three are the scheme, nothing, and the host.
    for position in segments.indices.dropFirst(3) where isToken(segments[position]) {
      segments[position] = "token-\(ContentDigest(of: segments[position]).short)"
    }
    let path = segments.joined(separator: "/")
    return parts.count == 2 ? "\(path)?\(parts[1])" : path
  }

  private static let minimumToken = 16

  private static func isToken(_ segment: String) -> Bool {
    let digits = segment.utf8.count { (0x30...0x39).contains($0) }
    let letters = segment.utf8.count { (0x61...0x7a).contains($0 | 0x20) }
    return digits > 0 && letters > 0 && digits + letters >= minimumToken
  }

  /// Returns the URL of an operation. Its own parameters replace those of the address that have the same names.
  ///
  /// - Parameter operation: The path relative to the address, with its query.
  package func url(of operation: String) -> String {
    let parts = operation.split(separator: "?", maxSplits: 1)
    let own = parts.count == 2 ? parts[1].split(separator: "&") : []
    let names = Set(own.map(Self.name))
    let all = query.split(separator: "&").filter { !names.contains(Self.name($0)) } + own
    let url = "\(base)/\(parts.first ?? "")"
    return all.isEmpty ? url : "\(url)?\(all.joined(separator: "&"))"
  }

  private static func name(_ parameter: Substring) -> Substring { parameter.prefix { $0 != "=" } }

  // MARK: Reading

  private static func problem(_ what: String, advice: String? = nil) -> Problem {
    Problem(what: what, advice: advice ?? "write an address such as https://api.example.com/v1")
  }

  private static func checkCharacters(_ text: Substring) throws(Problem) {
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard scalar.isInvisible || "<>\"{}|\\^`".unicodeScalars.contains(scalar) else { continue }
      throw problem(
        "contains \(scalar.kindAndCodePoint) at position \(position + 1)",
        advice: "remove it; if the address was copied, type that part again")
    }
  }

  /// Removes the scheme from a text and returns it in lower case; nil if there is none.
  private static func scheme(_ text: inout Substring) throws(Problem) -> String? {
    let isWithoutSlashes = ["http:", "https:"].contains { name in
      text.lowercased().hasPrefix(name) && text.dropFirst(name.count).first?.isNumber != true
    }
    let name = text.prefix { $0 != ":" && $0 != "/" }
    let rest = text[name.endIndex...]
    guard rest.hasPrefix("://") else {
      guard !isWithoutSlashes else {
        throw problem("has '\(name):' without two slashes after it")
      }
      text = text.drop { $0 == "/" }
      return nil
    }
    let scheme = name.lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw problem("has the scheme '\(name)'", advice: "write http:// or https://")
    }
    text = rest.dropFirst(3)
    return scheme
  }

  /// Returns host and port of an authority, without user name and password.
  private static func checkedPosition(_ authority: Substring) throws(Problem) -> Substring {
    let at = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    let position = authority[(at ?? authority.startIndex)...]
    // An IPv6 address is enclosed in brackets and contains colons itself.
    let nameEnd = position.lastIndex(of: "]").map { position.index(after: $0) }
    let rest = position[(nameEnd ?? position.startIndex)...]
    let colon = rest.firstIndex(of: ":")
    guard !position[..<(colon ?? position.endIndex)].isEmpty else { throw problem("has no host") }
    if let colon {
      let port = rest[rest.index(after: colon)...]
      // Not quoted: it may be a part of a password.
      let isNumber = port.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard port.isEmpty || isNumber && UInt16(port) ?? 0 > 0 else {
        throw problem(
          "has a port that is no number from 1 to 65535",
          advice:
            "write such a number after the colon, and '/', '?' and '#' in a password as %2F, %3F and %23"
        )
      }
    }
    return position
  }

  private static func isNearby(_ position: Substring) -> Bool {
    ServerAddress(url: "http://\(position)")?.isNearby ?? false
  }

  /// Removes the path of an operation of a protocol from the end of a path, and returns whether there was one.
  private static func removeOperation(from path: inout [Substring], of wire: WireProtocol) -> Bool {
    if wire == .gemini {
      guard let last = path.last, let colon = last.lastIndex(of: ":"),
        last[colon...].hasSuffix("Content") || last[colon...].hasSuffix("Contents")
          || last[colon...] == ":countTokens"
      else { return false }
      path.removeLast()
      if let collection = path.last, collection == "models" || collection == "tunedModels" {
        path.removeLast()
      }
      return true
    }
    for operation in operations[wire] ?? [] where path.suffix(operation.count) == operation[...] {
      path.removeLast(operation.count)
      return true
    }
    return false
  }

  /// The ends of paths, the longest first. Not `models`, with which the address itself may end.
  private static let operations: [WireProtocol: [[Substring]]] = [
    .openAIChat: openAIOperations, .openAIResponses: openAIOperations,
    .anthropic: [["messages", "count_tokens"], ["messages"]],
    .geminiInteractions: [["interactions"]],
    .ollama: [
      ["api", "chat"], ["api", "generate"], ["api", "tags"], ["api", "embed"], ["api"],
    ],
  ]

  private static let openAIOperations: [[Substring]] = [
    ["chat", "completions"], ["completions"], ["responses"], ["embeddings"],
  ]
}
