/// A target of a project or package.
package struct Target: Sendable, Hashable {
    /// The project's path, `#` and the name: one for each target of the tree.
    package let id: String
    /// Its name.
    package let name: String
    /// The path of the project file or manifest that declares it.
    package let project: String
    /// Where it is declared.
    package let place: SourcePlace
    /// What it builds.
    package let kind: ProductKind
    /// Lower-case names of the systems it is built for (`ios`, `macos`, …); empty when unknown.
    package let platforms: [String]
    /// Its build configurations, at least one; a package's are `Debug` and `Release`.
    package let configurations: [BuildConfiguration]
    /// Paths of its sources.
    package let sources: [String]
    /// Paths of the files it bundles.
    package let resources: [String]
    /// Names of frameworks and libraries it links.
    package let frameworks: [String]
    /// Ids of targets it depends on; package products by the target's name where that is in the tree.
    package let dependencies: [String]

    /// A target with all its parts.
    package init(
        id: String,
        name: String,
        project: String,
        place: SourcePlace = .start,
        kind: ProductKind,
        platforms: [String] = [],
        configurations: [BuildConfiguration],
        sources: [String],
        resources: [String] = [],
        frameworks: [String] = [],
        dependencies: [String] = []
    ) {
        self.id = id
        self.name = name
        self.project = project
        self.place = place
        self.kind = kind
        self.platforms = platforms
        self.configurations = configurations
        self.sources = sources
        self.resources = resources
        self.frameworks = frameworks
        self.dependencies = dependencies
    }
}

/// What a target builds.
package enum ProductKind: String, Sendable, Hashable {
    case app, appExtension, framework, library, watchApp, tests, tool, other
}
