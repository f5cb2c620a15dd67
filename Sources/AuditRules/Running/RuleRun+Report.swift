import AuditFacts
import AuditPolicy

extension RuleRun {
    /// The report: what the rules saw, weighed by suppressions and baseline.
    ///
    /// `bytes` gives the files that findings stand in, for excerpts and fingerprints; `nil` for one
    /// that cannot be read.
    package func report(
        toolVersion: String,
        bytes: @escaping (String) -> [UInt8]?
    ) -> AuditReport {
        let contexts = contexts
        var assembly = FindingAssembly(audit: self, bytes: bytes)
        assembly.add(observations(in: contexts))
        for looksLast in [false, true] {
            let outcome = assembly.outcome
            assembly.add(afterthoughts(about: outcome, in: contexts, looksLast: looksLast))
        }
        let findings = assembly.findings.filter { finding in
            changed.map { $0.contains(finding.path) } ?? true
        }
        return AuditReport(
            toolVersion: toolVersion,
            policies: policy.sources,
            findings: findings.sorted(by: Self.isBefore),
            accessMatrix: AccessMatrix(of: policy).rows,
            inventory: inventory,
            unread: facts.unread.map(UnreadNote.init),
            fileCount: facts.fileCount,
            hasBaseline: baseline != nil
        )
    }

    private var inventory: [InventoryRow] {
        facts.devices.flatMap { device in
            device.files.compactMap { file in
                guard !file.isFolder, let protectionClass = file.protectionClass else { return nil }
                return InventoryRow(
                    path: file.path,
                    protectionClass: protectionClass,
                    kind: policy.kind(ofDevicePath: file.path)?.name,
                    byteCount: file.byteCount
                )
            }
        }
    }

    private static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
        let first = (one.path, one.line, one.column, one.rule)
        return first < (other.path, other.line, other.column, other.rule)
    }
}

extension UnreadNote {
    init(_ input: UnreadInput) {
        self.init(
            path: input.path,
            line: input.place.map { Int($0.line) },
            reason: input.reason.rawValue,
            message: input.message
        )
    }
}
