import AuditFacts

/// A target before what it depends on is looked for in other projects.
struct TargetDraft {
    var id: String
    var name: String
    var project: String
    var place = SourcePlace.start
    var kind = ProductKind.other
    var platforms: [String] = []
    var configurations: [BuildConfiguration] = []
    var sources: Set<String> = []
    var resources: Set<String> = []
    var frameworks: Set<String> = []
    /// Ids of targets it depends on.
    var dependencies: Set<String> = []
    /// Names of package products it depends on.
    var products: Set<String> = []

    /// The target, which depends on `dependencies` too.
    func target(dependingOn others: Set<String>) -> Target {
        Target(
            id: id,
            name: name,
            project: project,
            place: place,
            kind: kind,
            platforms: platforms,
            configurations: configurations,
            sources: sources.sorted(),
            resources: resources.sorted(),
            frameworks: frameworks.sorted(),
            dependencies: dependencies.union(others).sorted()
        )
    }
}
