import AuditFacts
import AuditPolicy

/// `id.idfv-in-keychain`: the identifier for vendor kept in the keychain.
enum IdIdfvInKeychain: Rule {
    static let description = RuleDescription(
        "id.idfv-in-keychain",
        "The identifier for vendor is kept beyond its life",
        severity: .high,
        isProven: false,
        summary: "The identifier is stored in the keychain, directly or through a wrapper.",
        rationale: """
            The identifier ends with the vendor's last app on the device; the keychain does not. A copy \
            there recognizes people who removed the app, though they were promised that this ends it.
            """,
        remedy: "Do not store it. Make an identifier of your own that goes with the app.",
        references: RuleReferences(
            controls: ["PRIVACY-2"],
            weaknesses: ["0068"],
            commonWeaknesses: [359]
        ),
        examples: [
            .swift(
                "a wrapper",
                "func a() { keychain[\"id\"] = UIDevice.current.identifierForVendor?.uuidString }",
                findings: [1]
            ),
            .swift(
                "defaults are not the keychain",
                """
                func a() { UserDefaults.standard.set(UIDevice.current.identifierForVendor?.uuidString, forKey: "id") }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.vendorIdentifier.filter { use in
            use.receivingCalls.contains(where: isStore) || isAssigned(use)
        }.map { use in
            Observation(
                "identifierForVendor is put into the keychain and outlives the app",
                path: use.path,
                span: SourceSpan(use.place)
            )
        }
    }

    private static func isStore(_ found: CallInScope) -> Bool {
        let name = found.call.name ?? ""
        if name == "SecItemAdd" || name == "SecItemUpdate" { return true }
        let receiver = found.receiverChain.flatMap { NameWords.words(of: $0) }
        let verbs = NameWords.words(of: name)
        return receiver.contains("keychain")
            && ["set", "add", "save", "store"].contains(verbs.first ?? "")
    }

    private static func isAssigned(_ use: VendorIdentifierUse) -> Bool {
        use.scope.steps.contains { step in
            guard case .assignment(let target, let value) = step.statement.kind,
                use.isPart(of: value)
            else { return false }
            let words = target.chain.flatMap { NameWords.words(of: $0) }
            return words.contains("keychain") || target.mentions("kSecValueData")
        }
    }
}
