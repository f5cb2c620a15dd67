import AuditFacts
package import AuditPolicy

/// A target under one of its build configurations.
package struct BuildEnvironment: Sendable, Hashable {
    /// The target's id.
    package let target: String
    /// The configuration's name.
    package let configuration: String

    /// The environment of `target` under `configuration`.
    package init(target: String, configuration: String) {
        self.target = target
        self.configuration = configuration
    }
}

/// The policies of an audit: one for what belongs to no target, which is also that of devices, and
/// those that targets have under their configurations.
package struct PolicyBranches: Sendable {
    /// The policies, each once; the first is that of the tree.
    package let policies: [Policy]
    /// The place of each target's policies among them; where there is none it is the first.
    private let places: [BuildEnvironment: Int]

    /// One policy for everything.
    package init(_ policy: Policy) {
        policies = [policy]
        places = [:]
    }

    /// The policies `tree` and those of `places`, which count from it.
    package init(tree: Policy, others: [Policy], places: [BuildEnvironment: Int]) {
        policies = [tree] + others
        self.places = places
    }

    /// The place of the policy of `environment`.
    func place(of environment: BuildEnvironment) -> Int { places[environment] ?? 0 }

    /// The places of the policies of `target` under `configurations`.
    func places(of target: Target, _ configurations: [BuildConfiguration]) -> Set<Int> {
        Set(
            configurations.map {
                place(of: BuildEnvironment(target: target.id, configuration: $0.name))
            }
        )
    }

    /// `facts` as the policy at `place` sees them.
    ///
    /// Of a target that it has under a configuration that reaches users, only the configurations
    /// that it has.
    func facts(_ facts: Facts, at place: Int) -> Facts {
        guard policies.count > 1 else { return facts }
        var facts = facts
        facts.targets = facts.targets.map { target in
            let own = target.configurations.filter { places(of: target, [$0]) == [place] }
            let names = Set(own.map(\.name))
            guard target.releases.contains(where: { names.contains($0.name) }) else {
                return target
            }
            return target.with(own)
        }
        return facts
    }
}

/// Which of the policies of an audit a finding is judged by.
///
/// A file of several targets or configurations is judged by the policies of all: what one of them
/// forbids is forbidden.
struct PolicyJurisdiction: Sendable {
    private let branches: PolicyBranches
    /// Sources, resources, property lists and entitlements.
    private let files: [String: Set<Int>]
    /// Projects and manifests, with all policies of their targets.
    private let projects: [String: Set<Int>]
    /// The places in them that targets are declared at.
    private let declarations: [String: [SourcePlace: Set<Int>]]
    private let policyFiles: Set<String>

    init(_ branches: PolicyBranches, _ facts: Facts) {
        self.branches = branches
        policyFiles = Set(branches.policies.flatMap(\.sources))
        guard branches.policies.count > 1 else {
            (files, projects, declarations) = ([:], [:], [:])
            return
        }
        var files: [String: Set<Int>] = [:]
        var projects: [String: Set<Int>] = [:]
        var declarations: [String: [SourcePlace: Set<Int>]] = [:]
        for target in facts.targets {
            projects[target.project, default: []]
                .formUnion(branches.places(of: target, target.configurations))
            declarations[target.project, default: [:]][target.place, default: []]
                .formUnion(branches.places(of: target, target.releases))
            for configuration in target.configurations {
                let place = branches.places(of: target, [configuration])
                let left = ExcludedFiles(configuration)
                for path in target.sources + target.resources where !left.contains(path) {
                    files[path, default: []].formUnion(place)
                }
                for path in [configuration.infoPath, configuration.entitlementsPath] {
                    if let path { files[path, default: []].formUnion(place) }
                }
            }
        }
        (self.files, self.projects, self.declarations) = (files, projects, declarations)
    }

    /// Whether the policy at `place` judges what is seen at `span` of `path`.
    func judges(_ path: String, _ span: SourceSpan, by place: Int) -> Bool {
        guard branches.policies.count > 1 else { return true }
        if policyFiles.contains(path) { return true }
        let own = declarations[path]?[span.start] ?? projects[path] ?? files[path]
        return (own ?? [0]).contains(place)
    }
}

/// The files that a configuration leaves out of a build: those that match
/// `EXCLUDED_SOURCE_FILE_NAMES` and not `INCLUDED_SOURCE_FILE_NAMES`.
///
/// Source: Xcode Help, "Build settings reference".
private struct ExcludedFiles {
    private let excluded: [PathPattern]
    private let included: [PathPattern]

    init(_ configuration: BuildConfiguration) {
        excluded = Self.patterns(configuration.settings["EXCLUDED_SOURCE_FILE_NAMES"])
        included = Self.patterns(configuration.settings["INCLUDED_SOURCE_FILE_NAMES"])
    }

    func contains(_ path: String) -> Bool {
        excluded.contains { $0.matches(path) } && !included.contains { $0.matches(path) }
    }

    private static func patterns(_ setting: String?) -> [PathPattern] {
        (setting ?? "").split(separator: " ").map { word in
            // A folder's name is all that is in it; in Xcode's patterns '*' is any text.
            let word = String(word).replacing("\"", with: "")
            return PathPattern(word.hasSuffix("/*") ? String(word.dropLast()) + "**" : word)
        }
    }
}

extension Target {
    /// The same with `configurations` alone.
    fileprivate func with(_ configurations: [BuildConfiguration]) -> Target {
        Target(
            id: id,
            name: name,
            project: project,
            place: place,
            kind: kind,
            platforms: platforms,
            configurations: configurations,
            sources: sources,
            resources: resources,
            frameworks: frameworks,
            dependencies: dependencies
        )
    }
}
