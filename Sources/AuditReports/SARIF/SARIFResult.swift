import PolicyAudit

/// A finding (SARIF 2.1.0, section 3.27).
struct SARIFResult: Encodable {
    struct Suppression: Encodable {
        let kind: String
        let justification: String
        let status: String = "accepted"
    }

    struct Properties: Encodable {
        let confidence: String
    }

    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: SARIFMessage
    let locations: [SARIFLocation]
    let relatedLocations: [SARIFLocation]?
    let partialFingerprints: [String: String]
    /// There for all results or for none, section 3.27.23.
    let suppressions: [Suppression]
    /// There for all results or for none, section 3.27.24.
    let baselineState: String?
    let properties: Properties

    init(
        _ finding: Finding,
        ruleIndex: Int,
        fingerprint: String,
        hasLineHash: Bool,
        relatedLimit: Int,
        hasBaseline: Bool
    ) {
        ruleId = finding.rule
        self.ruleIndex = ruleIndex
        level = finding.level.rawValue
        message = SARIFMessage(
            finding.hint.isEmpty ? finding.message : "\(finding.message)\n\n\(finding.hint)"
        )
        locations = [SARIFLocation(finding)]
        let related = finding.related.prefix(relatedLimit).enumerated().map {
            SARIFLocation($1, id: $0 + 1)
        }
        relatedLocations = related.isEmpty ? nil : related
        var fingerprints = ["protectctl/v1": fingerprint]
        if hasLineHash { fingerprints["primaryLocationLineHash"] = "\(fingerprint):1" }
        partialFingerprints = fingerprints
        suppressions = finding.suppression.map { [Self.suppression($0)] } ?? []
        baselineState = hasBaseline ? (finding.isBaselined ? "unchanged" : "new") : nil
        properties = Properties(confidence: finding.confidence.rawValue)
    }

    private static func suppression(_ suppression: PolicyAudit.Suppression) -> Suppression {
        let end = suppression.until.map { "; until \($0)" } ?? ""
        let isInSource = suppression.by == "comment"
        return Suppression(
            kind: isInSource ? "inSource" : "external",
            justification: suppression.reason + end
                + (isInSource ? "" : "; accepted by \(suppression.by)")
        )
    }
}
