import AuditFacts
import AuditPolicy

/// `id.idfv-with-personal`: the identifier for vendor sent with personal data.
enum IdIdfvWithPersonal: Rule {
    static let description = RuleDescription(
        "id.idfv-with-personal",
        "The identifier for vendor is tied to a person",
        severity: .high,
        isProven: true,
        summary: """
            The identifier goes into the same request, event or dictionary as a phone number, an \
            address, an account or a login. What goes to hosts of the policy's `hosts: trusted` is not \
            reported.
            """,
        rationale: """
            Alone it names an installation; beside a name it names a person, for every app of the \
            vendor and every copy of the log.
            """,
        remedy: "Send a random identifier that is made for this purpose and can be reset.",
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0068"],
            commonWeaknesses: [359]
        ),
        examples: [
            .swift(
                "one event",
                """
                func a(_ field: UITextField) {
                    let uuid = UIDevice.current.identifierForVendor?.uuidString
                    let params = ["phone": field.text, "uuid": uuid]
                    Analytics.log("entered", parameters: params)
                }
                """,
                findings: [4]
            ),
            .swift(
                "alone",
                """
                func a(_ r: inout URLRequest) { r.addValue(UIDevice.current.identifierForVendor!.uuidString, forHTTPHeaderField: "Id") }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.vendorIdentifier.compactMap { use in
            guard let (name, place) = company(of: use, context), !context.isTrusted(use.scope)
            else { return nil }
            return Observation(
                "identifierForVendor is sent beside '\(name)'",
                confidence: .medium,
                path: use.path,
                span: SourceSpan(place)
            )
        }
    }

    /// What goes out with it, and where.
    private static func company(
        of use: VendorIdentifierUse,
        _ context: AuditContext
    ) -> (String, SourcePlace)? {
        for found in use.receivingCalls where !isDatabase(found) {
            let isDirect = found.call.arguments.contains { use.isRead(in: $0.value) }
            let place = isDirect ? use.place : found.site.place
            let values = found.call.arguments.flatMap { use.scope.sources(of: $0.value) }
            if let name = beside(values, use, context) { return (name, place) }
            if let root = found.receiverChain.first, use.scope.isLocal(root),
                let name = partner(of: root, use, context)
            {
                return (name, place)
            }
        }
        for name in use.carriers.sorted() {
            if let partner = partner(of: name, use, context) { return (partner, use.place) }
        }
        return nil
    }

    private static func beside(
        _ values: [Syntax.Expression],
        _ use: VendorIdentifierUse,
        _ context: AuditContext
    ) -> String? {
        for part in values.flatMap(\.parts) {
            if case .dictionary(let entries) = part.node {
                for entry in entries
                where context.code.shape(of: entry.value, in: use.scope) == .open {
                    guard !use.isPart(of: entry.value), let key = entry.key.literal else {
                        continue
                    }
                    if isPersonal(key, context) { return key }
                }
            }
            guard part.ownName != nil, !use.isPart(of: part),
                let found = context.sensitive.find(in: part, use.scope)
            else { continue }
            return found.name
        }
        return nil
    }

    /// What the local object called `root` also holds: the request's address, another entry.
    private static func partner(
        of root: String,
        _ use: VendorIdentifierUse,
        _ context: AuditContext
    ) -> String? {
        for value in use.scope.variables.bindings(of: root).compactMap(\.value) {
            if let found = context.sensitive.origin(of: value, use.scope) { return found.name }
        }
        for entry in use.scope.entries(of: root) {
            guard let key = entry.key.literal ?? entry.key.lastName else { continue }
            if isPersonal(key, context) { return key }
        }
        return nil
    }

    /// Whether a call runs an SQL statement, whose database handle does not leave the device.
    private static func isDatabase(_ found: CallInScope) -> Bool {
        let name = found.call.name ?? ""
        return name.hasPrefix("sqlite3_") || name.hasPrefix("execute")
    }

    private static func isPersonal(_ key: String, _ context: AuditContext) -> Bool {
        if context.policy.vocabulary.match(key) != nil { return true }
        let words = NameWords.words(of: key)
        return words.contains {
            ["username", "phone", "account", "login", "jid", "email"].contains($0)
        }
            || words.suffix(2) == ["user", "name"]
    }
}
