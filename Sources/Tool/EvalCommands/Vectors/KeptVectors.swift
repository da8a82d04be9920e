import CoachBenchmarks
import CommandLineSupport
import LanguageModels
import ModelLayers
import SourceFiles

/// The vectors of texts by one embedding model, kept in a file in the folder for working data, so that the next command
/// does not embed them again.
struct KeptVectors {
  /// The server's name for its model, with which decisions compare theirs.
  let model: String
  private var file: VectorFile

  /// After how many texts the file is written.
  private static let part = 4_096

  subscript(text: String) -> [Float]? { file[text] }

  /// Gets the vectors of texts, and tells how far it is.
  init(of texts: [String], by name: String) async throws {
    let model = EmbeddingCache(
      try ModelFactory(baseURL: nil).embeddings(name), capacity: 512, batch: 32)
    let served = try await model.embeddings(of: ["hello"]).model ?? model.identity.model
    // Another server may have another model under the same name.
    let place = model.identity.address.map { "-\(ContentDigest(of: $0).short)" } ?? ""
    let name = served.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let path = ".coachkit/embeddings/\(name)\(place)"
    var file = (try? DiskFileSystem().read(path)).map { VectorFile($0.bytes) } ?? VectorFile()
    // In parts, so that a command that is stopped loses little: embedding 25,000 texts takes half an hour.
    let missing = texts.filter { file[$0] == nil }
    for start in stride(from: 0, to: missing.count, by: Self.part) {
      let end = min(start + Self.part, missing.count)
      try await file.add(Array(missing[start..<end]), from: model) {
        Terminal.printError("embedding: \(start + $0) of \(missing.count)")
      }
      let bytes = file.bytes
      try OutputFile.write(to: path) { write in try write(bytes) }
    }
    self.model = served
    self.file = file
  }
}
