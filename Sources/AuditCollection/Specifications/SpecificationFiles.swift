import AuditFacts
import Documents

/// A specification of XcodeGen with the files it includes.
struct SpecificationFiles {
    /// Its files, each weaker than those after it.
    private(set) var pieces: [SpecificationPiece] = []
    /// What could not be read.
    private(set) var missing: [UnreadInput] = []

    private let inputs: ProjectInputs
    private var seen: Set<String> = []

    /// The specification at `path`.
    init(_ path: String, _ inputs: ProjectInputs) {
        self.inputs = inputs
        add(path, folder: TreePath.folder(of: path), depth: 0)
    }

    /// Reads the file at `path`, the files it includes first; each once, so that a circle ends.
    private mutating func add(_ path: String, folder: String, depth: Int) {
        guard depth < 16, seen.insert(path).inserted, let node = read(path) else { return }
        for inclusion in node["include"]?.elements ?? [] {
            include(inclusion, from: path, folder: folder, depth: depth)
        }
        pieces.append(SpecificationPiece(node: node, file: path, folder: folder))
    }

    private mutating func include(
        _ inclusion: DocumentNode,
        from path: String,
        folder: String,
        depth: Int
    ) {
        guard let name = inclusion.word ?? inclusion["path"]?.word else { return }
        let parent = TreePath.folder(of: path)
        guard let included = inputs.index.path(of: name, in: parent),
            inputs.index.hasFile(included)
        else {
            missing.append(
                UnreadInput(
                    path: path,
                    place: SourcePlace(inclusion.location),
                    reason: .missing,
                    message: "it includes '\(name)', which does not exist"
                )
            )
            return
        }
        let isRelative = inclusion["relativePaths"]?.word != "false"
        let inner = isRelative ? TreePath.folder(of: included) : folder
        add(included, folder: inner, depth: depth + 1)
    }

    private mutating func read(_ path: String) -> DocumentNode? {
        switch inputs.specification(path) {
        case .success(let node): return node
        case .failure(let reason):
            missing.append(reason.input)
            return nil
        }
    }
}
