import AuditFacts

/// A finding (SARIF 2.1.0, section 3.27).
struct SARIFResult: Encodable {
    struct Suppression: Encodable {
        let kind: String
        let justification: String
        let status: String = "accepted"
    }

    /// One way through the code (section 3.36), of a single thread (section 3.37).
    struct CodeFlow: Encodable {
        let threadFlows: [ThreadFlow]
    }

    struct ThreadFlow: Encodable {
        let locations: [Step]
    }

    /// Section 3.38.
    struct Step: Encodable {
        let location: SARIFLocation
    }

    struct Properties: Encodable {
        let confidence: String
    }

    let ruleId: String
    let ruleIndex: Int?
    let level: String
    let message: SARIFMessage
    let locations: [SARIFLocation]
    /// The way of the value; `nil` without one.
    let codeFlows: [CodeFlow]?
    let relatedLocations: [SARIFLocation]?
    let partialFingerprints: [String: String]
    /// There for all results or for none, section 3.27.23.
    let suppressions: [Suppression]
    /// There for all results or for none, section 3.27.24.
    let baselineState: String?
    let properties: Properties

    init(
        _ finding: Finding,
        ruleIndex: Int?,
        fingerprint: String,
        relatedLimit: Int,
        hasBaseline: Bool
    ) {
        ruleId = finding.rule
        self.ruleIndex = ruleIndex
        level = finding.level.rawValue
        let related = finding.related.prefix(relatedLimit)
        let way = finding.way.prefix(relatedLimit)
        message = SARIFMessage(Self.text(finding, way + related))
        codeFlows = Self.flows(way)
        locations = [SARIFLocation(finding)]
        let places = related.filter { !RelativeReference.leavesRoot($0.path) }.enumerated().map {
            SARIFLocation($1, id: $0 + 1)
        }
        relatedLocations = places.isEmpty ? nil : places
        partialFingerprints = ["protectctl/v1": fingerprint]
        suppressions = finding.suppression.map { [Self.suppression($0)] } ?? []
        baselineState = hasBaseline ? (finding.isBaselined ? "unchanged" : "new") : nil
        properties = Properties(confidence: finding.confidence.rawValue)
    }

    /// Steps outside of the root have no place here.
    private static func flows(_ way: ArraySlice<RelatedPlace>) -> [CodeFlow]? {
        let steps = way.filter { !RelativeReference.leavesRoot($0.path) }.map {
            Step(location: SARIFLocation($0))
        }
        guard steps.count > 1 else { return nil }
        return [CodeFlow(threadFlows: [ThreadFlow(locations: steps)])]
    }

    /// What is wrong, how to mend it, and the steps and related places that cannot be linked to.
    private static func text(_ finding: Finding, _ places: ArraySlice<RelatedPlace>) -> String {
        let outside = places.filter { RelativeReference.leavesRoot($0.path) }
            .map { "\($0.path):\($0.line): \($0.message)" }
        return ([finding.message, finding.hint] + outside).filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    private static func suppression(_ suppression: AuditFacts.Suppression) -> Suppression {
        let end = suppression.until.map { "; until \($0)" } ?? ""
        let isInSource = suppression.by == "comment"
        return Suppression(
            kind: isInSource ? "inSource" : "external",
            justification: suppression.reason + end
                + (isInSource ? "" : "; accepted by \(suppression.by)")
        )
    }
}
