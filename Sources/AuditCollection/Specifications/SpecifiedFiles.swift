import AuditFacts
import AuditPolicy
import Documents

/// Which files of the tree belong to a target of a specification.
struct SpecifiedFiles {
    private(set) var sources: Set<String> = []
    private(set) var resources: Set<String> = []
    private let inputs: ProjectInputs
    private let target: String
    private let project: String

    /// The files of the `target` of `project` with `sources`, each a path or a mapping with one.
    init(
        _ sources: [SpecificationPiece],
        of target: String,
        in project: String,
        _ inputs: ProjectInputs
    ) {
        self.inputs = inputs
        self.target = target
        self.project = project
        for source in sources { add(source) }
    }

    private mutating func add(_ source: SpecificationPiece) {
        guard let name = source.node.word ?? source.node["path"]?.word else { return }
        let path = inputs.index.path(of: name, in: source.folder)
        let files = path.map { inputs.index.files(at: $0) } ?? []
        let isOptional = source.node["optional"]?.word == "true"
        if files.isEmpty, !isOptional {
            let place = SourcePlace(source.node.location)
            let file = MissingFile(
                path ?? "\(source.file):\(place.line)",
                .files,
                at: source.file,
                place: place,
                message: "it names the sources '\(name)', which do not exist"
            )
            inputs.note(file, target: target, of: project)
        }
        guard let path else { return }
        let phase = source.node["buildPhase"]?.word
        let start = path.isEmpty ? 0 : path.count + 1
        let excluded = Self.patterns(source, "excludes")
        let included = Self.patterns(source, "includes")
        // A pattern is matched with every file.
        let cost = files.count * (1 + excluded.count + included.count) * ProjectAllowance.entry
        guard inputs.spend(cost, for: project) else { return }
        for file in files {
            let inner = String(file.dropFirst(start))
            guard !Self.matches(excluded, inner), included.isEmpty || Self.matches(included, inner)
            else { continue }
            add(file, phase: phase)
        }
    }

    private mutating func add(_ file: String, phase: String?) {
        switch phase {
        case "sources": sources.insert(file)
        case "resources": resources.insert(file)
        case nil where SynchronizedFolder.isSource(file): sources.insert(file)
        case nil where SynchronizedFolder.isMember(file) && !file.hasSuffix("Info.plist"):
            resources.insert(file)
        default: break
        }
    }

    private static func patterns(_ source: SpecificationPiece, _ key: String) -> [PathPattern] {
        source.list(key).compactMap(\.node.word).flatMap { text in
            [PathPattern("/" + text), PathPattern("/" + text + "/**")]
        }
    }

    private static func matches(_ patterns: [PathPattern], _ path: String) -> Bool {
        patterns.contains { $0.matches(path) }
    }
}
