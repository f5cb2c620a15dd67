import AuditFacts
import AuditPolicy
import Documents

/// `store.plist-secret`: a secret in a bundled property list.
enum StorePlistSecret: Rule {
    static let description = RuleDescription(
        "store.plist-secret",
        "A secret is written in a bundled property list",
        severity: .high,
        isProven: true,
        summary: """
            A property list of the app has a key that the vocabulary calls a credential with a literal \
            value. Placeholders, variables of the build, names of fields and the keys that Google's and \
            Facebook's services give every app to ship are not reported.
            """,
        rationale: """
            A property list is part of the app's bundle: anybody can read it with an archive tool, \
            without even running the app.
            """,
        remedy: """
            Leave it out of the bundle: make it on the device, or get it from a server after the user \
            has signed in.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1", "CRYPTO-2"],
            tests: ["0214"],
            weaknesses: ["0004"],
            commonWeaknesses: [798]
        ),
        examples: [
            RuleExample(
                "a password",
                files: [
                    "Settings.plist": """
                    <plist version="1.0"><dict>
                    <key>Password</key><string>Secret@123</string>
                    </dict></plist>

                    """
                ],
                findings: ["Settings.plist:2"]
            ),
            RuleExample(
                "a variable of the build",
                files: [
                    "Settings.plist": """
                    <plist version="1.0"><dict>
                    <key>apiKey</key><string>$(API_KEY)</string>
                    </dict></plist>

                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        let documents = context.documents(.other) + context.documents(.info)
        let shape = SecretShape(context.policy.vocabulary)
        return documents.filter { !isGivenByGoogle($0.path) }.flatMap { document in
            secrets(in: document.root, shape, depth: 0).map { entry in
                Observation(
                    "'\(entry.key)' holds what looks like a secret",
                    confidence: .medium,
                    path: document.path,
                    span: SourceSpan(entry.place, endLine: Int(entry.value.span.endLine))
                )
            }
        }
    }

    private static func secrets(
        in node: DocumentNode?,
        _ shape: SecretShape,
        depth: Int
    ) -> [DocumentEntry] {
        guard let node, depth < 32 else { return [] }
        let inner = (node.array ?? []).flatMap { secrets(in: $0, shape, depth: depth + 1) }
        let own = (node.entries ?? []).flatMap { entry -> [DocumentEntry] in
            if let text = entry.value.string {
                return isSecret(text, entry.key, shape) ? [entry] : []
            }
            return secrets(in: entry.value, shape, depth: depth + 1)
        }
        return inner + own
    }

    private static func isSecret(_ text: String, _ key: String, _ shape: SecretShape) -> Bool {
        shape.vocabulary.match(key)?.sensitivity == .credential
            && !isPublic(text, key) && shape.isLikely(text, named: key)
    }

    /// `GoogleService-Info.plist` and its variants: every app of Firebase ships one.
    private static func isGivenByGoogle(_ path: String) -> Bool {
        path.split(separator: "/").last?.hasPrefix("GoogleService-Info") ?? false
    }

    /// Keys that tell a service which app asks, and open nothing.
    private static func isPublic(_ text: String, _ key: String) -> Bool {
        SecretShape.isPublic(text) || key == "FacebookClientToken"
    }
}
