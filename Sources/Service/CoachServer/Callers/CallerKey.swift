#if Server
  import CoachKit

  /// A key by which a caller is known, as its digest: the server does not keep the key itself.
  public struct CallerKey: Sendable, Hashable {
    let caller: Caller
    let digest: KeyDigest

    /// The minimum length of a key in bytes.
    static let minimumLength = 16

    /// Reads keys that are separated by commas or lines: `[name=]scope:secret`, with the scope `client` or `operator`. The
    /// secret may be replaced by its digest, `sha256=` and 64 digits. Lines that begin with `#` are comments.
    ///
    /// Throws ``SourceError`` with every entry that cannot be used, without quoting any.
    static func list(_ file: SourceFile) throws(SourceError) -> [CallerKey] {
      var keys: [CallerKey] = []
      var problems: [Diagnostic] = []
      // A comment takes up its whole line, so that a disabled line of several keys disables all of them.
      let lines = file.bytes.split(separator: UInt8(ascii: "\n")).filter { line in
        line.first { !isBlank($0) } != UInt8(ascii: "#")
      }
      for part in lines.flatMap({ $0.split(separator: UInt8(ascii: ",")) }) {
        let text = String(decoding: part, as: UTF8.self).filter { !$0.isWhitespace }
        guard !text.isEmpty else { continue }
        do throws(KeyProblem) {
          keys.append(try CallerKey(text, number: keys.count + 1))
        } catch {
          problems.append(
            Diagnostic(
              "settings.key", "an entry of \(file.path) \(error.words)",
              at: file.location(at: part.startIndex), hint: error.hint))
        }
      }
      if keys.isEmpty, problems.isEmpty {
        problems.append(
          Diagnostic(
            "settings.key", "\(file.path) has no keys",
            hint: "add one such as app=client:<secret>, or remove it"))
      }
      try problems.throwErrors()
      return keys
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

    private struct KeyProblem: Error {
      var words: String
      var hint: String
    }

    private init(_ text: String, number: Int) throws(KeyProblem) {
      guard let colon = text.firstIndex(of: ":") else {
        throw KeyProblem(words: "has no scope", hint: "write client:<secret> or operator:<secret>")
      }
      let head = text[..<colon].split(separator: "=", maxSplits: 1).map(String.init)
      guard let word = head.last, let scope = CallerScope(rawValue: word), head.count <= 2 else {
        throw KeyProblem(
          words: "has a scope that is not known", hint: "write client:<secret> or operator:<secret>"
        )
      }
      let secret = String(text[text.index(after: colon)...])
      caller = Caller(name: head.count == 2 ? head[0] : "\(scope)-\(number)", scope: scope)
      if secret.hasPrefix("sha256=") {
        guard let digest = KeyDigest(hexadecimal: secret.dropFirst("sha256=".count)) else {
          throw KeyProblem(
            words: "has no valid digest",
            hint: "write the 64 digits of: printf %s \"$KEY\" | sha256sum")
        }
        self.digest = digest
        return
      }
      guard secret.utf8.count >= Self.minimumLength else {
        throw KeyProblem(
          words: "is shorter than \(Self.minimumLength) characters",
          hint: "make one with: openssl rand -hex 32")
      }
      digest = KeyDigest(of: secret)
    }
  }
#endif
