import FoundationEssentials
public import ProtectionModel

extension IdentifierLedger {
    /// The ledger as lines of JSON in the manner of Apple's App Privacy Report, oldest first.
    ///
    /// `accessor`, `category`, `kind`, `timeStamp` and `type` are Apple's keys; `identifier` is the
    /// number of the entry; `purpose`, `result` and `previous` are ours. A purpose that was not given
    /// is left out.
    ///
    /// - Throws: as ``entries()``.
    public func privacyReport() throws(ProtectionError) -> String {
        var report = ""
        let encoder = JSONEncoder.sorted
        for entry in try entries() {
            do {
                report += String(
                    decoding: try encoder.encode(PrivacyReportLine(entry)),
                    as: UTF8.self
                )
            } catch {
                throw ProtectionError(.internalError, "\(error)")
            }
            report += "\n"
        }
        return report
    }

    /// What each application read, sorted by the bytes of its identifier.
    ///
    /// - Throws: as ``entries()``.
    public func summary() throws(ProtectionError) -> [LedgerSummary] {
        Dictionary(grouping: try entries(), by: \.app)
            .compactMap { LedgerSummary($0.key, $0.value) }
            .sorted { $0.app.description.utf8.lexicographicallyPrecedes($1.app.description.utf8) }
    }
}
