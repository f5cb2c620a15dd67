import AuditFacts
import Documents

/// `links.aasa-invalid`: an association file that the system cannot read.
enum LinksAasaInvalid: Rule {
    static let description = RuleDescription(
        "links.aasa-invalid",
        "An apple-app-site-association file is not valid",
        severity: .high,
        isProven: false,
        summary: """
            The file is not JSON, or its services do not have the shape that the system reads: \
            `applinks.details` is a list of objects with app identifiers and paths or components, \
            `apps` of `webcredentials` and `activitycontinuation` a list of app identifiers.
            """,
        rationale: """
            One mistake makes all links and passwords of the domain stop working, without an error \
            anywhere.
            """,
        remedy: "Mend the shape, then look at what Apple's server made of the file.",
        references: RuleReferences(
            controls: ["PLATFORM-1"],
            tests: ["0070"],
            weaknesses: ["0029"]
        ),
        examples: [
            RuleExample(
                "a list",
                files: [
                    "web/apple-app-site-association": """
                    {
                    "applinks": [1]
                    }
                    """
                ],
                findings: ["web/apple-app-site-association:2"]
            ),
            RuleExample(
                "as it should be",
                files: [
                    "web/apple-app-site-association": """
                    {"applinks": {"details": [
                    {"appIDs": ["A.com.example.app"], "components": [{"/": "/a/*"}]}
                    ]}, "webcredentials": {"apps": ["A.com.example.app"]}}
                    """
                ]
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.siteAssociation).flatMap { document -> [Observation] in
            if let flaw = document.flaw {
                return [
                    Observation(flaw.message, path: document.path, span: SourceSpan(flaw.place))
                ]
            }
            return document.root.map(SiteAssociation.flaws)?.map {
                Observation($0.message, path: document.path, span: $0.span)
            } ?? []
        }
    }
}
