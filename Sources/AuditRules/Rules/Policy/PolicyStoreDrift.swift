import AuditFacts
import AuditPolicy
import ProtectionModel

/// `policy.store-drift`: a stored file with a weaker class than the policy demands of its kind.
enum PolicyStoreDrift: Rule {
    static let description = RuleDescription(
        "policy.store-drift",
        "A stored file does not have the class the policy demands",
        severity: .critical,
        isProven: true,
        summary: """
            A file of an audited device belongs by its path to a kind of data with a minimum class, \
            and its own class is a weaker one. Folders and files of no kind are not reported.
            """,
        rationale: """
            What code says and what is stored differ: files keep the class they were made with, so \
            those of an older version, of a restored backup or of a forgotten place are open at times \
            when the policy promises that they are closed.
            """,
        remedy: """
            Give the file the class with `protectctl protect CLASS PATH`, and its folder too, so that \
            new files get it; look for the code that made it with another one.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            .device(
                "files of an older version",
                ExampleDevice([
                    "/Documents/mail/a.eml": .completeUntilFirstUserAuthentication,
                    "/Documents/mail/b.eml": .none, "/Documents/mail/c.eml": .complete,
                ]),
                policy: """
                    kinds:
                      mail: {sensitivity: personal, class: complete, paths: ["/Documents/mail/**"]}
                      cache: {class: complete-until-first-user-authentication, paths: ["/Library/cache/**"]}
                      art: {paths: ["/Documents/art/**"]}
                    """,
                findings: ["/Documents/mail/a.eml", "/Documents/mail/b.eml"]
            ),
            .device(
                "as demanded",
                ExampleDevice(["/Documents/mail/a.eml": .complete]),
                policy: """
                    kinds:
                      mail: {sensitivity: personal, class: complete, paths: ["/Documents/mail/**"]}
                      cache: {class: complete-until-first-user-authentication, paths: ["/Library/cache/**"]}
                      art: {paths: ["/Documents/art/**"]}
                    """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.facts.devices.flatMap(\.files).compactMap { file in
            guard !file.isFolder, let actual = file.protectionClass,
                let kind = context.policy.kind(ofDevicePath: file.path),
                let minimum = kind.minimumClass, actual.strength < minimum.strength
            else { return nil }
            return Observation(
                "class \(actual.name): the policy demands \(minimum.name) of '\(kind.name)'",
                hint: "`protectctl protect \(minimum.name) \(file.path)` gives it the class.",
                path: file.path,
                span: SourceSpan(.start),
                kind: kind,
                related: kind.declaration.map { [$0] } ?? []
            )
        }
    }
}
