public import SourceFiles

extension RenderedPrompt {
  /// Returns the prompt without the content of some sections, for measuring what a section contributes.
  ///
  /// Conversation history stays, even inside such a section; the sections remain declared and are empty. Throws
  /// ``SourceError`` with code `prompt.section` if the prompt has no section of a given name.
  public func leavingOut(_ names: [String]) throws(SourceError) -> RenderedPrompt {
    guard !names.isEmpty else { return self }
    let known = sections.map(\.declaration.name)
    for name in names where !known.contains(name) {
      throw SourceError(
        Diagnostic(
          "prompt.section", "\(reference) has no section '\(name)'", hint: known.hint(for: name)))
    }
    let leftOut = Set(known.indices.filter { names.contains(known[$0]) }.map { Int16($0) })
    var kept: [UInt8] = []
    var media: [PromptMedia] = []
    var nextMedia = 0
    let records = records.indices.map { at in
      var record = self.records[at]
      let stays = record.history >= 0 || !leftOut.contains(record.section)
      if stays { kept += bytes[byteRange(of: at..<(at + 1))] }
      if record.isMedia {
        if stays { media.append(self.media[nextMedia]) }
        nextMedia += 1
        record.isMedia = stays
      }
      record.end = Int32(kept.count)
      return record
    }
    return RenderedPrompt(
      template: template, templateDigest: templateDigest, sections: sections,
      placesHistory: placesHistory, trims: trims, leftOutInputs: leftOutInputs, bytes: kept,
      records: records, marks: marks, media: media, sectionNames: sectionNames, data: data,
      files: files)
  }
}
