import Conversations
import PromptTemplates
public import SourceFiles

/// Writes a report as one HTML file that needs nothing else: no script, no font, no network.
public enum HTMLReport {
  /// The whole document. Throws ``SourceError`` only when the template itself is broken.
  public static func render(_ report: EvalReport) throws(SourceError) -> String {
    let file = SourceFile(path: "report.html.hbs", bytes: PackageResources.report_html_hbs)
    return try TextTemplate(file).render(ReportDocument(report).values, escape: escaped)
  }

  @Sendable private static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
