import PolicyAudit

/// Fingerprints of which no two are alike: readers drop the second of two findings with one.
struct UniqueFingerprints {
    private var counts: [String: Int] = [:]

    /// The finding's own, with a number behind it when there was one like it before.
    mutating func next(_ finding: Finding) -> String {
        let count = counts[finding.fingerprint, default: 0] + 1
        counts[finding.fingerprint] = count
        return count == 1 ? finding.fingerprint : "\(finding.fingerprint)-\(count)"
    }
}
