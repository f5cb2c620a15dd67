import AuditFacts
import AuditPolicy

/// `id.idfv-as-key`: the identifier for vendor as a key, password or seed.
enum IdIdfvAsKey: Rule {
    static let description = RuleDescription(
        "id.idfv-as-key",
        "The identifier for vendor is used as a key",
        severity: .high,
        isProven: true,
        summary: """
            The identifier becomes a database key, a password, or the input of a key derivation in the \
            same function.
            """,
        rationale: """
            It is not a secret: every app of the vendor reads it, it is sent to servers and ends up in \
            logs. It also changes when the vendor's last app is removed, and the data is lost.
            """,
        remedy: "Make a random key and keep it in the keychain.",
        references: RuleReferences(
            controls: ["CRYPTO-2"],
            tests: ["0213"],
            weaknesses: ["0014"],
            commonWeaknesses: [321]
        ),
        examples: [
            .swift(
                "the key of a database",
                #"""
                func open() {
                    let id = UIDevice.current.identifierForVendor?.uuidString
                    let statement = "PRAGMA key = '\(id ?? "")'"
                    sqlite3_exec(database, statement, nil, nil, nil)
                }
                """#,
                findings: [2]
            ),
            .swift(
                "a header",
                """
                func a(_ r: inout URLRequest) { r.setValue(UIDevice.current.identifierForVendor?.uuidString, forHTTPHeaderField: "Id") }
                """
            ),
        ]
    )

    static let watches: Set<String> = [VendorIdentifierUse.property]

    static func observations(in context: AuditContext) -> [Observation] {
        context.vendorIdentifier.filter { use in
            isKeyStatement(use) || use.receivingCalls.contains { isDerivation($0, use) }
        }.map { use in
            Observation(
                "identifierForVendor becomes a key, though it is not a secret",
                path: use.path,
                span: SourceSpan(use.place)
            )
        }
    }

    private static func isKeyStatement(_ use: VendorIdentifierUse) -> Bool {
        use.scope.expressions.flatMap(\.parts).contains { part in
            guard case .text(let parts) = part.node, use.isPart(of: part),
                case .fixed(let text)? = parts.first
            else { return false }
            let words = NameWords.words(of: text)
            return words.starts(with: ["pragma", "key"]) || words.starts(with: ["pragma", "rekey"])
        }
    }

    private static func isDerivation(_ found: CallInScope, _ use: VendorIdentifierUse) -> Bool {
        let name = found.call.name ?? ""
        let words = Set(NameWords.words(of: name))
        if name == "SymmetricKey" || !words.isDisjoint(with: ["pbkdf", "hkdf", "derive", "sqlite"])
        {
            return words.contains("sqlite") ? words.contains("key") : true
        }
        if name.contains(":") {
            return zip(name.split(separator: ":"), found.call.arguments).contains {
                part,
                argument in
                use.isPart(of: argument.value)
                    && ["password", "passphrase", "key"].contains(
                        NameWords.words(of: part).last ?? ""
                    ) && part.lowercased() != "forkey"
            }
        }
        return found.call.arguments.contains { argument in
            use.isPart(of: argument.value)
                && ["password", "withPassword", "passphrase", "encryptionKey", "usingKey"].contains(
                    argument.label ?? ""
                )
        }
    }
}
