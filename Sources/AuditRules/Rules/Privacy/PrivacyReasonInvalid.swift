import AuditFacts

/// `privacy.reason-invalid`: a reason that its category does not have, or none.
enum PrivacyReasonInvalid: Rule {
    static let description = RuleDescription(
        "privacy.reason-invalid",
        "A privacy manifest gives a reason that its category does not have",
        severity: .high,
        isProven: false,
        summary: """
            A category of `NSPrivacyAccessedAPITypes` has a reason that Apple does not allow for it, \
            or no reason at all. The table of reasons is that of 2026-09.
            """,
        rationale: "The App Store refuses a manifest with a reason it does not know.",
        remedy: "Take the reason that is true from Apple's list for that category.",
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            example(
                "the reason of another category",
                [("FileTimestamp", ["CA92.1"])],
                findings: [5]
            ),
            example("no such reason", [("UserDefaults", ["CA92.1", "ABCD.9"])], findings: [5]),
            example("no reason", [("DiskSpace", [])], findings: [4]),
            example(
                "one right reason each",
                [("FileTimestamp", ["C617.1"]), ("SystemBootTime", ["35F9.1"])]
            ),
            example("several right reasons", [("UserDefaults", ["CA92.1", "1C8F.1", "AC6B.1"])]),
            example("a category that is not known is another rule's matter", [("Moon", ["X"])]),
            example("nothing declared", []),
            PrivacyExample.manifest("an empty manifest", ""),
        ]
    )

    private static func example(
        _ title: String,
        _ declared: [(String, [String])],
        findings: [Int] = []
    ) -> RuleExample {
        PrivacyExample.app(
            title,
            "let a = 1",
            declared: declared,
            findings: findings.map { "App/PrivacyInfo.xcprivacy:\($0)" }
        )
    }

    static func observations(in context: AuditContext) -> [Observation] {
        context.documents(.privacyManifest).flatMap { document in
            AccessedCategory.all(in: document).flatMap { entry -> [Observation] in
                guard let category = entry.category else { return [] }
                guard !entry.reasons.isEmpty else {
                    return [
                        Observation(
                            "\(category.shortName) is declared without a reason",
                            path: document.path,
                            span: entry.span
                        )
                    ]
                }
                return entry.reasons.compactMap { reason in
                    guard let code = reason.string, !category.reasons.contains(code) else {
                        return nil
                    }
                    return Observation(
                        "'\(code)' is no reason for \(category.shortName), which has "
                            + category.reasons.joined(separator: ", "),
                        path: document.path,
                        span: reason.span
                    )
                }
            }
        }
    }
}
