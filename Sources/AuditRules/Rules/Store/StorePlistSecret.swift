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
            value. A key for a secret, password, passphrase or private key whose value is filled in by \
            the build is a note: what is filled in cannot be seen here, but everybody who has the app \
            can. Placeholders, other variables of the build, names of fields and the keys that Google's, \
            Facebook's and Fabric's services give every app to ship are not reported.
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
                "a key that the build fills in",
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
            texts(in: document.root, depth: 0).compactMap {
                observation(of: $0, document.path, shape)
            }
        }
    }

    private static func observation(
        of entry: DocumentEntry,
        _ path: String,
        _ shape: SecretShape
    ) -> Observation? {
        let text = entry.value.string ?? ""
        let isFilledIn = isFilledIn(text, entry.key)
        guard isFilledIn || isSecret(text, entry.key, shape) else { return nil }
        return Observation(
            isFilledIn
                ? "the build fills in '\(entry.key)', and everybody who has the app can read it"
                : "'\(entry.key)' holds what looks like a secret",
            confidence: isFilledIn ? .low : .medium,
            ceiling: isFilledIn ? .note : .error,
            path: path,
            span: SourceSpan(entry.place, endLine: Int(entry.value.span.endLine))
        )
    }

    /// The entries of `node` that are texts, at whatever depth.
    private static func texts(in node: DocumentNode?, depth: Int) -> [DocumentEntry] {
        guard let node, depth < 32 else { return [] }
        let inner = (node.array ?? []).flatMap { texts(in: $0, depth: depth + 1) }
        let entries = (node.entries ?? []).filter { !services.contains($0.key) }
        let own = entries.flatMap { entry -> [DocumentEntry] in
            entry.value.string == nil ? texts(in: entry.value, depth: depth + 1) : [entry]
        }
        return inner + own
    }

    /// Whether `text` is one variable of the build, and it or its key is named for what nobody but its
    /// owner may know.
    ///
    /// A key of a service can be one that every app ships.
    private static func isFilledIn(_ text: String, _ key: String) -> Bool {
        guard
            text.hasPrefix("$(") && text.hasSuffix(")")
                || text.hasPrefix("${") && text.hasSuffix("}")
        else { return false }
        return [key, String(text.dropFirst(2).dropLast())].contains { name in
            let words = NameWords.words(of: name)
            return !secret.isDisjoint(with: words)
                || words.contains("private") && words.last == "key"
                || words.contains("bearer") && words.last == "token"
        }
    }

    private static let secret: Set<String> = ["secret", "password", "passphrase", "mnemonic"]

    private static func isSecret(_ text: String, _ key: String, _ shape: SecretShape) -> Bool {
        shape.vocabulary.match(key)?.sensitivity == .credential
            && !isPublic(text, key) && shape.isLikely(text, named: key)
    }

    /// Dictionaries whose keys tell a service which app asks.
    private static let services: Set<String> = ["Fabric"]

    /// `GoogleService-Info.plist` and its variants: every app of Firebase ships one.
    private static func isGivenByGoogle(_ path: String) -> Bool {
        path.split(separator: "/").last?.hasPrefix("GoogleService-Info") ?? false
    }

    /// Keys that tell a service which app asks, and open nothing.
    private static func isPublic(_ text: String, _ key: String) -> Bool {
        SecretShape.isPublic(text) || key == "FacebookClientToken"
    }
}
