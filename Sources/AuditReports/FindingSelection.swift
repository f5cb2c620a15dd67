import AuditFacts

/// The weightiest of a report's findings, where there is no room for all.
struct FindingSelection {
    /// Those that are kept, in the order of the report.
    let findings: [Finding]
    /// The others, in the order of the report.
    let rest: [Finding]

    /// How many are left out.
    var leftOut: Int { rest.count }

    /// At most `limit` of `findings` and, by a rough measure, `byteLimit` bytes of them; of each no
    /// more than `relatedLimit` steps and as many related places are written.
    init(
        _ findings: [Finding],
        limit: Int,
        byteLimit: Int = .max,
        relatedLimit: Int = .max
    ) {
        var room = byteLimit
        var kept: Set<Int> = []
        // What weighs less may still fit where something large did not.
        for index in Self.byWeight(findings) where kept.count < limit {
            let count = findings[index].roughByteCount(relatedLimit: relatedLimit)
            guard count <= room else { continue }
            room -= count
            kept.insert(index)
        }
        self.findings = findings.indices.filter { kept.contains($0) }.map { findings[$0] }
        rest = findings.indices.filter { !kept.contains($0) }.map { findings[$0] }
    }

    /// Indices: those that count before others, then by level, then as they stand.
    private static func byWeight(_ findings: [Finding]) -> [Int] {
        findings.indices.sorted { one, other in
            let (first, second) = (findings[one], findings[other])
            if first.counts != second.counts { return first.counts }
            if first.level != second.level { return first.level > second.level }
            return one < other
        }
    }
}

extension Finding {
    /// About what it takes in a report, keys and signs included.
    fileprivate func roughByteCount(relatedLimit: Int) -> Int {
        let places = (way.prefix(relatedLimit) + related.prefix(relatedLimit)).reduce(0) {
            $0 + $1.message.utf8.count + $1.path.utf8.count + 200
        }
        let excerpt = excerpt.reduce(0) { $0 + $1.utf8.count }
        return [rule, message, hint, path, path].reduce(600 + excerpt + places) {
            $0 + $1.utf8.count
        }
    }
}

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
