import TextAnalysis

/// Which documents contain which terms, for ranking by BM25.
///
/// Documents are numbered from 0 in the order in which they were added. A removed document leaves nothing behind: terms
/// that no other document contains are removed with it.
struct TermIndex: Sendable {
  /// The documents that contain a term, in ascending order, with its number of occurrences.
  struct Posting: Sendable {
    var document: Int32
    var count: Int32
  }

  private(set) var terms: [String] = []
  private var numbers: [String: Int32] = [:]
  private var postings: [[Posting]] = []
  /// The terms of each document, with repetitions.
  private(set) var documents: [[Int32]] = []
  /// The number of terms of all documents.
  private var totalLength = 0

  var meanLength: Float {
    documents.isEmpty ? 0 : Float(totalLength) / Float(documents.count)
  }

  /// Adds a document with the given terms, which gets the next number.
  mutating func add(_ words: [String]) {
    add(words.map { number(of: $0) })
  }

  private mutating func add(_ document: [Int32]) {
    let index = Int32(documents.count)
    for term in document {
      let last = postings[Int(term)].count - 1
      if last >= 0, postings[Int(term)][last].document == index {
        postings[Int(term)][last].count += 1
      } else {
        postings[Int(term)].append(Posting(document: index, count: 1))
      }
    }
    documents.append(document)
    totalLength += document.count
  }

  private mutating func number(of term: String) -> Int32 {
    if let number = numbers[term] { return number }
    let number = Int32(terms.count)
    numbers[term] = number
    terms.append(term)
    postings.append([])
    return number
  }

  /// Keeps the documents for which the condition holds, and renumbers them.
  mutating func keep(where isKept: (Int) -> Bool) {
    var rest = TermIndex()
    for index in documents.indices where isKept(index) {
      rest.add(documents[index].map { terms[Int($0)] })
    }
    self = rest
  }

  /// Returns the documents that contain a term.
  func postings(of term: String) -> [Posting] {
    numbers[term].map { postings[Int($0)] } ?? []
  }

  func length(of document: Int) -> Int { documents[document].count }
}

extension TermIndex: Hashable {
  static func == (left: TermIndex, right: TermIndex) -> Bool {
    left.terms == right.terms && left.documents == right.documents
  }

  func hash(into hasher: inout Hasher) { hasher.combine(terms.count) }
}

extension TermIndex: TableValue {
  func write(to table: inout TableWriter) {
    table.write(terms)
    PackedLists(documents).write(to: &table)
  }

  init(from table: inout TableReader) throws(TableDamage) {
    let terms = try table.texts()
    let lists = try PackedLists(from: &table)
    for term in terms { _ = number(of: term) }
    guard self.terms.count == terms.count,
      lists.numbers.allSatisfy({ terms.indices.contains(Int($0)) })
    else { throw TableDamage() }
    for index in 0..<lists.count { add(Array(lists[index])) }
  }
}
