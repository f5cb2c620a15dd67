import AuditFacts
import AuditPolicy
import Documents

/// `egress.staging-host`: a host for tests in a release.
enum EgressStagingHost: Rule {
    /// What both examples are audited under.
    private static let policy = "hosts: {staging: [\"*.staging.example\"]}"

    static let description = RuleDescription(
        "egress.staging-host",
        "A release names a host that is for tests",
        severity: .medium,
        isProven: false,
        summary: """
            A text in a source, or in the Info.plist of a release, names or leads to a host of the \
            policy's `hosts: staging`, or the Info.plist makes an exception for one. Code behind \
            `#if DEBUG` and tests are not looked at. Without such hosts nothing is reported.
            """,
        rationale: """
            Hosts for tests are watched less and often take any certificate or account. An app that \
            can be made to use one sends them what its users have.
            """,
        remedy: """
            Put the address behind `#if DEBUG`, or into a build setting that only developers' builds \
            have.
            """,
        references: RuleReferences(controls: ["NETWORK-1"], commonWeaknesses: [489]),
        examples: [
            RuleExample(
                "an address",
                files: [
                    "Example.swift": """
                    let base = URL(string: "https://api.staging.example/v1")!
                    """
                ],
                policy: policy,
                findings: ["Example.swift:1"]
            ),
            RuleExample(
                "of developers' builds alone",
                files: [
                    "Example.swift": """
                    #if DEBUG
                    let base = URL(string: "https://api.staging.example/v1")!
                    #else
                    let base = URL(string: "https://api.example/v1")!
                    #endif
                    """
                ],
                policy: policy
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        guard !context.policy.stagingHosts.isEmpty else { return [] }
        return context.code.files.flatMap { texts(in: $0, context) }
            + context.processes.flatMap { entries(of: $0, context) }
    }

    // MARK: Sources

    private static func texts(in file: CodeFile, _ context: AuditContext) -> [Observation] {
        var places: [SourcePlace: String] = [:]
        for value in file.variables.compactMap(\.value) {
            collect(value, nil, context, into: &places)
        }
        for scope in context.code.allScopes(in: file.path) {
            for value in scope.expressions { collect(value, scope, context, into: &places) }
        }
        return places.sorted { $0.key < $1.key }.map { place, host in
            Observation("'\(host)' is for tests", path: file.path, span: SourceSpan(place))
        }
    }

    private static func collect(
        _ value: Syntax.Expression,
        _ scope: CodeScope?,
        _ context: AuditContext,
        into places: inout [SourcePlace: String]
    ) {
        var found = NamedHosts.all(in: value, scope, context.code)
        value.forEachPart { part in
            if let text = part.literal, isName(text) {
                found.append((text.lowercased(), part.place))
            }
        }
        for (host, place) in found where isStaging(host, context) { places[place] = host }
    }

    /// Whether `text` may name a host by itself: `localhost` and numbers stand for much else.
    private static func isName(_ text: String) -> Bool {
        text.contains(".") && text.contains(where: \.isLetter)
    }

    private static func isStaging(_ host: String, _ context: AuditContext) -> Bool {
        context.policy.stagingHosts.contains { Policy.covers($0, host) }
    }

    // MARK: Property lists

    private static func entries(of target: Target, _ context: AuditContext) -> [Observation] {
        var seen: Set<String> = []
        return target.releases.flatMap { configuration -> [Observation] in
            guard let info = configuration.info, let path = configuration.infoPath else {
                return []
            }
            return hosts(in: info, context).compactMap { host, place, origin in
                let path = origin ?? path
                guard seen.insert("\(path) \(host) \(place)").inserted,
                    context.facts.documents.contains(where: { $0.path == path })
                else { return nil }
                return Observation(
                    "'\(host)' is for tests, and in the release of '\(target.name)'",
                    path: path,
                    span: SourceSpan(place)
                )
            }
        }
    }

    private static func hosts(
        in node: DocumentNode,
        _ context: AuditContext
    ) -> [(host: String, place: SourcePlace, origin: String?)] {
        switch node.content {
        case .mapping(let entries):
            entries.flatMap { entry -> [(host: String, place: SourcePlace, origin: String?)] in
                let key = entry.key.lowercased()
                let own = isStaging(key, context) ? [(key, entry.place, entry.origin)] : []
                return own
                    + hosts(in: entry.value, context).map {
                        ($0.host, $0.place, $0.origin ?? entry.origin)
                    }
            }
        case .sequence(let nodes): nodes.flatMap { hosts(in: $0, context) }
        default:
            node.string.flatMap { text -> [(host: String, place: SourcePlace, origin: String?)]? in
                let host = NamedHosts.host(of: text) ?? text.lowercased()
                return isStaging(host, context) ? [(host, SourcePlace(node.location), nil)] : nil
            } ?? []
        }
    }
}
