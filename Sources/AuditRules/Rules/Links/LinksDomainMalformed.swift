import AuditFacts

/// `links.domain-malformed`: an associated domain that the system does not understand.
enum LinksDomainMalformed: Rule {
    static let description = RuleDescription(
        "links.domain-malformed",
        "An associated domain is malformed",
        severity: .high,
        isProven: false,
        summary: """
            An entry of the associated-domains entitlement is not `service:domain`: it has a scheme, \
            a path, a port or a space, no domain, or an unknown service.
            """,
        rationale: """
            The system ignores such an entry without a word: links open in the browser, where \
            another site can pass for the app, and passwords are not offered.
            """,
        remedy: "Write `applinks:example.com`, without `https://` and without a path.",
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0070"],
            weaknesses: ["0029"]
        ),
        examples: [
            LinksExample.app(
                "a scheme and a path",
                ["applinks:https://a.example/", "applinks:a.example/path"],
                findings: ["App.entitlements:3", "App.entitlements:4"]
            ),
            LinksExample.app(
                "a port, a star inside",
                ["applinks:a.example:8080", "webcredentials:a.*.example"],
                findings: ["App.entitlements:3", "App.entitlements:4"]
            ),
            LinksExample.app(
                "no service, an unknown one, no domain",
                ["a.example", "AppLinks:a.example", "applinks:"],
                findings: ["App.entitlements:3", "App.entitlements:4", "App.entitlements:5"]
            ),
            LinksExample.app(
                "as it should be",
                ["applinks:a.example", "webcredentials:a.example"]
            ),
            LinksExample.app("all subdomains", ["applinks:*.a.example"]),
            LinksExample.app("a mode", ["applinks:a.example?mode=developer"]),
            LinksExample.app("of build settings", ["applinks:$(HOST)", "$(LINK)"]),
            LinksExample.app("none", []),
            LinksExample.app(
                "other services",
                ["activitycontinuation:a.example", "appclips:a.example"]
            ),
            LinksExample.app(
                "extensible single sign-on",
                ["authsrv:a.example", "authsrv:a.example?mode=managed"]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.entitlements).flatMap { document in
            (document.root?[AssociatedDomain.key]?.array ?? []).compactMap { node in
                guard let text = node.string, let flaw = AssociatedDomain.flaw(of: text) else {
                    return nil
                }
                return Observation("'\(text)': \(flaw)", path: document.path, span: node.span)
            }
        }
    }
}
