/// The numbers and addresses in a text that says how to reach someone.
package struct Contacts: Hashable {
  /// The digits of each number.
  package var numbers: Set<String> = []
  /// The keys of web and mail addresses.
  package var addresses: Set<String> = []

  /// Whether the text has neither numbers nor addresses.
  package var isEmpty: Bool { numbers.isEmpty && addresses.isEmpty }

  /// Finds the contacts in a text; digits inside an address belong to it.
  package init(in text: String) {
    let scalars = Array(text.unicodeScalars)
    let found = WebAddress.addresses(in: scalars)
    addresses = Set(found.map(\.key))
    var isInAddress = [Bool](repeating: false, count: scalars.count)
    for address in found { for position in address.range { isInAddress[position] = true } }
    let runs = DigitRun.runs(in: scalars) { [isInAddress] in isInAddress[$0] }
    for run in runs where run.couldBeContact(run.groups.indices) { numbers.insert(run.digits) }
  }
}
