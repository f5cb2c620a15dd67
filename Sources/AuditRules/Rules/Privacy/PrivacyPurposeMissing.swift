import AuditFacts
import Documents

/// `privacy.purpose-missing`: a protected resource without a purpose string.
enum PrivacyPurposeMissing: Rule {
    static let description = RuleDescription(
        "privacy.purpose-missing",
        "The Info.plist does not say what a protected resource is for",
        severity: .high,
        isProven: false,
        summary: """
            A source of an app asks for the camera, microphone, photos, location, contacts, calendars, \
            health, motion, Bluetooth, Face ID, the local network or another protected resource, and \
            no release of the app has a text under the key that says why: neither in its Info.plist \
            nor as an `INFOPLIST_KEY_…` setting.
            """,
        rationale: """
            The system ends the app or refuses the request, and the App Store refuses the upload. \
            People cannot agree to what nobody explains.
            """,
        remedy: "Add the key with a sentence that says what the app does with it.",
        references: RuleReferences(
            controls: ["PRIVACY-1"],
            tests: ["0360"],
            weaknesses: ["0066"]
        ),
        examples: [
            RuleExample(
                "the camera",
                in: .app,
                files: [
                    "App/Example.swift":
                        "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }"
                ],
                findings: ["App/Info.plist:1"]
            ),
            RuleExample(
                "with a purpose",
                in: .app,
                files: [
                    "App/Example.swift":
                        "func a() { AVCaptureDevice.requestAccess(for: .video) { _ in } }",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>NSCameraUsageDescription</key><string>To scan codes</string>
                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static let watches = PurposeNeed.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let needs = PurposeNeed.all.map { ($0.keys, $0.uses(in: context.code)) }
        return context.processes.filter { $0.kind == .app }.flatMap { target in
            let sources = Set(context.graph.closure(of: target).flatMap(\.sources))
            var seen: Set<[String]> = []
            return needs.compactMap { keys, uses -> Observation? in
                guard let use = uses.first(where: { sources.contains($0.path) }),
                    seen.insert(keys).inserted
                else { return nil }
                return lacking(target, keys).map { observation(target, $0, keys, use) }
            }
        }
    }

    /// The first release where none has any of `keys`, and all are known: what only one flavour of
    /// an app is asked for may be compiled for that one alone.
    private static func lacking(_ target: Target, _ keys: [String]) -> BuildConfiguration? {
        let lacks = target.releases.allSatisfy { configuration in
            configuration.info.map { info in !keys.contains(where: info.hasText(under:)) } ?? false
        }
        return lacks ? target.releases.first : nil
    }

    private static func observation(
        _ target: Target,
        _ configuration: BuildConfiguration,
        _ keys: [String],
        _ use: CallInScope
    ) -> Observation {
        let name = use.call.name ?? ""
        let path = configuration.infoPath
        return Observation(
            "'\(target.name)' has no text under \(keys.joined(separator: " or ")), "
                + "which \(name) needs",
            path: path ?? target.project,
            span: SourceSpan(path == nil ? target.place : .start),
            isAboutFile: path != nil,
            related: [
                RelatedPlace(
                    "\(name) is called here",
                    path: use.path,
                    line: Int(use.span.start.line)
                )
            ]
        )
    }
}
