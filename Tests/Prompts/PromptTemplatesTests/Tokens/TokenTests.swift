import Documents
import Foundation
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Token estimates")
struct TokenEstimatorTests {
  @Test("an empty text has no tokens, and a word has at least one")
  func least() {
    let counter = TokenEstimator()
    #expect(counter.count("") == 0)
    #expect(counter.count("a") >= 1)
    #expect(counter.count([0xff, 0xe2, 0x82]) > 0)
  }

  @Test("the numbers equal those of the reference in Scripts/measure-tokens.py")
  func reference() throws {
    let estimates = try TokenFiles.json("estimates.json")
    let strings = estimates["strings"]?.array ?? []
    #expect(strings.count > 50)
    for entry in strings {
      let text = entry["text"]?.string ?? ""
      #expect(
        TokenEstimator().count(text) == entry["estimate"]?.integer, "\(text.debugDescription)")
    }
    for language in ["en", "es", "de", "ja"] {
      let text = try TokenFiles.text(language)
      #expect(TokenEstimator().count(text) == estimates["texts"]?[language]?.integer)
    }
  }

  @Test("coaching text in four languages: at most 3 % from the median of real tokenizers")
  func error() throws {
    let counts = try TokenFiles.json("counts.json")
    for language in ["en", "es", "de", "ja"] {
      let real = try #require(counts["texts"]?[language]?["median"]?.number)
      let estimate = Double(TokenEstimator().count(try TokenFiles.text(language)))
      #expect(abs(estimate / real - 1) < 0.03, "\(language)")
    }
  }
}

@Suite("Exact token counts from a rank file")
struct BytePairTokenizerTests {
  /// All bytes, and a few longer tokens.
  private func tiny(_ tokens: [String] = ["ab", "abc", "he", "ll", "hell", "hello"]) -> SourceFile {
    let all = (0...255).map { [UInt8($0)] } + tokens.map { Array($0.utf8) }
    let lines = all.enumerated().map { "\(Data($1).base64EncodedString()) \($0)" }
    return SourceFile(path: "tiny.tiktoken", text: lines.joined(separator: "\n") + "\n")
  }

  @Test("adjacent tokens with the lowest rank merge first")
  func merges() throws {
    let tokenizer = try BytePairTokenizer(rankFile: tiny(), pattern: .cl100k)
    #expect(tokenizer.encode("abc") == [257])
    #expect(tokenizer.encode("xabx") == [120, 256, 120])
    #expect(tokenizer.encode("hello hellx") == [261, 32, 260, 120])
    #expect(tokenizer.count("hello hellx") == 4)
    #expect(tokenizer.count("") == 0)
  }

  @Test(
    "an invalid rank file is rejected at its line",
    arguments: [("IQ== 0\nnonsense\n", 2), ("IQ== x\n", 1), ("I*== 1\n", 1)])
  func broken(text: String, line: Int) {
    let error = #expect(throws: SourceError.self) {
      try BytePairTokenizer(
        rankFile: SourceFile(path: "f", text: text), pattern: .o200k)
    }
    #expect(error?.diagnostics.first?.location?.line == line)
  }

  @Test("a long run without whitespace takes linear time")
  func long() throws {
    let tokenizer = try BytePairTokenizer(rankFile: tiny(["aa", "aaaa"]), pattern: .o200k)
    #expect(tokenizer.count(String(repeating: "a", count: 4_096)) == 1_024)
  }

  @Test(
    "the ids equal those of the original tokenizer",
    .enabled(
      if: TokenFiles.rankFile(.cl100k) != nil && TokenFiles.rankFile(.o200k) != nil,
      "run Scripts/measure-tokens.sh once, which fetches the rank files"),
    arguments: BytePairTokenizer.Pattern.allCases)
  func exact(pattern: BytePairTokenizer.Pattern) throws {
    let path = try #require(TokenFiles.rankFile(pattern))
    let tokenizer = try BytePairTokenizer(
      rankFile: DiskFileSystem().read(path), pattern: pattern)
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let lines = try DiskFileSystem().read("\(folder)/bpe-cases.jsonl").bytes.split(separator: 10)
    #expect(lines.count > 60)
    for line in lines {
      let test = try JSONValue(parsing: String(decoding: line, as: UTF8.self))
      let text = test["text"]?.string ?? ""
      let ids = test["\(pattern.rawValue)_base"]?.array?.compactMap(\.integer) ?? []
      #expect(tokenizer.encode(text) == ids, "\(text.debugDescription)")
      #expect(tokenizer.count(text) == ids.count)
    }
    let counts = try TokenFiles.json("counts.json")
    for language in ["en", "es", "de", "ja"] {
      let real = counts["texts"]?[language]?["\(pattern.rawValue)_base"]?.integer
      expect(tokenizer.count(try TokenFiles.text(language)), equals: real)
    }
  }
}

/// The texts on which tokens are measured, and the rank files if they were downloaded.
private enum TokenFiles {
  static func json(_ name: String) throws -> JSONValue {
    let file = try DiskFileSystem().read("\(ProjectFolder.path)/Evals/tokens/\(name)")
    return try JSONValue(parsing: String(decoding: file.bytes, as: UTF8.self))
  }

  static func text(_ language: String) throws -> String {
    let file = try DiskFileSystem().read("\(ProjectFolder.path)/Evals/tokens/\(language).txt")
    return String(decoding: file.bytes, as: UTF8.self)
  }

  static func rankFile(_ pattern: BytePairTokenizer.Pattern) -> String? {
    let path = "\(ProjectFolder.path)/.coachkit/rank-files/\(pattern.rawValue)_base.tiktoken"
    return DiskFileSystem().kind(of: path) == .file ? path : nil
  }
}
