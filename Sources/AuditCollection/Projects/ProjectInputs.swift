import AuditFacts

/// What projects refer to, read before them.
struct ProjectInputs: Sendable {
    /// All files of the tree.
    let index: TreeIndex
    /// Property lists by path.
    let documents: [String: PropertyDocument]
    /// Settings files by path.
    let settingsFiles: [String: SettingsFile]
    /// Reads any other file.
    let tree: DistinctTree

    /// The document at `path`, whatever it is called; `nil` when it is not there.
    func document(_ path: String, _ role: PropertyDocument.Role) -> PropertyDocument? {
        if let document = documents[path] { return document }
        guard index.hasFile(path),
            let bytes = try? tree.read(path, limit: InputKind.document(role).byteLimit)
        else { return nil }
        return DocumentReader.read(path, role, bytes)
    }

    /// The assignments of the settings file at `path` with those of the files it includes, in the
    /// order of the text.
    ///
    /// An inclusion is looked for beside the file that has it, then beside those that include that
    /// one, then in the folder of the `project`; without a suffix it means an `.xcconfig`. One that
    /// leads back to a file that is being read is skipped. Source: swift-build's
    /// `MacroConfigFileLoader`, which does the same.
    func settings(
        _ path: String,
        project: String,
        missing: inout [UnreadInput]
    ) -> [BuildSetting] {
        var reading = Inclusions(inputs: self, project: project)
        reading.read(path)
        missing += reading.missing
        return reading.settings
    }
}

/// The settings of a file and of all that it includes, while they are read.
private struct Inclusions {
    let inputs: ProjectInputs
    let project: String
    var settings: [BuildSetting] = []
    var missing: [UnreadInput] = []
    /// The files that are being read, each included by the one before.
    private var ancestors: [String] = []
    /// How many files may still be read: two that include another twice each, and so on, are many.
    private var remaining = 1024

    init(inputs: ProjectInputs, project: String) {
        self.inputs = inputs
        self.project = project
    }

    mutating func read(_ path: String) {
        guard remaining > 0, ancestors.count < 32, !ancestors.contains(path),
            let file = inputs.settingsFiles[path]
        else { return }
        remaining -= 1
        ancestors.append(path)
        for line in file.lines {
            switch line {
            case .setting(let setting): settings.append(setting)
            case .inclusion(let name, let isOptional, let place):
                if let included = find(name) {
                    read(included)
                } else if !isOptional {
                    note(name, in: path, at: place)
                }
            }
        }
        ancestors.removeLast()
    }

    private func find(_ name: String) -> String? {
        let names = TreePath.suffix(of: name).isEmpty ? [name, name + ".xcconfig"] : [name]
        for folder in ancestors.reversed().map(TreePath.folder) + [project] {
            for name in names {
                if let path = inputs.index.path(of: name, in: folder),
                    inputs.settingsFiles[path] != nil
                {
                    return path
                }
            }
        }
        return nil
    }

    private mutating func note(_ name: String, in path: String, at place: SourcePlace) {
        missing.append(
            UnreadInput(
                path: path,
                place: place,
                reason: .missing,
                message: "it includes '\(name)', which does not exist"
            )
        )
    }
}
