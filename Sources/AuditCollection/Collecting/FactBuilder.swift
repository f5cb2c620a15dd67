import AuditFacts
import Documents

/// Puts what was read of a tree together.
struct FactBuilder {
    private let targets: [Target]
    private let scopes: FileScopes
    private let fileCount: Int
    private var documents: [PropertyDocument] = []
    private var interfaces: [InterfaceDocument] = []
    private var schemas: [SchemaFile] = []
    private var unread: [UnreadInput] = []

    /// The facts of the files that are not sources, and of the projects among them; `allowance` says
    /// how much may be made of these.
    init(
        _ index: TreeIndex,
        _ files: [CollectedFile],
        _ tree: DistinctTree,
        _ allowance: ProjectAllowance
    ) {
        fileCount = index.paths.count
        var settings: [String: SettingsFile] = [:]
        var projects = ProjectFiles()
        for file in files {
            switch file.input {
            case .document(let document): documents.append(document)
            case .interface(let interface): interfaces.append(interface)
            case .recordSchema(let schema): schemas.append(schema)
            case .settings(let content): settings[file.path] = content
            case .xcodeProject(let root): projects.xcode.append((file.path, root))
            case .manifest(let manifest): projects.manifests.append(manifest)
            case .specification: projects.specifications.append(file.path)
            case .unread(let input): unread.append(input)
            case .code, .nothing: break
            }
        }
        let pairs = documents.map { ($0.path, $0) }
        let inputs = ProjectInputs(
            index: index,
            documents: Dictionary(pairs) { first, _ in first },
            settingsFiles: settings,
            tree: tree,
            allowance: allowance
        )
        targets = projects.targets(inputs)
        unread += inputs.unread
        scopes = FileScopes(targets)
        nameRoles()
    }

    /// Notes what is in the tree and is not a file.
    mutating func note(_ entries: [SourceTreeEntry]) {
        for entry in entries {
            let reason: (UnreadInput.Reason, String)? =
                switch entry.kind {
                case .file: nil
                case .link: (.link, "a symbolic link, which is not followed")
                case .unreadableFolder:
                    (.unreadable, "the folder cannot be listed, or is nested too deeply")
                case .special: (.unsupported, "it is not a regular file")
                case .unnameable: (.unsupported, "its name is not valid UTF-8")
                }
            guard let (reason, message) = reason else { continue }
            unread.append(UnreadInput(path: entry.path, reason: reason, message: message))
        }
    }

    /// Who the file at `path` belongs to.
    func scope(of path: String) -> FileScope { scopes.scope(of: path) }

    /// All facts, of `wanted` scopes.
    func facts(with sources: [CollectedFile], _ wanted: Set<FileScope>) -> Facts {
        let samples: FileScope = .tests
        let targets = targets.filter { wanted.contains(samples) || !scopes.isSample($0) }
        var facts = Facts(targets: targets, fileCount: fileCount)
        facts.documents = documents.filter { wanted.contains(scope(of: $0.path)) }
        facts.interfaces = interfaces.filter { wanted.contains(scope(of: $0.path)) }
        facts.schemas = schemas.filter { wanted.contains(scope(of: $0.path)) }
        facts.unread = unread
        for file in sources {
            switch file.input {
            case .code(let code): facts.code.append(code)
            case .unread(let input): facts.unread.append(input)
            default: break
            }
        }
        facts.unread += facts.code.compactMap { code in
            code.flaws.first.map { UnreadInput(path: code.path, $0) }
        }
        facts.unread += facts.documents.compactMap { document in
            document.flaw.map { UnreadInput(path: document.path, $0) }
        }
        facts.unread += facts.interfaces.compactMap { document in
            document.flaw.map { UnreadInput(path: document.path, $0) }
        }
        facts.unread += facts.schemas.compactMap { schema in
            schema.flaw.map { UnreadInput(path: schema.path, $0) }
        }
        facts.unread = Self.sorted(facts.unread.filter { wanted.contains(scope(of: $0.path)) })
        let paths =
            facts.code.map(\.path) + facts.documents.map(\.path) + facts.interfaces.map(\.path)
            + facts.schemas.map(\.path)
        for path in paths {
            let scope = scope(of: path)
            if scope != .app { facts.scopes[path] = scope }
        }
        return facts
    }

    /// What targets name as their Info.plist or entitlements counts as such, whatever it is called.
    private mutating func nameRoles() {
        let configurations = targets.flatMap(\.configurations)
        let infos = Set(configurations.compactMap(\.infoPath))
        let entitlements = Set(configurations.compactMap(\.entitlementsPath))
        documents = documents.map { document in
            guard document.role == .other else { return document }
            let role: PropertyDocument.Role =
                infos.contains(document.path)
                ? .info : entitlements.contains(document.path) ? .entitlements : .other
            return PropertyDocument(
                path: document.path,
                role: role,
                root: document.root,
                flaw: document.flaw
            )
        }
    }

    /// By path and place, each once.
    private static func sorted(_ inputs: [UnreadInput]) -> [UnreadInput] {
        Set(inputs).sorted {
            ($0.path, $0.place ?? .start, $0.reason.rawValue, $0.message)
                < ($1.path, $1.place ?? .start, $1.reason.rawValue, $1.message)
        }
    }
}

/// A file of an audited tree with what it holds.
struct CollectedFile: Sendable {
    let path: String
    let input: CollectedInput
}

/// What a file of an audited tree holds.
enum CollectedInput: Sendable {
    case document(PropertyDocument)
    case interface(InterfaceDocument)
    case recordSchema(SchemaFile)
    case code(CodeFile)
    case manifest(CodeFile)
    case settings(SettingsFile)
    case xcodeProject(DocumentNode)
    case specification
    case unread(UnreadInput)
    /// Nothing that an audit asks for.
    case nothing
}
