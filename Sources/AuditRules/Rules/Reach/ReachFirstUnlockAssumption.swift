import AuditFacts
import AuditPolicy

/// `reach.first-unlock-assumption`: a read that fails is taken for a first start.
enum ReachFirstUnlockAssumption: Rule {
    static let description = RuleDescription(
        "reach.first-unlock-assumption",
        "A read that fails is taken for a first start",
        severity: .high,
        isProven: false,
        summary: """
            Where a key or an identity cannot be read, the code makes and stores a new one, and never asks \
            why it could not be read.
            """,
        rationale: """
            Before the first unlock every read fails. Taking that for a first start overwrites the key: the \
            database, the account or the messages are lost.
            """,
        remedy: """
            Tell `errSecItemNotFound` from `errSecInteractionNotAllowed`, and wait for \
            `protectedDataDidBecomeAvailableNotification` in the second case.
            """,
        references: RuleReferences(commonWeaknesses: [636]),
        examples: [
            .swift(
                "a key",
                """
                func key() -> Data {
                    var item: CFTypeRef?
                    let status = SecItemCopyMatching(query, &item)
                    if let data = item as? Data { return data }
                    let fresh = generateKey()
                    SecItemAdd([kSecValueData: fresh] as CFDictionary, nil)
                    return fresh
                }
                """,
                findings: [3]
            ),
            .swift(
                "both told apart",
                """
                func key() throws -> Data {
                    var item: CFTypeRef?
                    switch SecItemCopyMatching(query, &item) {
                    case errSecItemNotFound: break
                    case errSecInteractionNotAllowed: throw Locked()
                    default: return item as? Data ?? Data()
                    }
                    let fresh = generateKey()
                    SecItemAdd([kSecValueData: fresh] as CFDictionary, nil)
                    return fresh
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = [
        "SecItemCopyMatching", "SecItemAdd", "errSecItemNotFound", "errSecInteractionNotAllowed",
        "isProtectedDataAvailable", "keychain", "getString", "getData",
    ]

    private static let knowing: Set<String> = [
        "errSecItemNotFound", "errSecInteractionNotAllowed", "isProtectedDataAvailable",
        "protectedDataAvailable",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        context.code.scopes.compactMap { scope in
            guard let read = scope.calls.first(where: { isRead($0, scope) }),
                makes(scope, after: read.place), stores(scope, after: read.place),
                !scope.expressions.contains(where: { $0.mentions(anyOf: knowing) })
            else { return nil }
            return Observation(
                "a failed read is answered with a new value, whatever made it fail",
                confidence: .low,
                path: scope.file.path,
                span: SourceSpan(read.place)
            )
        }
    }

    private static func isRead(_ site: CallSite, _ scope: CodeScope) -> Bool {
        if site.call.name == "SecItemCopyMatching" { return true }
        let receiver = (site.call.receiver?.chain ?? []).flatMap { NameWords.words(of: $0) }
        return receiver.contains("keychain")
            && ["get", "getString", "getData", "string", "data"].contains(site.call.name ?? "")
    }

    private static func makes(_ scope: CodeScope, after place: SourcePlace) -> Bool {
        scope.calls.contains { site in
            guard site.place > place, let name = site.call.name else { return false }
            let words = NameWords.words(of: name)
            return name == "UUID" && site.call.arguments.isEmpty || name == "SecRandomCopyBytes"
                || ["generate", "random"].contains(words.first ?? "")
        }
    }

    private static func stores(_ scope: CodeScope, after place: SourcePlace) -> Bool {
        scope.calls.contains { $0.place > place && $0.call.name == "SecItemAdd" }
            || scope.steps.contains { step in
                guard case .assignment(let target, _) = step.statement.kind,
                    step.statement.span.start > place, case .element = target.node
                else { return false }
                return target.chain.flatMap { NameWords.words(of: $0) }.contains("keychain")
            }
    }
}
