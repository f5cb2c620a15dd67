import AuditFacts

/// `policy.parse-error`: an input of the app's own that could not be read.
enum PolicyParseError: Rule {
    static let description = RuleDescription(
        "policy.parse-error",
        "An input could not be read",
        severity: .high,
        isProven: true,
        summary: """
            A project, an Info.plist, entitlements, a privacy manifest, a storyboard or another input \
            with a known role breaks its format's rules, or a file of an audited device is damaged. \
            Sources that are not understood as a whole and property lists without a role are notes. \
            A file that a project names and that is not there is not damaged: the list of what was \
            not read names it, with the targets it is missing to.
            """,
        rationale: """
            What was not read was not audited: that nothing was found in it says nothing.
            """,
        remedy: """
            Mend the file, or add what generates it to the audited tree. `plutil -lint` and \
            `protectctl fsck` name what is wrong.
            """,
        references: RuleReferences(),
        examples: [
            RuleExample(
                "documents that are cut off",
                files: [
                    "App.entitlements": "<plist><dict>",
                    "Info.plist": "<plist version=\"1.0\"><dict><key>a</key>",
                    "PrivacyInfo.xcprivacy": "{",
                ],
                findings: ["App.entitlements:1", "Info.plist:1", "PrivacyInfo.xcprivacy:1"]
            ),
            .swift(
                "a complete one",
                """
                func a() {}

                """
            ),
        ]
    )

    private static let unparsed =
        "Look at this statement yourself: it was left out, and all others were audited."
    private static let sources = [".swift", ".m", ".mm", ".h"]

    static func observations(in context: AuditContext) -> [Observation] {
        let plain = Set(context.documents(.other).map(\.path))
        return context.facts.unread.compactMap { input in
            guard context.audited.contains(context.facts.scope(of: input.path)),
                input.reason == .malformed
            else { return nil }
            let isSource = sources.contains(where: input.path.hasSuffix)
            let isMinor = plain.contains(input.path) || isSource
            return Observation(
                "not understood: \(input.message)",
                hint: isSource ? unparsed : nil,
                ceiling: isMinor ? .note : .error,
                path: input.path,
                span: SourceSpan(input.place ?? .start)
            )
        }
    }
}
