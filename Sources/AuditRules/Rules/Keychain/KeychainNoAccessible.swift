import AuditFacts

/// `keychain.no-accessible`: an item that is added without an accessibility.
enum KeychainNoAccessible: Rule {
    static let description = RuleDescription(
        "keychain.no-accessible",
        "A keychain item states no accessibility",
        severity: .low,
        isProven: true,
        summary: """
            `SecItemAdd` is called in a source that never names `kSecAttrAccessible` or an access \
            control, or KeychainSwift is handed `withAccess: nil`, itself or by an own wrapper that \
            calls it so. Reads, updates and deletions need none and are not reported.
            """,
        rationale: """
            The default is `WhenUnlocked`, which goes into backups and cannot be read in the \
            background. Whether that fits should be decided, not found out.
            """,
        remedy: """
            Add `kSecAttrAccessible`, best with a `…ThisDeviceOnly` value, or an access control object.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300", "0301"],
            weaknesses: ["0001"],
            commonWeaknesses: [276]
        ),
        examples: [
            .swift(
                "an item",
                """
                func add(_ data: Data) {
                    SecItemAdd([kSecClass: kSecClassGenericPassword, kSecValueData: data] as CFDictionary, nil)
                }
                """,
                findings: [2]
            ),
            .swift(
                "stated in the builder",
                """
                func query() -> [String: Any] {
                    [kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly]
                }
                func add() { SecItemAdd(query() as CFDictionary, nil) }
                """
            ),
        ]
    )

    static let watches = KeychainUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        added(context) + unstated(context)
    }

    /// `set(value, forKey: key, withAccess: nil)`: what the library does then is its own choice.
    private static func unstated(_ context: AuditContext) -> [Observation] {
        let isUsed = context.code.files.contains { $0.imports.contains("KeychainSwift") }
        guard isUsed else { return [] }
        return context.code.calls(of: "set").filter { found in
            found.call["forKey"] != nil && found.call["withAccess"]?.node == .null
        }.map { found in
            Observation(
                "no accessibility: the item gets the library's default WhenUnlocked",
                confidence: .medium,
                path: found.path,
                span: found.span
            )
        }
    }

    private static func added(_ context: AuditContext) -> [Observation] {
        context.code.calls(of: "SecItemAdd").filter { found in
            !states(found.path, context.code) && !isStatedByMaker(found, context.code)
        }.map { found in
            Observation(
                "no accessibility: the item gets the default WhenUnlocked",
                confidence: .medium,
                path: found.path,
                span: SourceSpan(found.site.place)
            )
        }
    }

    private static let names: Set<String> = ["kSecAttrAccessible", "kSecAttrAccessControl"]

    /// Whether a function that makes the query states it, wherever that stands.
    private static func isStatedByMaker(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        let makers = found.call.arguments.flatMap(\.value.parts).compactMap { part -> String? in
            guard case .call(let call) = part.node else { return nil }
            return call.name
        }
        return makers.flatMap(code.functions).contains { declared in
            guard let file = code.file(at: declared.file) else { return false }
            return CodeScope(file: file, function: declared.function).expressions.contains {
                $0.mentions(anyOf: names)
            }
        }
    }

    private static func states(_ path: String, _ code: CodeIndex) -> Bool {
        let file = code.file(at: path)
        return code.scopes(in: path).contains { scope in
            scope.expressions.contains { $0.mentions(anyOf: names) }
        } || file?.variables.contains { $0.value?.mentions(anyOf: names) ?? false } ?? false
    }
}
