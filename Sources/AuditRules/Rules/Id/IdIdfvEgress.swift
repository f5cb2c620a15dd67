import AuditFacts
import AuditPolicy

/// `id.idfv-egress`: the identifier for vendor leaves the device.
enum IdIdfvEgress: Rule {
    static let description = RuleDescription(
        "id.idfv-egress",
        "The identifier for vendor leaves the device",
        severity: .medium,
        isProven: true,
        summary: """
            The identifier goes into a header, an address, an event or a service's device identifier. \
            Comparisons and local checks, such as of a receipt, are not reported, nor are functions whose \
            addresses all lead to hosts of the policy's `hosts: trusted`.
            """,
        rationale: """
            Whoever gets it can join what all apps of the vendor send. The privacy manifest must \
            declare it as a collected device identifier.
            """,
        remedy: """
            Send a random identifier of the installation, or accept the finding with the reason why \
            your own service needs this one.
            """,
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0068"],
            commonWeaknesses: [359]
        ),
        examples: [
            .swift(
                "a header",
                """
                func a(_ r: inout URLRequest) { r.setValue(UIDevice.current.identifierForVendor?.uuidString, forHTTPHeaderField: "Id") }
                """,
                findings: [1]
            ),
            .objectiveC(
                "a local check",
                """
                void a(void) { NSUUID *id; if ((id = [[UIDevice currentDevice] identifierForVendor]) != nil) { uuid_t u; [id getUUIDBytes:u]; } }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.vendorIdentifier.filter { use in
            !context.isTrusted(use.scope) && use.receivingCalls.contains { isNetwork($0, use) }
        }.map { use in
            Observation(
                "identifierForVendor is sent",
                confidence: .medium,
                path: use.path,
                span: SourceSpan(use.place)
            )
        }
    }

    private static func isNetwork(_ found: CallInScope, _ use: VendorIdentifierUse) -> Bool {
        if found.call["forHTTPHeaderField"] != nil || found.call.name == "URLQueryItem" {
            return true
        }
        if !sending.isDisjoint(with: NameWords.words(of: found.call.name ?? "")) {
            return true
        }
        return found.call.arguments.contains { argument in
            use.isPart(of: argument.value)
                && NameWords.words(of: argument.label ?? "").suffix(2) == ["device", "id"]
                && !found.scope.file.types.contains { $0.name == found.call.name }
        }
    }

    /// Words of what sends events and measurements.
    private static let sending: Set<String> = [
        "event", "analytics", "metrics", "telemetry", "track", "upload", "post",
    ]
}
