import SourceFiles
import JSON
public import LanguageModels

/// What is known of models, as data: a file of this form replaces or adds to what is built in, so that
/// a new model needs no new version of this library.
public struct CapabilityTable: Sendable {
  private struct Row {
    var provider: String
    var prefix: String
    var capabilities: ModelCapabilities
  }

  private var rows: [Row]

  /// A table of nothing: everything is sent, the provider decides.
  public static let empty = CapabilityTable(rows: [])

  /// What this version knows.
  public static let builtIn: CapabilityTable = {
    // Unreadable data would be found by this module's tests.
    (try? CapabilityTable(parsing: embeddedFiles.file("Capabilities/models.json").bytes)) ?? .empty
  }()

  private init(rows: [Row]) {
    self.rows = rows
  }

  /// Reads a table. Throws ``ModelError`` with code `decoding` that names the entry.
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

  /// This table with another's entries before its own.
  public func overridden(by other: CapabilityTable) -> CapabilityTable {
    CapabilityTable(rows: other.rows + rows)
  }

  /// What is known of a model: the entry with the longest fitting beginning of its name, the first
  /// of several. A name may have its maker before a slash, as aggregators write it
  /// (`anthropic/claude-haiku-4-5`); the maker then counts as the provider.
  public func capabilities(of model: String, provider: String) -> ModelCapabilities {
    let parts = model.split(separator: "/", maxSplits: 1)
    let (maker, name) = parts.count == 2 ? (Self.makers[parts[0]], parts[1]) : (nil, model[...])
    var best: Row?
    for row in rows where row.provider == (maker ?? provider) && name.hasPrefix(row.prefix) {
      if row.prefix.utf8.count > best?.prefix.utf8.count ?? -1 { best = row }
    }
    return best?.capabilities ?? ModelCapabilities()
  }

  /// What aggregators call the makers of models.
  private static let makers: [Substring: String] = [
    "anthropic": "anthropic", "openai": "openai", "google": "gemini", "gemini": "gemini",
    "models": "gemini",
  ]
}
