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
            not declare: file times, time since the start, disk space, keyboards, user defaults. \
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
            PrivacyExample.app(
                "when a file was changed",
                """
                func a(_ url: URL) throws -> Date? {
                    try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                }
                """,
                declared: [("UserDefaults", ["CA92.1"])],
                findings: ["App/Example.swift:2"]
            ),
            PrivacyExample.app(
                "attributes, free space, the time since the start",
                """
                func a(_ path: String) throws -> Any? {
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    return attributes[.modificationDate]
                }
                func b(_ found: [FileAttributeKey: Any]) -> Any? { found[.systemFreeSize] }
                func c() -> Double {
                    let info = ProcessInfo.processInfo
                    return info.systemUptime
                }
                """,
                declared: [],
                findings: [
                    "App/Example.swift:3", "App/Example.swift:5", "App/Example.swift:8",
                ]
            ),
            PrivacyExample.app(
                "C functions and Cocoa's names, the first of each category",
                """
                void a(const char *p) {
                    struct stat s;
                    stat(p, &s);
                    lstat(p, &s);
                    uint64_t now = mach_absolute_time();
                    NSUserDefaults *d = [NSUserDefaults standardUserDefaults];
                }
                """,
                declared: [],
                isObjectiveC: true,
                findings: ["App/Example.m:3", "App/Example.m:5", "App/Example.m:6"]
            ),
            PrivacyExample.app(
                "declared",
                "func a(_ f: [FileAttributeKey: Any]) -> Any? { f[.creationDate] }",
                declared: [("FileTimestamp", ["C617.1"])]
            ),
            PrivacyExample.app(
                "without any manifest another rule speaks",
                "func a(_ f: [FileAttributeKey: Any]) -> Any? { f[.creationDate] }",
                declared: nil
            ),
            PrivacyExample.app(
                "own functions and properties",
                """
                struct Clock {
                    static func systemUptime() -> Double { 1 }
                    let creationDate = Date()
                    func stat(_ path: String, _ other: Int) {}
                    func run() { stat("a", 1); print(Clock.systemUptime(), self.creationDate) }
                }
                """,
                declared: []
            ),
            PrivacyExample.app(
                "photos and records have dates too",
                """
                func a(_ asset: PHAsset, _ drafts: [Draft]) -> Date? {
                    print(drafts.sorted(by: \\.creationDate))
                    return asset.creationDate ?? asset.modificationDate
                }
                """,
                declared: []
            ),
            PrivacyExample.app(
                "the start by sysctl is not listed",
                """
                func boot() -> timeval {
                    var time = timeval(), size = 16, name = [CTL_KERN, KERN_BOOTTIME]
                    sysctl(&name, 2, &time, &size, nil, 0)
                    return time
                }
                """,
                declared: []
            ),
            PrivacyExample.app(
                "own keys, own types, an empty struct",
                """
                enum Key { case creationDate, modificationDate }
                struct UserDefaultsValue {}
                func a(_ d: [Key: Int]) { print(d[.creationDate] as Any, UserDefaultsValue(), stat()) }
                """,
                declared: []
            ),
            PrivacyExample.app(
                "in the simulator only",
                """
                func a() {
                    #if targetEnvironment(simulator)
                    print(ProcessInfo.processInfo.systemUptime)
                    #endif
                }
                """,
                declared: []
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
            observations(uses, declared.filter { $0.sources.contains(path) })
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
        _ hosts: [Declared]
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
                related: related(open.dropFirst(), lacking)
            )
        }
    }

    private static func related(
        _ uses: ArraySlice<RequiredReasonUse>,
        _ hosts: [Declared]
    ) -> [RelatedPlace] {
        let others = uses.prefix(8).map {
            RelatedPlace("\($0.symbol) is used here", path: $0.path, line: Int($0.place.line))
        }
        let manifests = Set(hosts.flatMap(\.paths)).sorted().prefix(4).map {
            RelatedPlace("the privacy manifest", path: $0, line: 1)
        }
        return others + manifests
    }
}
