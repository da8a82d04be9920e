@testable import CoachSafety
@testable import SafetyRules
import SourceFiles
import TestKit
@testable import TextAnalysis

/// The rules of the product: as files, and as compiled by the build.
enum ProductRules {
  /// The folder of the files.
  static let folder = ProjectFolder.path + "/SafetyRules"

  /// The files of the screen.
  static let screening = Result { () throws(SourceError) in
    try ScreeningFiles(folder: "\(folder)/Screening")
  }

  /// The files of the reply checks.
  static let replies = Result { () throws(SourceError) in
    try ReplyCheckFiles(
      folder: "\(folder)/Replies", vocabulary: try screening.get().vocabulary)
  }

  /// The lexicon of the product's screen.
  static let lexicon = Result { () throws(TableDamage) in
    try ScreeningLexicon(base64: compiledScreeningLexicon)
  }
}
