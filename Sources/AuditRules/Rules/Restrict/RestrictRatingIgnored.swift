import AuditFacts
import AuditPolicy

/// `restrict.rating-ignored`: a catalogue of media that plays without asking what is allowed.
enum RestrictRatingIgnored: Rule {
    static let description = RuleDescription(
        "restrict.rating-ignored",
        "Media is played whatever the device's restrictions say",
        severity: .medium,
        isProven: false,
        summary: """
            The policy says that the app plays a catalogue of rated media (`media-catalogue: true`), \
            its sources play media, and none of them reads the content restrictions of the device \
            (`com.apple.content-rating.…`) or the user's declared age range.
            """,
        rationale: """
            Parents set limits for films, series and explicit songs once, for all apps. An app that \
            plays everything regardless breaks them silently.
            """,
        remedy: """
            Read the limits from `UserDefaults` before an item is played, compare them with the \
            item's rating, and read them again when the defaults change.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "a player",
                in: .app,
                files: [
                    "App/Example.swift":
                        "func play(_ item: Item) { AVPlayer(url: item.url).play() }"
                ],
                policy: "media-catalogue: true",
                findings: ["App/Example.swift:1"]
            ),
            RuleExample(
                "asks first",
                in: .app,
                files: [
                    "App/Example.swift": """
                    func play(_ item: Item) {
                        let key = "com.apple.content-rating.ExplicitMusicPodcastsAllowed"
                        guard UserDefaults.standard.bool(forKey: key) else { return }
                        AVPlayer(url: item.url).play()
                    }
                    """
                ],
                policy: "media-catalogue: true"
            ),
        ]
    )

    private static let players: Set<String> = [
        "AVPlayer", "AVQueuePlayer", "AVAudioPlayer", "VideoPlayer", "AVPlayerLayer",
    ]
    private static let selectors: Set<String> = [
        "playerWithURL:", "playerWithPlayerItem:", "queuePlayerWithItems:", "initWithURL:",
        "initWithPlayerItem:", "initWithContentsOfURL:error:", "initWithItems:", "init",
    ]
    private static let readers: Set<String> = ["ContentRestrictions", "DeclaredAgeRange"]

    static let watches = players.union([
        "UserDefaults", "NSUserDefaults", "CFPreferencesCopyAppValue", "playerWithURL:",
        "playerWithPlayerItem:", "queuePlayerWithItems:",
    ])

    static func observations(in context: AuditContext) -> [Observation] {
        guard context.policy.isMediaCatalogue else { return [] }
        let played = context.code.calls(of: players.union(selectors)).filter { found in
            players.contains(found.call.name ?? "")
                || players.contains(found.receiverChain.first ?? "")
        }
        guard !played.isEmpty else { return [] }
        let asking = Set(context.code.files.filter { asks($0, context.code) }.map(\.path))
        return context.processes.filter { $0.kind == .app }.compactMap { target in
            let sources = Set(context.graph.closure(of: target).flatMap(\.sources))
            guard sources.isDisjoint(with: asking),
                let first = played.first(where: { sources.contains($0.path) })
            else { return nil }
            return Observation(
                "'\(target.name)' plays media and never reads the device's content restrictions",
                confidence: .medium,
                path: first.path,
                span: SourceSpan(first.site.place)
            )
        }
    }

    private static func asks(_ file: CodeFile, _ code: CodeIndex) -> Bool {
        if file.imports.contains(where: readers.contains) { return true }
        func isKey(_ value: Syntax.Expression) -> Bool {
            value.parts.contains { $0.literal?.hasPrefix("com.apple.content-rating") ?? false }
        }
        return file.variables.compactMap(\.value).contains(where: isKey)
            || code.scopes(in: file.path).contains { $0.expressions.contains(where: isKey) }
    }
}
