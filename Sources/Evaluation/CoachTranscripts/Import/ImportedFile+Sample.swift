import CoachModel

extension [ImportedFile] {
  /// Returns the files with some of their transcripts, each as likely as another, in the order of the files.
  ///
  /// Which ones are chosen depends on their ids and on the generator alone, not on the order of the files.
  package func sampling(
    _ count: Int, using random: inout some RandomNumberGenerator
  ) -> [ImportedFile] {
    let ids = Set(flatMap { $0.transcripts.map(\.id) }).sorted()
    let chosen = Set(ids.shuffled(using: &random).prefix(count))
    return map { $0.choosing(chosen) }
  }
}
