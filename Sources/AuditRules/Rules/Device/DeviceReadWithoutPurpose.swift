import AuditFacts
import ProtectionModel

/// `device.read-without-purpose`: applications that read an identifier and do not say what for.
enum DeviceReadWithoutPurpose: Rule {
    static let description = RuleDescription(
        "device.read-without-purpose",
        "An identifier was read without a purpose",
        severity: .medium,
        isProven: true,
        summary: """
            The ledger of an audited device has readings of an identifier for which the application \
            stated no purpose; reported once for each application and identifier.
            """,
        rationale: """
            An app that cannot say what an identifier is for cannot say that it needs it. The ledger \
            is what answers users and authorities who ask who read it and why.
            """,
        remedy: """
            State the purpose where the identifier is read (`--purpose TEXT` on the command line), or \
            do not read it.
            """,
        references: RuleReferences(controls: ["PRIVACY-2"], weaknesses: ["0068"]),
        examples: [
            .device(
                "one application, twice",
                ExampleDevice(silentReaders: ["com.example.a", "com.example.a"]),
                findings: ["/"]
            ),
            .device(
                "every reading has its purpose",
                ExampleDevice()
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.facts.devices.flatMap { device in
            Dictionary(grouping: device.readsWithoutPurpose ?? []) {
                "\($0.application) read the identifier '\($0.identifier)'"
            }.map { subject, reads in
                let entries = reads.map { "\($0.entry)" }
                let shown = entries.prefix(5).joined(separator: ", ")
                let rest = entries.count > 5 ? " and \(entries.count - 5) more" : ""
                let word = entries.count == 1 ? "entry" : "entries"
                return Observation(
                    "\(subject) without a purpose: \(word) \(shown)\(rest) of the ledger",
                    path: DeviceFacts.root,
                    span: SourceSpan(.start)
                )
            }
        }
    }
}
