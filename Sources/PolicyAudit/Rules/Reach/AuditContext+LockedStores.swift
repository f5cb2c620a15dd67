import ProtectionModel

extension AuditContext {
    /// Places where something that is worth reading gets a class that a locked device cannot open.
    func uses(ofClass protectionClass: ProtectionClass) -> [StorageUse] {
        storage.all.filter { use in
            !use.isMarker && use.classes.contains { $0.protectionClass == protectionClass }
        }
    }

    /// Apps of which the file at `path` is a part and that have one of the background `modes`.
    func apps(of path: String, withModes modes: Set<String>) -> [Target] {
        graph.hosts(of: path).filter { target in
            target.kind == .app && !target.backgroundModes.isDisjoint(with: modes)
        }
    }

    /// Whether a source of `target` for which `isHandler` holds mentions what the file at `path`
    /// declares, or is that file.
    func isUsed(
        _ path: String,
        in target: Target,
        by isHandler: (CodeFile) -> Bool
    ) -> Bool {
        guard let file = code.file(at: path) else { return false }
        let names = Set(file.types.filter { $0.kind != .extensionType }.map(\.name))
        return graph.closure(of: target).flatMap(\.sources).contains { source in
            guard let other = code.file(at: source), isHandler(other) else { return false }
            return source == path || other.mentions.contains(where: names.contains)
        }
    }
}
