import AuditFacts

/// `reach.complete-vs-voip`: data that an incoming call cannot read.
enum ReachCompleteVsVoip: Rule {
    static let description = RuleDescription(
        "reach.complete-vs-voip",
        "An incoming call cannot read the data",
        severity: .high,
        isProven: false,
        summary: """
            An app with the background mode `voip` gives files the class `complete` in a source that its \
            PushKit or CallKit code uses.
            """,
        rationale: """
            A call is announced by a push while the device is locked: the name of the caller, the keys and \
            the settings of the call cannot be read, and the app is ended for not reporting the call.
            """,
        remedy: """
            Use `completeUntilFirstUserAuthentication` for what a call needs.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            ReachExample.modes(
                "the handler uses the store",
                "voip",
                source: "import PushKit\nfinal class Delegate { let store = Store() }",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "an attribute",
                "voip",
                source: "import PushKit\nfinal class Delegate { let store = Store() }",
                store:
                    "final class Store {\n    func a(_ p: String) throws {\n        try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: p)\n    }\n}",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "among other modes",
                "external-accessory, voip",
                source: "import PushKit\nfinal class Delegate { let store = Store() }",
                findings: ["Kit/Store.swift:3"]
            ),
            ReachExample.modes(
                "no such mode",
                "external-accessory",
                source: "import PushKit\nfinal class Delegate { let store = Store() }"
            ),
            ReachExample.modes(
                "no handler",
                "voip",
                source: "final class Delegate { let store = Store() }"
            ),
            ReachExample.modes(
                "the handler uses something else",
                "voip",
                source: "import PushKit\nfinal class Delegate {}"
            ),
            ReachExample.modes(
                "a class that can be read",
                "voip",
                source: "import PushKit\nfinal class Delegate { let store = Store() }",
                store: ReachExample.store(".completeFileProtectionUntilFirstUserAuthentication")
            ),
            ReachExample.modes(
                "files that hold nothing",
                "voip",
                source: "import PushKit\nfinal class Delegate { let store = Store() }",
                store:
                    "final class Store {\n    func a(_ u: URL) throws { try Data().write(to: u, options: .completeFileProtection) }\n}"
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    private static let modes: Set<String> = ["voip"]

    private static func isHandler(_ file: CodeFile) -> Bool {
        file.imports.contains { $0.hasPrefix("PushKit") || $0.hasPrefix("CallKit") }
    }

    static func observations(in context: AuditContext) -> [Observation] {
        context.observations(
            ofModes: modes,
            purpose: "calls",
            verb: "come to",
            isHandler: isHandler
        )
    }
}
