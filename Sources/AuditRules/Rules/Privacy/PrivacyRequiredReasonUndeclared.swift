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
        var open: [Lack: [RequiredReasonUse]] = [:]
        for (path, uses) in context.requiredReasons.byFile.sorted(by: { $0.key < $1.key }) {
            let hosts = declared.filter { $0.sources.contains(path) }
            for use in uses {
                let lacking = hosts.filter { $0.categories.isDisjoint(with: use.categories) }
                guard !lacking.isEmpty else { continue }
                let lack = Lack(
                    category: use.categories[0],
                    targets: lacking.map { "'\($0.target.name)'" }.joined(separator: ", ")
                )
                open[lack, default: []].append(use)
            }
        }
        let byTargets = Dictionary(grouping: declared) { "'\($0.target.name)'" }
        return open.keys.sorted().compactMap { lack in
            let hosts = byTargets.filter { lack.targets.contains($0.key) }.flatMap(\.value)
            return open[lack].flatMap { observation(lack, $0, hosts, context) }
        }
    }

    /// What targets' manifests do not declare.
    private struct Lack: Hashable, Comparable {
        let category: RequiredReasonCategory
        let targets: String

        static func < (one: Lack, other: Lack) -> Bool {
            (one.category.rawValue, one.targets) < (other.category.rawValue, other.targets)
        }
    }

    private struct Declared {
        let target: Target
        let sources: Set<String>
        let categories: Set<RequiredReasonCategory>
        let paths: [String]
    }

    /// One for what several uses lack, at the first of them.
    private static func observation(
        _ lack: Lack,
        _ uses: [RequiredReasonUse],
        _ hosts: [Declared],
        _ context: AuditContext
    ) -> Observation? {
        guard let first = uses.first else { return nil }
        return Observation(
            "\(first.symbol) needs a reason under \(lack.category.shortName), which the privacy "
                + "manifest of \(lack.targets) does not declare",
            path: first.path,
            span: SourceSpan(first.place),
            related: related(RequiredReasonUse.firstOfFiles(uses).dropFirst(), hosts, context)
        )
    }

    private static func related(
        _ uses: ArraySlice<RequiredReasonUse>,
        _ hosts: [Declared],
        _ context: AuditContext
    ) -> [RelatedPlace] {
        let others = uses.prefix(12).map {
            RelatedPlace("\($0.symbol) is used here", path: $0.path, line: Int($0.place.line))
        }
        let manifests = Set(hosts.flatMap(\.paths)).sorted().prefix(4).map {
            context.place(of: "NSPrivacyAccessedAPITypes", in: $0, "the privacy manifest")
        }
        return others + manifests
    }
}
