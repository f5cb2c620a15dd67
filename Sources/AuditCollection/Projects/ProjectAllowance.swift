/// How much may be made of the projects of a tree, in bytes.
///
/// A project is short, and what follows from it need not be: a thousand targets may each have the
/// settings of one list and the files of one folder. What is kept or looked at once more for each
/// of them costs about the memory it takes. A project may spend 64 times its own size, and after
/// that what all projects share.
struct ProjectAllowance {
    /// What is kept of a file or a setting, roughly.
    static let entry = 64
    private static let factor = 64

    /// What is left to each project, by path.
    private var own: [String: Int]
    /// What is left to all.
    private var shared: Int
    private var exhausted: Set<String> = []

    /// The allowance of the projects in a tree of `entries`.
    init(_ entries: [SourceTreeEntry]) {
        own = [:]
        shared = 64 << 20
        for entry in entries where entry.kind == .file {
            let kind = InputKind(entry.path)
            let size = Int(min(entry.byteCount, UInt64(kind?.byteLimit ?? 0))) * Self.factor
            switch kind {
            case .xcodeProject, .projectSpecification, .packageManifest: own[entry.path] = size
            case .buildSettings: shared += size
            default: shared += 4 << 10
            }
        }
    }

    /// Whether `project` may spend `bytes`; once it may not, it may spend nothing more.
    mutating func spend(_ bytes: Int, for project: String) -> Bool {
        guard !exhausted.contains(project) else { return false }
        if let left = own[project], left >= bytes {
            own[project] = left - bytes
        } else if shared >= bytes {
            shared -= bytes
        } else {
            exhausted.insert(project)
            return false
        }
        return true
    }
}
