import AuditFacts
import Documents

/// `privacy.manifest-missing`: a target that uses listed APIs and bundles no privacy manifest.
enum PrivacyManifestMissing: Rule {
    static let description = RuleDescription(
        "privacy.manifest-missing",
        "A target has no privacy manifest",
        severity: .high,
        isProven: true,
        summary: """
            An app or extension uses an API that Apple wants a reason for and bundles no \
            `PrivacyInfo.xcprivacy`. Manifests of several targets, of synchronized groups and of \
            packages that it links count; what an Info.plist declares of it does not. Reported at its \
            Info.plist.
            """,
        rationale: """
            The App Store refuses such an app, and nobody can see what it does with what the API \
            tells about a device.
            """,
        remedy: """
            Add a `PrivacyInfo.xcprivacy` to the target's resources and give the reason for each \
            category that it uses.
            """,
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "user defaults",
                in: .app,
                files: [
                    "App/Example.swift": "func a() { UserDefaults.standard.set(1, forKey: \"a\") }"
                ],
                findings: ["App/Info.plist:1"]
            ),
            RuleExample(
                "a manifest, whatever it says",
                in: .app,
                files: [
                    "App/Example.swift": "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>

                    </array>
                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static let watches = RequiredReasonSymbol.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let uses = context.requiredReasons
        let manifests = PrivacyManifests(context)
        return context.processes.compactMap { target -> Observation? in
            let used = uses.uses(in: context.graph.bundledCode(of: target))
            guard !used.isEmpty, manifests.paths(of: target).isEmpty else { return nil }
            let names = Set(used.map(\.symbol)).sorted().prefix(3).joined(separator: ", ")
            let path = target.infoPath
            let misplaced = path.flatMap { Self.misplaced(in: $0, context) }
            return Observation(
                "'\(target.name)' uses \(names) and bundles no \(PrivacyManifests.fileName)"
                    + (misplaced == nil ? "" : ": what its Info.plist declares has no effect"),
                path: path ?? target.project,
                span: SourceSpan(misplaced ?? (path == nil ? target.place : .start)),
                isAboutFile: path != nil && misplaced == nil,
                related: places(of: used)
            )
        }
    }

    /// Where the Info.plist at `path` declares what only a privacy manifest can.
    private static func misplaced(in path: String, _ context: AuditContext) -> SourcePlace? {
        let info = context.documents(.info).first { $0.path == path }
        return info?.root?.entries?.first { $0.key == "NSPrivacyAccessedAPITypes" }?.place
    }

    /// How many places of one API an observation names at most, each in another file.
    private static let placeLimit = 12

    private static func places(of used: [RequiredReasonUse]) -> [RelatedPlace] {
        let uses = Dictionary(grouping: used, by: \.symbol)
        return uses.keys.sorted().flatMap { symbol in
            RequiredReasonUse.firstOfFiles(uses[symbol] ?? []).prefix(placeLimit).map {
                RelatedPlace("\(symbol) is used here", path: $0.path, line: Int($0.place.line))
            }
        }
    }
}
