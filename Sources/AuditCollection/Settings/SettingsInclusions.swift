import AuditFacts
import Documents

/// The settings of a file and of all that it includes, while they are read.
///
/// An inclusion is looked for beside the file that has it, then beside those that include that
/// one, then in the folder of the project; without a suffix it means an `.xcconfig`. One that
/// leads back to a file that is being read is skipped. Source: swift-build's
/// `MacroConfigFileLoader`, which does the same.
struct SettingsInclusions {
    /// What the files say.
    struct Reading: Sendable {
        /// Their assignments in the order of the text.
        var settings: [BuildSetting] = []
        /// What they include and is not there.
        var missing: [MissingFile] = []
    }

    /// How many files are read: two that include another twice each, and so on, are many.
    private static let limit = 1024
    /// How many files may be read within one another.
    private static let depth = 32

    private(set) var reading = Reading()
    private let inputs: ProjectInputs
    private let folder: String
    private let project: String
    /// The files that are being read, each included by the one before.
    private var ancestors: [String] = []
    private var count = 0

    /// A reading for `project`, whose paths are relative to `folder`.
    init(inputs: ProjectInputs, folder: String, project: String) {
        self.inputs = inputs
        self.folder = folder
        self.project = project
    }

    /// Adds the assignments of the file at `path`.
    mutating func read(_ path: String) {
        guard !ancestors.contains(path), let file = inputs.settingsFiles[path] else { return }
        guard count < Self.limit, ancestors.count < Self.depth else {
            noteLimit()
            return
        }
        count += 1
        ancestors.append(path)
        defer { ancestors.removeLast() }
        let folders = folders
        for line in file.lines {
            switch line {
            case .setting(let setting):
                guard inputs.spend(setting.cost, for: project) else { return }
                reading.settings.append(setting)
            case .inclusion(let name, let isOptional, let place):
                // Looking for a file is what costs.
                let cost = ProjectAllowance.entry * folders.count + name.utf8.count
                guard inputs.spend(cost, for: project) else { return }
                if let included = find(name, in: folders) {
                    read(included)
                } else if !isOptional {
                    note(name, in: path, at: place, folders)
                }
            }
        }
    }

    /// Where inclusions of the innermost file are looked for, each folder once.
    private var folders: [String] {
        var seen: Set<String> = []
        return (ancestors.reversed().map(TreePath.folder) + [folder])
            .filter { seen.insert($0).inserted }
    }

    private func find(_ name: String, in folders: [String]) -> String? {
        places(of: name, in: folders).first { inputs.settingsFiles[$0] != nil }
    }

    /// The paths that an inclusion of `name` may mean, the likeliest first.
    private func places(of name: String, in folders: [String]) -> some Sequence<String> {
        let names = TreePath.suffix(of: name).isEmpty ? [name + ".xcconfig", name] : [name]
        return folders.lazy.flatMap { [inputs] folder in
            names.lazy.compactMap { inputs.index.path(of: $0, in: folder) }
        }
    }

    private mutating func note(
        _ name: String,
        in path: String,
        at place: SourcePlace,
        _ folders: [String]
    ) {
        let places = places(of: name, in: folders)
        guard !places.contains(where: inputs.isGenerated) else { return }
        reading.missing.append(
            MissingFile(
                places.first { _ in true } ?? "\(path):\(place.line)",
                .settings,
                at: path,
                place: place,
                message: "it includes '\(name)', which does not exist"
            )
        )
    }

    private func noteLimit() {
        inputs.note(
            UnreadInput(
                path: ancestors.first ?? project,
                reason: .tooLarge,
                message: """
                    it includes more than \(Self.limit) files, or files more than \
                    \(Self.depth) deep: the others were not read
                    """
            )
        )
    }
}
