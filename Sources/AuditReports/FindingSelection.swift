import PolicyAudit

/// The weightiest of a report's findings, where there is no room for all.
struct FindingSelection {
    /// Those that are kept, in the order of the report.
    let findings: [Finding]
    /// How many are left out.
    let leftOut: Int

    /// At most `limit` of `findings` and, by a rough measure, `byteLimit` bytes of them.
    init(_ findings: [Finding], limit: Int, byteLimit: Int = .max) {
        var room = byteLimit
        let kept = Self.byWeight(findings).prefix(limit).prefix { index in
            room -= findings[index].roughByteCount
            return room >= 0
        }
        self.findings = kept.sorted().map { findings[$0] }
        leftOut = findings.count - kept.count
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
    var roughByteCount: Int {
        let related = related.reduce(0) { $0 + $1.message.utf8.count + $1.path.utf8.count + 200 }
        let excerpt = excerpt.reduce(0) { $0 + $1.utf8.count }
        return 600 + message.utf8.count + hint.utf8.count + path.utf8.count * 2 + excerpt + related
    }
}
