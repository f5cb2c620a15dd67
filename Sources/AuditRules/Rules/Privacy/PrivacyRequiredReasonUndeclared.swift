import AuditFacts

/// `privacy.required-reason-undeclared`: a listed API whose category no manifest declares.
enum PrivacyRequiredReasonUndeclared: Rule {
    static let description = RuleDescription(
        "privacy.required-reason-undeclared",
        "The privacy manifest gives no reason for an API",
        severity: .high,
        isProven: true,
        summary: """
            A source uses an API of a category that the privacy manifests of a target it runs in do \
            not declare: file times, time since boot, disk space, keyboards, user defaults. \
            Reported once for a file and category, at the first use. Own functions and properties of \
            the same name, `PHAsset.creationDate` and `sysctl` are not on Apple's list.
            """,
        rationale: "The App Store refuses an app that uses these without a declared reason.",
        remedy: """
            Add the category with the reason that is true to `NSPrivacyAccessedAPITypes`, or do \
            without the API.
            """,
        references: RuleReferences(controls: ["PRIVACY-3"], weaknesses: ["0073"]),
        examples: [
            RuleExample(
                "when a file was changed",
                in: .app,
                files: [
                    "App/Example.swift": """
                    func a(_ url: URL) throws -> Date? {
                        try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                    }
                    """,
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict>
                    </array>
                    </dict></plist>

                    """,
                ],
                findings: ["App/Example.swift:2"]
            ),
            RuleExample(
                "declared",
                in: .app,
                files: [
                    "App/Example.swift":
                        "func a(_ f: [FileAttributeKey: Any]) -> Any? { f[.creationDate] }",
                    "App/PrivacyInfo.xcprivacy": """
                    <plist version="1.0"><dict>
                    <key>NSPrivacyAccessedAPITypes</key><array>
                    <dict><key>NSPrivacyAccessedAPIType</key>
                    <string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
                    <key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict>
                    </array>
                    </dict></plist>

                    """,
                ]
            ),
        ]
    )

    static let watches = RequiredReasonSymbol.watched

    static func observations(in context: AuditContext) -> [Observation] {
        let manifests = PrivacyManifests(context)
        let declared = context.processes.compactMap { target -> Declared? in
            let paths = manifests.paths(of: target)
            guard !paths.isEmpty, let read = manifests.read(paths) else { return nil }
            let categories = read.flatMap(AccessedCategory.all).compactMap(\.category)
            let sources = context.graph.bundledCode(of: target).flatMap(\.sources)
            return Declared(
                target: target,
                sources: Set(sources),
                categories: Set(categories),
                paths: paths
            )
        }
        let uses = context.requiredReasons
        return uses.byFile.sorted { $0.key < $1.key }.flatMap { path, uses in
            observations(uses, declared.filter { $0.sources.contains(path) }, context)
        }
    }

    private struct Declared {
        let target: Target
        let sources: Set<String>
        let categories: Set<RequiredReasonCategory>
        let paths: [String]
    }

    /// One for each category that a target does not declare, at its first use in the file.
    private static func observations(
        _ uses: [RequiredReasonUse],
        _ hosts: [Declared],
        _ context: AuditContext
    ) -> [Observation] {
        let groups = Dictionary(grouping: uses) { $0.categories[0] }
        return groups.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { category, uses in
            let open = uses.filter { use in
                hosts.contains { $0.categories.isDisjoint(with: use.categories) }
            }
            guard let first = open.first else { return nil }
            let lacking = hosts.filter { $0.categories.isDisjoint(with: first.categories) }
            let names = lacking.map { "'\($0.target.name)'" }.joined(separator: ", ")
            return Observation(
                "\(first.symbol) needs a reason under \(category.shortName), which the privacy "
                    + "manifest of \(names) does not declare",
                path: first.path,
                span: SourceSpan(first.place),
                related: related(open.dropFirst(), lacking, context)
            )
        }
    }

    private static func related(
        _ uses: ArraySlice<RequiredReasonUse>,
        _ hosts: [Declared],
        _ context: AuditContext
    ) -> [RelatedPlace] {
        let others = uses.prefix(8).map {
            RelatedPlace("\($0.symbol) is used here", path: $0.path, line: Int($0.place.line))
        }
        let manifests = Set(hosts.flatMap(\.paths)).sorted().prefix(4).map {
            context.place(of: "NSPrivacyAccessedAPITypes", in: $0, "the privacy manifest")
        }
        return others + manifests
    }
}
