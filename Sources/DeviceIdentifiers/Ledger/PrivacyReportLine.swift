/// One line of an export: an entry in the words of Apple's App Privacy Report, and ours beside them.
///
/// Source: Apple, "Inspecting app activity data".
struct PrivacyReportLine: Encodable {
    struct Accessor: Encodable {
        let identifier: String
        let identifierType = "bundleID"
    }

    let accessor: Accessor
    let category: String
    /// Names the access; two lines of one access would share it.
    let identifier: String
    /// An access that has no end of its own has a beginning.
    let kind = "intervalBegin"
    let previous: String
    let purpose: String?
    let result: String
    let timeStamp: String
    let type = "access"

    init(_ entry: LedgerEntry) {
        accessor = Accessor(identifier: entry.app.description)
        category = entry.identifier.description
        identifier = String(entry.sequence)
        previous = entry.previous
        purpose = entry.purpose
        result = entry.result.description
        timeStamp = entry.at
    }
}
