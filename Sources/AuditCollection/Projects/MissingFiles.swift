import AuditFacts
import Documents

/// A file that a project names and that is not in the tree.
struct MissingFile: Sendable {
    /// What is unknown of a target for want of a file.
    enum Part: Int, Sendable, CaseIterable {
        case files, info, entitlements, settings
    }

    /// Its path as far as that is known: what is missing is said once, whoever names it.
    let file: String
    /// What is unknown without it.
    let part: Part
    /// The path that is reported, its own or that of the file that names it.
    let path: String
    /// Where in that.
    let place: SourcePlace?
    /// The facts in lower case, without a full stop.
    let message: String

    init(
        _ file: String,
        _ part: Part,
        at path: String,
        place: SourcePlace? = nil,
        message: String
    ) {
        self.file = file
        self.part = part
        self.path = path
        self.place = place
        self.message = message
    }
}

/// The files that projects name and that are not in the tree, each with all targets that want it.
struct MissingFiles {
    private struct Entry {
        let file: MissingFile
        var targets: [MissingFile.Part: TargetNames] = [:]
    }

    private var entries: [String: Entry] = [:]

    /// Adds `file`, which is missing to the target called `name` of `project`.
    mutating func add(_ file: MissingFile, target name: String, of project: String) {
        entries[file.file, default: Entry(file: file)].targets[file.part, default: TargetNames()]
            .add(name, of: project)
    }

    /// What is to be said of them.
    var inputs: [UnreadInput] {
        entries.values.map { entry in
            let effects = MissingFile.Part.allCases.compactMap { part in
                entry.targets[part].map { Self.effect(part, $0.spoken) }
            }
            return UnreadInput(
                path: entry.file.path,
                place: entry.file.place,
                reason: .missing,
                message: ([entry.file.message] + effects).joined(separator: "; ")
            )
        }
    }

    private static func effect(_ part: MissingFile.Part, _ targets: String) -> String {
        switch part {
        case .files: "files of \(targets) are not all known, and what they do is not audited"
        case .info: "the Info.plist of \(targets) is unknown, and rules that ask for it are silent"
        case .entitlements:
            "the entitlements of \(targets) are unknown, and rules that ask for them are silent"
        case .settings:
            "build settings of \(targets) are not all known, and rules that ask for them may be wrong"
        }
    }
}

/// The first names of some targets, and how many there are.
private struct TargetNames {
    private static let shown = 3

    private var names: [String] = []
    private var count = 0
    private var last: (name: String, project: String)?

    /// Adds a target, once although it has many configurations: they come one after another.
    mutating func add(_ name: String, of project: String) {
        if let last, last == (name, project) { return }
        last = (name, project)
        count += 1
        if names.count < Self.shown { names.append(name.quotedForMessage) }
    }

    /// In the words of a message: `the targets 'A', 'B', 'C' and 4 more`.
    var spoken: String {
        guard count > 1 else { return "the target \(names.joined())" }
        let others = count - names.count
        let first = others > 0 ? names : names.dropLast()
        let end = others > 0 ? "\(others) more" : names.last ?? ""
        return "the targets \(first.joined(separator: ", ")) and \(end)"
    }
}
