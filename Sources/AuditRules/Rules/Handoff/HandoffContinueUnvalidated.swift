import AuditFacts

/// `handoff.continue-unvalidated`: what others ask for is done without a look at it.
enum HandoffContinueUnvalidated: Rule {
    static let description = RuleDescription(
        "handoff.continue-unvalidated",
        "A link or activity is followed without a check",
        severity: .medium,
        isProven: false,
        summary: """
            What a link that opens the app, or an activity that it continues, carries is loaded into a \
            web view, run there as a script, or says which file is removed, and no function on the way \
            asks for the activity's type, the link's scheme, host or path, or calls one that is named \
            for a check. So is a link of which the app only asks whether all of its text contains some: any \
            host can have that. A guess, and a note: a check may have another name.
            """,
        rationale: """
            Any page and any app can open a link of the app's scheme, and any device of the user hands \
            over activities. What they carry is somebody else's word.
            """,
        remedy: """
            Compare the activity's type and the link's scheme and host with those the app knows, and \
            take ids instead of addresses and paths.
            """,
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0395"],
            weaknesses: ["0029"],
            commonWeaknesses: [939]
        ),
        examples: [
            .swift(
                "an address from a link",
                """
                final class Delegate: UIResponder, UIApplicationDelegate {
                    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
                        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
                        webView.load(URLRequest(url: URL(string: items!.first!.value!)!))
                        return true
                    }
                }
                """,
                findings: [4]
            ),
            .swift(
                "of a host that the app knows",
                """
                final class Delegate: UIResponder, UIApplicationDelegate {
                    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
                        guard url.host == "example.com" else { return false }
                        webView.load(URLRequest(url: url))
                        return true
                    }
                }
                """
            ),
        ]
    )

    static let watches = IncomingUse.watched.union(LinkSearch.watched)

    static func observations(in context: AuditContext) -> [Observation] {
        followed(context) + searched(context)
    }

    /// Links that are only searched for a text.
    private static func searched(_ context: AuditContext) -> [Observation] {
        LinkSearch.all(in: context.calls).map { search in
            Observation(
                "the whole link is searched for '\(search.text)', which any host and scheme may have",
                confidence: .low,
                ceiling: .note,
                path: search.scope.file.path,
                span: SourceSpan(search.place),
                way: search.way
            )
        }
    }

    private static func followed(_ context: AuditContext) -> [Observation] {
        IncomingUse.all(in: context.calls).compactMap { use in
            guard !use.isChecked, let source = use.source else { return nil }
            let path = use.scope.file.path
            let handedOn = RelatedPlace(
                "the value is handed on here",
                path: path,
                line: Int(use.span.start.line)
            )
            return Observation(
                "'\(source)' comes from outside and \(use.deed), and nothing asks what it is",
                confidence: .low,
                ceiling: .note,
                path: path,
                span: use.span,
                way: use.way.isEmpty ? [] : [handedOn] + use.way
            )
        }
    }
}
