import CoachModel
import Documents
import LanguageModels
public import SourceFiles

extension PriceTable {
  /// Reads a table from a file.
  ///
  /// Throws ``SourceError`` with every entry that is wrong, and its place.
  public init(_ file: SourceFile) throws(SourceError) {
    do throws(ModelError) {
      try self.init(parsing: file.bytes)
    } catch {
      throw try Self.located(error, in: file)
    }
  }

  /// Finds where the file is wrong. What is no JSON at all has a place already.
  private static func located(
    _ error: ModelError, in file: SourceFile
  ) throws(SourceError) -> SourceError {
    let document = try DocumentNode.parseJSON(file)
    var problems: [Diagnostic] = []
    if case .sequence(let entries) = document.member("prices").content {
      for entry in entries {
        do throws(PriceEntry.Problem) {
          _ = try PriceEntry(entry.json)
        } catch {
          let name = entry.json["model"]?.string.map { " of '\($0)'" } ?? ""
          problems +=
            entry.error(
              "prices.entry", "the price\(name) cannot be used: \(error.message)",
              hint: "'coachkit prices --json' shows how entries are written"
            ).diagnostics
        }
      }
    }
    return SourceError(problems)
      ?? document.error("prices.table", error.message, hint: error.advice)
  }
}
