import AuditFacts
import AuditPolicy

/// `handoff.public-index`: something private is offered to everybody's search.
enum HandoffPublicIndex: Rule {
    static let description = RuleDescription(
        "handoff.public-index",
        "Private content is offered for public indexing",
        severity: .high,
        isProven: true,
        summary: """
            An activity is eligible for public indexing and what it shows is private: its page is an \
            address of the local network or of a server in the app, or its title, page or user info \
            is sensitive by the policy's vocabulary. Hosts of the policy's `hosts: public` are not \
            reported.
            """,
        rationale: """
            The system sends such activities to Apple and may show them to other people who search.
            """,
        remedy: "Leave the activity eligible for search on the device and for Handoff only.",
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0069"],
            commonWeaknesses: [200]
        ),
        examples: [
            .objectiveC(
                "the address of a server in the app",
                """
                void share(Uploader *httpUploader, NSUserActivity *activity) {
                    NSURL *address = [NSURL URLWithString:[httpUploader addressToCopy]];
                    activity.webpageURL = address;
                    activity.eligibleForPublicIndexing = YES;
                }
                """,
                findings: [4]
            ),
            .swift(
                "not offered",
                """
                func share(_ activity: NSUserActivity) {
                    activity.webpageURL = URL(string: "http://192.168.0.7:8080/")
                    activity.isEligibleForPublicIndexing = false
                    activity.isEligibleForSearch = true
                }
                """
            ),
        ]
    )

    private static let eligible: Set<String> = [
        "isEligibleForPublicIndexing", "eligibleForPublicIndexing",
    ]

    static let watches = eligible

    static func observations(in context: AuditContext) -> [Observation] {
        var objects = OfferedObjects(flags: eligible)
        var told: Set<OfferedObjects.Offer> = []
        return context.sinks[.activity].compactMap { sink in
            guard let offer = objects.offer(of: sink), !told.contains(offer),
                let observation = observation(of: sink, offer, context)
            else { return nil }
            told.insert(offer)
            return observation
        }
    }

    private static func observation(
        of sink: ValueSink,
        _ offer: OfferedObjects.Offer,
        _ context: AuditContext
    ) -> Observation? {
        if sink.end.property == "webpageURL",
            let host = sink.values.lazy.compactMap({ localHost($0, sink.scope, context) }).first
        {
            return Observation(
                "\(host) is offered for public indexing",
                confidence: .medium,
                path: offer.path,
                span: offer.span
            )
        }
        return sink.sensitivity(context).map { found in
            Observation(
                "'\(found.name)' is offered for public indexing",
                because: found,
                path: offer.path,
                span: offer.span,
                way: sink.way
            )
        }
    }

    private static func localHost(
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> String? {
        let path = scope.path(of: value, context.code)
        let hosts = path.texts.compactMap(NamedHosts.host(of:))
        guard hosts.isEmpty else {
            let isPublic = hosts.contains { host in
                context.policy.publicHosts.contains { Policy.covers($0, host) }
            }
            return isPublic ? nil : hosts.first(where: isLocal).map { "'\($0)'" }
        }
        let name = path.names.first { name in
            NameWords.words(of: name).contains(where: local.contains)
        }
        return name.map { "the address of '\($0)'" }
    }

    /// Whether it is this device or one on its network, by name or by IPv4 address.
    ///
    /// Source: RFC 1918, section 3; RFC 3927, section 2.1; RFC 6762, section 3.
    private static func isLocal(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard bytes.count == 4, let first = bytes[0], let second = bytes[1], bytes[2] != nil,
            bytes[3] != nil
        else { return host == "localhost" || host.hasSuffix(".local") }
        return switch (first, second) {
        case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }

    private static let local: Set<String> = [
        "uploader", "local", "localhost", "lan", "wifi", "private", "intranet",
    ]
}
