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
    let tree: any SourceTree

    /// The document at `path`, whatever it is called; `nil` when it is not there.
    func document(_ path: String, _ role: PropertyDocument.Role) -> PropertyDocument? {
        if let document = documents[path] { return document }
        guard index.hasFile(path),
            let bytes = try? tree.read(path, limit: InputKind.document(role).byteLimit)
        else { return nil }
        return DocumentReader.read(path, role, bytes)
    }

    /// The assignments of the settings file at `path` with those of the files it includes.
    ///
    /// Each file counts once, where it is included first: so a circle ends.
    func settings(_ path: String, missing: inout [UnreadInput]) -> [BuildSetting] {
        var seen: Set<String> = []
        return settings(path, seen: &seen, depth: 0, missing: &missing)
    }

    private func settings(
        _ path: String,
        seen: inout Set<String>,
        depth: Int,
        missing: inout [UnreadInput]
    ) -> [BuildSetting] {
        guard depth < 32, seen.insert(path).inserted, let file = settingsFiles[path] else {
            return []
        }
        var settings: [BuildSetting] = []
        for line in file.lines {
            switch line {
            case .setting(let setting): settings.append(setting)
            case .inclusion(let name, let isOptional, let place):
                let included = TreePath.join(TreePath.folder(of: path), name)
                if let included, settingsFiles[included] != nil {
                    settings += self.settings(
                        included,
                        seen: &seen,
                        depth: depth + 1,
                        missing: &missing
                    )
                } else if !isOptional {
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
        }
        return settings
    }
}
