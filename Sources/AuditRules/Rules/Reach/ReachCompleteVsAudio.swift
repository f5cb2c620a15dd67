import AuditFacts
import AuditPolicy
import ProtectionModel

/// `reach.complete-vs-audio`: media that stops when the device locks.
enum ReachCompleteVsAudio: Rule {
    private static let store = """
        final class VoiceMessageCache {
            func save(_ data: Data, to url: URL) throws {
                try data.write(to: url, options: .completeFileProtection)
            }
            func load(_ url: URL) throws -> Data { try Data(contentsOf: url) }
        }
        """

    static let description = RuleDescription(
        "reach.complete-vs-audio",
        "Playback or recording stops when the device locks",
        severity: .medium,
        isProven: true,
        summary: """
            An app with the background mode `audio` gives sound or media files the class `complete`.
            """,
        rationale: """
            A file of that class cannot be opened, and one that is open cannot be read, ten seconds after \
            the device is locked: the next track does not start, the recording breaks off.
            """,
        remedy: """
            Use `completeUnlessOpen` for recordings and `completeUntilFirstUserAuthentication` for what is \
            played.
            """,
        references: RuleReferences(commonWeaknesses: [636, 755]),
        examples: [
            RuleExample(
                "a cache of voice messages",
                in: .app(inBackground: "audio"),
                files: [
                    "App/Delegate.swift": "final class A {}",
                    "Kit/Store.swift": store,
                ],
                findings: ["Kit/Store.swift:3"]
            ),
            RuleExample(
                "no such mode",
                in: .app(inBackground: "fetch"),
                files: [
                    "App/Delegate.swift": "final class A {}",
                    "Kit/Store.swift": store,
                ]
            ),
        ]
    )

    static let watches: Set<String> = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.uses(ofClass: .complete).compactMap { use in
            guard isMedia(use), let app = context.apps(of: use.path, withModes: ["audio"]).first
            else {
                return nil
            }
            return Observation(
                "class complete: '\(app.name)' plays or records in the background, where it cannot be opened once the device is locked",
                confidence: .medium,
                path: use.path,
                span: use.span,
                kind: context.kind(of: use)
            )
        }
    }

    private static func isMedia(_ use: StorageUse) -> Bool {
        let names = [use.scope.function.type ?? "", use.scope.function.name]
        return names.flatMap { NameWords.words(of: $0) }.contains(where: words.contains)
    }

    private static let words: Set<String> = [
        "voice", "audio", "sound", "recording", "recorder", "media", "episode", "podcast", "music",
        "track", "song", "playlist",
    ]
}
