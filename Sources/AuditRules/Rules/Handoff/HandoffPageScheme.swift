import AuditFacts
import AuditPolicy

/// `handoff.page-scheme`: an activity with a page that no browser opens.
enum HandoffPageScheme: Rule {
    static let description = RuleDescription(
        "handoff.page-scheme",
        "The page of an activity is not one of the web",
        severity: .high,
        isProven: false,
        summary: """
            `webpageURL` of an `NSUserActivity` is given an address with another scheme than `http` or \
            `https`. Addresses that are not known before the app runs are not reported.
            """,
        rationale: """
            The system raises an exception, which ends the app as soon as the activity is made.
            """,
        remedy: """
            Leave `webpageURL` empty, or give it the page of the site; what the app itself needs to go on \
            belongs in `userInfo`. Of an address that comes from elsewhere ask its scheme first.
            """,
        references: RuleReferences(commonWeaknesses: [20]),
        examples: [
            .swift(
                "the app's own scheme",
                """
                func open(_ activity: NSUserActivity) {
                    activity.webpageURL = URL(string: "example://notes/42")
                }
                """,
                findings: [2]
            ),
            .swift(
                "a page",
                """
                func open(_ activity: NSUserActivity) {
                    activity.webpageURL = URL(string: "https://example.com/notes/42")
                    activity.userInfo = ["url": "example://notes/42"]
                }
                """
            ),
        ]
    )

    static let watches: Set<String> = ["webpageURL"]

    static func observations(in context: AuditContext) -> [Observation] {
        context.sinks[.activity].compactMap { sink -> Observation? in
            guard sink.end.property == "webpageURL",
                let scheme = sink.values.lazy.compactMap({ scheme($0, sink.scope, context) }).first
            else { return nil }
            return Observation(
                "'\(scheme)' is not a scheme of the web",
                path: sink.scope.file.path,
                span: sink.span
            )
        }
    }

    /// The scheme of an address that stands in the code, unless it is one of the web.
    private static func scheme(
        _ value: Syntax.Expression,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> String? {
        guard let text = scope.path(of: value, context.code).texts.first,
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let isScheme =
            scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || "0123456789+.-".contains($0)) }
        return isScheme && scheme != "http" && scheme != "https" ? scheme : nil
    }
}
