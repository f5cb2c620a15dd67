import AuditFacts
import Documents

/// What projects refer to, read before them or when they ask; and what could not be read of them.
final class ProjectInputs {
    /// All files of the tree.
    let index: TreeIndex
    /// Settings files by path.
    let settingsFiles: [String: SettingsFile]
    /// Reads any other file.
    private let tree: DistinctTree
    /// Property lists by path.
    private let documents: [String: PropertyDocument]
    /// Property lists that only a project knows as such, by path and role.
    private var others: [String: [PropertyDocument.Role: PropertyDocument]] = [:]
    /// Specifications by path.
    private var specifications: [String: Result<DocumentNode, UnreadReason>] = [:]
    /// The assignments of settings files by path and by the project's folder.
    private var settings: [String: [String: SettingsInclusions.Reading]] = [:]
    private var allowance: ProjectAllowance
    private var notes: Set<UnreadInput> = []
    private var missing = MissingFiles()
    /// Projects of which it was said that their settings become too long.
    private var overgrown: Set<String> = []

    init(
        index: TreeIndex,
        documents: [String: PropertyDocument],
        settingsFiles: [String: SettingsFile],
        tree: DistinctTree,
        allowance: ProjectAllowance
    ) {
        self.index = index
        self.documents = documents
        self.settingsFiles = settingsFiles
        self.tree = tree
        self.allowance = allowance
    }

    /// What could not be read or does not exist.
    var unread: [UnreadInput] { notes + missing.inputs }

    /// Notes what could not be read, each once.
    func note(_ input: UnreadInput) { notes.insert(input) }

    /// Notes a file that does not exist, unless it is one that is made from what is in the tree.
    func note(_ file: MissingFile, target name: String, of project: String) {
        guard !isGenerated(file.file) else { return }
        missing.add(file, target: name, of: project)
    }

    /// Whether CocoaPods makes the file at `path` from a `Podfile` in the tree: such are seldom
    /// committed.
    func isGenerated(_ path: String) -> Bool {
        var folder = ""
        var names = path.split(separator: "/")[...]
        while let name = names.popFirst() {
            if name.lowercased() == "pods", names.first?.lowercased() == "target support files" {
                return index.path(of: "Podfile", in: folder).map(index.hasFile) == true
            }
            folder += folder.isEmpty ? String(name) : "/" + name
        }
        return false
    }

    /// Whether `project` may have `bytes` more made of it; where not, that is noted once.
    func spend(_ bytes: Int, for project: String) -> Bool {
        if allowance.spend(bytes, for: project) { return true }
        note(
            UnreadInput(
                path: project,
                reason: .tooLarge,
                message: """
                    its targets share so many files and settings that only a part of them was read
                    """
            )
        )
        return false
    }

    /// Notes once for `project` that the settings of `target` became too long.
    func noteOvergrown(_ project: String, target: String, configuration: String) {
        guard overgrown.insert(project).inserted else { return }
        note(
            UnreadInput(
                path: project,
                reason: .tooLarge,
                message: """
                    build settings of the target \(target.quotedForMessage) for \
                    \(configuration.quotedForMessage) become too long when variables are \
                    replaced: some are left as they are written
                    """
            )
        )
    }

    /// The document at `path`, whatever it is called; `nil` when it is not there.
    func document(_ path: String, _ role: PropertyDocument.Role) -> PropertyDocument? {
        if let document = documents[path] ?? others[path]?[role] { return document }
        guard index.hasFile(path),
            let bytes = try? tree.read(path, limit: InputKind.document(role).byteLimit)
        else { return nil }
        let document = DocumentReader.read(path, role, bytes)
        others[path, default: [:]][role] = document
        return document
    }

    /// The root of the specification at `path`, or why it cannot be read; each is read once.
    func specification(_ path: String) -> Result<DocumentNode, UnreadReason> {
        if let known = specifications[path] { return known }
        let result = read(path)
        specifications[path] = result
        return result
    }

    private func read(_ path: String) -> Result<DocumentNode, UnreadReason> {
        let bytes: [UInt8]
        do {
            bytes = try tree.read(path, limit: InputKind.projectSpecification.byteLimit)
        } catch {
            let input = UnreadInput(path: path, reason: error.reason, message: error.message)
            return .failure(UnreadReason(input: input))
        }
        do {
            return .success(try TextDocument.parse(bytes))
        } catch {
            return .failure(UnreadReason(input: UnreadInput(path: path, SourceFlaw(error))))
        }
    }

    /// The assignments of the settings file at `path` with those of the files it includes, in the
    /// order of the text; `folder` is the one that the `project` lies in.
    func settings(
        _ path: String,
        folder: String,
        for project: String
    ) -> SettingsInclusions.Reading {
        if let known = settings[path]?[folder] { return known }
        var inclusions = SettingsInclusions(inputs: self, folder: folder, project: project)
        inclusions.read(path)
        settings[path, default: [:]][folder] = inclusions.reading
        return inclusions.reading
    }
}

/// Why a specification could not be read.
struct UnreadReason: Error {
    let input: UnreadInput
}
