import AuditFacts
import Documents

/// `privacy.reason-mismatch`: reasons that do not cover the use, or are not for an app to give.
enum PrivacyReasonMismatch: Rule {
    static let description = RuleDescription(
        "privacy.reason-mismatch",
        "The declared reason does not cover the use",
        severity: .medium,
        isProven: true,
        summary: """
            The manifest gives only the reason for user defaults of an app group (`1C8F.1`) while the \
            app uses its own (`UserDefaults.standard`), or only that for its own (`CA92.1`) while it \
            opens those of a group; or the manifest of an app or extension itself gives a reason that \
            only SDKs of third parties may give (`0A2A.1`, `C56D.1`).
            """,
        rationale: "A declared reason is a promise of what the API is used for, and nothing else.",
        remedy: """
            Declare both reasons, or use only the defaults that are declared. Leave a reason for \
            wrappers to the SDK's own manifest, and give the app's own.
            """,
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "the group's declared, the app's own used",
                in: .app,
                files: [
                    "App/Example.swift": "func a() { UserDefaults.standard.set(1, forKey: \"a\") }",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>1C8F.1</string></array></dict>
                    </array>
                    </dict></plist>

                    """,
                ],
                findings: ["App/PrivacyInfo.xcprivacy:4"]
            ),
            RuleExample(
                "a reason for SDKs in the manifest of a framework",
                files: [
                    "App/A.swift": "let a = 1",
                    "App/Info.plist": """
                    <plist version="1.0"><dict>

                    </dict></plist>

                    """,
                    "Kit/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array><dict>
                    <key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key>
                    <array><string>C56D.1</string></array></dict></array>
                    </dict></plist>

                    """,
                    "project.yml": """
                    name: Example
                    targets:
                      App:
                        type: application
                        platform: iOS
                        sources: [App]
                        settings: {INFOPLIST_FILE: App/Info.plist}
                      Kit: {type: framework, platform: iOS, sources: [Kit]}
                    """,
                ]
            ),
        ]
    )

    static let watches: Set<String> = [
        "UserDefaults", "NSUserDefaults", "suiteName", "initWithSuiteName:",
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let own = ownUses(context)
        let shared = groupUses(context)
        return context.documents(.privacyManifest).flatMap { document in
            let targets = context.graph.bundlers(of: document.path)
                .flatMap { context.graph.bundledCode(of: $0) }
            let sources = Set(targets.flatMap(\.sources))
            let uses = Uses(own: places(own, sources), shared: places(shared, sources))
            let mismatch = mismatch(in: document, uses)
            return (mismatch.map { [$0] } ?? [])
                + foreignReasons(in: document, context.graph, uses)
        }
    }

    /// The places where a manifest's targets use defaults, the first of each file.
    private struct Uses {
        let own: [RelatedPlace]
        let shared: [RelatedPlace]

        /// The reasons that fit them, with what they are for; both where no use is known.
        var reasons: [String] {
            let isOpen = own.isEmpty && shared.isEmpty
            return (!own.isEmpty || isOpen ? [Self.forOwn] : [])
                + (!shared.isEmpty || isOpen ? [Self.forGroup] : [])
        }

        static let forOwn = "`CA92.1` (defaults that only the app itself can reach)"
        static let forGroup = "`1C8F.1` (defaults that the members of its app group share)"
    }

    /// The first reason for user defaults that does not cover what the manifest's targets do.
    private static func mismatch(in document: PropertyDocument, _ uses: Uses) -> Observation? {
        for entry in AccessedCategory.all(in: document) where entry.category == .userDefaults {
            let codes = Set(entry.reasons.compactMap(\.string))
            if codes == ["1C8F.1"], let use = uses.own.first {
                return Observation(
                    "only 1C8F.1 is declared, and \(use.path) uses UserDefaults.standard",
                    hint: advice(Uses.forOwn, "1C8F.1", isUsed: !uses.shared.isEmpty),
                    path: document.path,
                    span: entry.span,
                    related: uses.own
                )
            }
            if codes == ["CA92.1"], let use = uses.shared.first {
                return Observation(
                    "only CA92.1 is declared, and \(use.path) uses the defaults of an app group",
                    hint: advice(Uses.forGroup, "CA92.1", isUsed: !uses.own.isEmpty),
                    path: document.path,
                    span: entry.span,
                    related: uses.shared
                )
            }
        }
        return nil
    }

    /// `reason` beside the declared one, or instead when nothing was seen that the declared one fits.
    private static func advice(_ reason: String, _ declared: String, isUsed: Bool) -> String {
        isUsed
            ? "Declare \(reason) beside `\(declared)`."
            : "Declare \(reason); keep `\(declared)` only if something uses what it is for."
    }

    /// Reasons of wrappers around an API, which Apple's list leaves to SDKs of third parties, in the
    /// manifest that an app or extension bundles itself.
    private static func foreignReasons(
        in document: PropertyDocument,
        _ graph: TargetGraph,
        _ uses: Uses
    ) -> [Observation] {
        let bundlers = graph.bundlers(of: document.path)
        guard !bundlers.isEmpty, bundlers.allSatisfy(\.isProcess) else { return [] }
        return AccessedCategory.all(in: document).flatMap { entry in
            entry.reasons.compactMap { reason -> Observation? in
                guard let code = reason.string, let fitting = own(insteadOf: code, uses) else {
                    return nil
                }
                return Observation(
                    "'\(code)' is a reason that only SDKs of third parties may give",
                    hint:
                        "Declare the app's own reason instead: \(fitting.joined(separator: ", ")).",
                    path: document.path,
                    span: reason.span
                )
            }
        }
    }

    /// The reasons an app may give where `code` is one for wrappers; `nil` for any other.
    ///
    /// Source: Apple, "Describing use of required reason API", file timestamp and user defaults.
    private static func own(insteadOf code: String, _ uses: Uses) -> [String]? {
        switch code {
        case "C56D.1": uses.reasons
        case "0A2A.1":
            [
                "`C617.1` (files in the app's own containers)",
                "`3B52.1` (files the user gave access to)",
                "`DDA9.1` (times that are shown to the user)",
            ]
        default: nil
        }
    }

    /// How many places a finding names at most.
    private static let placeLimit = 12

    /// The first use in each file of `sources`.
    private static func places(_ uses: [RelatedPlace], _ sources: Set<String>) -> [RelatedPlace] {
        var seen: Set<String> = []
        let first = uses.filter { sources.contains($0.path) && seen.insert($0.path).inserted }
        return Array(first.prefix(placeLimit))
    }

    /// Places that name the app's own defaults.
    private static func ownUses(_ context: AuditContext) -> [RelatedPlace] {
        let parts = context.code.scopes.lazy.flatMap { scope in
            scope.expressions.flatMap(\.parts).map { (scope.file.path, $0) }
        }
        return parts.compactMap { path, part in
            let isOwn =
                switch part.node {
                case .member(let base?, "standard"), .member(let base?, "standardUserDefaults"):
                    base.lastName.map(RequiredReasonSymbol.defaults.contains) ?? false
                default: false
                }
            return isOwn
                ? RelatedPlace("the app's own defaults", path: path, line: Int(part.place.line))
                : nil
        }
    }

    /// Places that open the defaults of an app group for certain.
    private static func groupUses(_ context: AuditContext) -> [RelatedPlace] {
        let calls = context.code.calls(of: "UserDefaults", "init", "initWithSuiteName:")
        return calls.compactMap { found in
            let name = found.call["suiteName"] ?? found.call["initWithSuiteName"]
            guard let name, let text = context.code.text(of: name, in: found.scope),
                text.hasPrefix("group.")
            else { return nil }
            return RelatedPlace(
                "the defaults of \(text)",
                path: found.path,
                line: Int(found.site.place.line)
            )
        }
    }
}
