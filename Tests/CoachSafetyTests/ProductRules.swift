@testable import CoachSafety
@testable import Phrases
@testable import SafetyRules
import SourceFiles
import TestKit

/// The rules of the product: as files, and as the build has compiled them.
enum ProductRules {
  /// Where the files lie.
  static let folder = ProjectFolder.path + "/SafetyRules"

  /// The files of the screen.
  static let screening = Result { () throws(SourceError) in
    try ScreeningFiles(folder: "\(folder)/Screening")
  }

  /// The files of the checks of replies.
  static let replies = Result { () throws(SourceError) in
    try ReplyCheckFiles(
      folder: "\(folder)/Replies", vocabulary: try screening.get().vocabulary)
  }

  /// What the screen of the product knows.
  static let lexicon = Result { () throws(TableDamage) in
    try ScreeningLexicon(base64: compiledScreeningLexicon)
  }
}
