/// `store.plist-secret`: a secret in a bundled property list.
enum PropertyListSecretRule: Rule {
    static let description = RuleDescription(
        "store.plist-secret",
        "A secret stands in a bundled property list",
        severity: .high,
        isProven: true,
        summary: """
            A property list of the app has a key that the vocabulary calls a credential with a literal \
            value. Placeholders, variables of the build and names of fields are not reported.
            """,
        rationale: """
            A property list is part of the app's bundle: anybody reads it with an archive tool, \
            without even running the app.
            """,
        remedy: """
            Leave it out of the bundle: make it on the device, or get it from a server after the user \
            has signed in.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0214"],
            weaknesses: ["0004"],
            commonWeaknesses: [798]
        ),
        examples: [
            example("a password", "<key>Password</key><string>Secret@123</string>", true),
            example(
                "inside a dictionary",
                "<key>Server</key><dict><key>apiKey</key><string>x9KfP2mQ7rT4</string></dict>",
                true
            ),
            example(
                "in a list",
                "<key>Servers</key><array><dict><key>ClientSecret</key><string>a1b2c3d4e5f6</string></dict></array>",
                true
            ),
            example("a variable of the build", "<key>apiKey</key><string>$(API_KEY)</string>"),
            example("empty", "<key>Password</key><string></string>"),
            example("a placeholder", "<key>Password</key><string>YOUR_PASSWORD</string>"),
            example("a truth value", "<key>Password</key><true/>"),
            example(
                "a field of a form",
                "<key>PasswordFieldTitle</key><string>Enter 8 letters or more1</string>"
            ),
            RuleExample(
                "entitlements and strings for the user",
                files: [
                    "App.entitlements": plist("<key>secret</key><string>a1b2c3d4e5</string>")
                ]
            ),
        ]
    )

    private static func example(
        _ title: String,
        _ body: String,
        _ isBad: Bool = false
    ) -> RuleExample {
        RuleExample(
            title,
            files: ["Settings.plist": plist(body)],
            findings: isBad ? ["Settings.plist:2"] : []
        )
    }

    private static func plist(_ body: String) -> String {
        "<plist version=\"1.0\"><dict>\n\(body)\n</dict></plist>\n"
    }

    static func observations(in context: AuditContext) -> [Observation] {
        (context.documents(.other) + context.documents(.info)).flatMap { document in
            secrets(in: document.root, context.policy.vocabulary, depth: 0).map { entry in
                Observation(
                    "'\(entry.key)' has a literal value",
                    confidence: .medium,
                    path: document.path,
                    span: SourceSpan(entry.place, endLine: Int(entry.value.span.endLine))
                )
            }
        }
    }

    private static func secrets(
        in node: PropertyNode?,
        _ vocabulary: Vocabulary,
        depth: Int
    ) -> [PropertyEntry] {
        guard let node, depth < 32 else { return [] }
        let inner = (node.array ?? []).flatMap { secrets(in: $0, vocabulary, depth: depth + 1) }
        let own = (node.entries ?? []).flatMap { entry -> [PropertyEntry] in
            if let text = entry.value.string {
                return isSecret(text, entry.key, vocabulary) ? [entry] : []
            }
            return secrets(in: entry.value, vocabulary, depth: depth + 1)
        }
        return inner + own
    }

    private static func isSecret(_ text: String, _ key: String, _ vocabulary: Vocabulary) -> Bool {
        vocabulary.match(key)?.sensitivity == .credential
            && SecretShape.isLikely(text, named: key)
    }
}
