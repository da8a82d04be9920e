import Documents
public import LanguageModels
import SourceFiles

/// The known capabilities of models, as data.
///
/// A file of the same form can replace or extend the built-in table, so that a new model does not require a new
/// version of this library.
public struct CapabilityTable: Sendable {
  private struct Row {
    /// The provider; `*` for a model that anybody may serve, whose name is compared without regard to letter case.
    var provider: String
    var prefix: String
    var capabilities: ModelCapabilities

    func matches(_ name: Substring, of provider: String) -> Bool {
      self.provider == "*"
        ? name.lowercased().hasPrefix(prefix) : self.provider == provider && name.hasPrefix(prefix)
    }
  }

  private var rows: [Row]

  /// An empty table: every request is sent as it is, and the provider decides.
  public static let empty = CapabilityTable(rows: [])

  /// The table of this version.
  public static let builtIn: CapabilityTable = {
    // This module's tests would detect unreadable data.
    (try? CapabilityTable(parsing: embeddedFiles.file("Capabilities/models.json").bytes)) ?? .empty
  }()

  private init(rows: [Row]) {
    self.rows = rows
  }

  /// Parses a table. Throws ``ModelError`` with code `decoding` that names the invalid entry.
  public init(parsing bytes: [UInt8]) throws(ModelError) {
    let table = try DataTable(of: "models", parsing: bytes)
    rows = []
    for (position, model) in table.entries.enumerated() {
      guard let provider = model["provider"]?.string, let prefix = model["prefix"]?.string,
        let members = model.object
      else {
        throw table.unreadable("entry \(position + 1) has no provider and prefix")
      }
      do throws(CapabilityReader.Problem) {
        let capabilities = try CapabilityReader(members).capabilities()
        rows.append(Row(provider: provider, prefix: prefix, capabilities: capabilities))
      } catch {
        throw table.unreadable("entry \(position + 1) (\(provider) \(prefix)): \(error.message)")
      }
    }
  }

  /// Returns this table with the entries of `other` before its own, so that they win for prefixes of equal length.
  public func overridden(by other: CapabilityTable) -> CapabilityTable {
    CapabilityTable(rows: other.rows + rows)
  }

  /// Returns the capabilities in the entry with the longest prefix of the model's name, the first of several; nothing
  /// is known if no entry matches.
  ///
  /// The name may state its maker before a slash, as aggregators write it (`anthropic/claude-haiku-4-5`); a known
  /// maker then replaces `provider`.
  public func capabilities(of model: String, provider: String) -> ModelCapabilities {
    let parts = model.split(separator: "/", maxSplits: 1)
    let (maker, name) = parts.count == 2 ? (Self.makers[parts[0]], parts[1]) : (nil, model[...])
    var best: Row?
    for row in rows where row.matches(name, of: maker ?? provider) {
      if row.prefix.utf8.count > best?.prefix.utf8.count ?? -1 { best = row }
    }
    return best?.capabilities ?? ModelCapabilities()
  }

  /// The providers by the names that aggregators use.
  private static let makers: [Substring: String] = [
    "anthropic": "anthropic", "openai": "openai", "google": "gemini", "gemini": "gemini",
    "models": "gemini",
  ]
}
