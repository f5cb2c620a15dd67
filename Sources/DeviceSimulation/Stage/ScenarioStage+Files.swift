import ProtectedStore
import ProtectionModel

/// What programs do with files and folders by their paths.
extension ScenarioStage {
    mutating func useFiles(_ operation: StepOperation) throws -> StepFacts {
        let files = device.files
        switch operation {
        case .read(let path):
            let bytes = try files.read(path)
            var facts = facts(about: path)
            facts.note(bytes)
            return facts
        case .list(let path):
            let names = try files.names(in: path)
            var facts = facts(about: path)
            facts[.entries] = .list(names)
            return facts
        case .stat(let path):
            return Self.facts(try files.metadata(of: path))
        case .open(let opening):
            return try open(opening)
        case .remove(let path):
            try remove(path)
            return StepFacts()
        default:
            return facts(about: try change(operation))
        }
    }

    /// Makes or changes a file or folder, and says which path it has afterwards.
    private func change(_ operation: StepOperation) throws -> DevicePath {
        let files = device.files
        switch operation {
        case .makeDirectory(let path, let protection):
            try files.makeDirectory(path, as: protection)
            return path
        case .write(let content, let path, let protection, let isAtomic):
            if isAtomic {
                try files.write(content.bytes, to: path, as: protection)
            } else {
                try files.overwrite(content.bytes, to: path, as: protection)
            }
            return path
        case .truncate(let path, let size):
            try files.truncate(path, to: size)
            return path
        case .rename(let source, let target):
            try files.rename(source, to: target)
            return target
        case .copy(let source, let target):
            try files.copy(source, to: target)
            return target
        case .protect(let path, let protection):
            try files.setProtection(protection, of: path)
            return path
        default:
            throw ProtectionError(.internalError, "not a step about a path")
        }
    }

    private mutating func open(_ opening: StepOperation.Opening) throws -> StepFacts {
        let handle = try device.files.open(
            opening.path,
            opening.mode,
            creating: opening.isCreating,
            as: opening.protection
        )
        guard let name = opening.name else {
            try handle.close()
            return facts(about: opening.path)
        }
        let replaced = handles.updateValue(handle, forKey: name)
        try replaced?.close()
        return facts(about: opening.path)
    }

    private func remove(_ path: DevicePath) throws {
        do {
            try device.files.remove(path)
        } catch {
            guard error.code == .isADirectory else { throw error }
            try device.files.removeDirectory(path)
        }
    }

    /// What is known about a path after a step that succeeded; no facts when it cannot be read.
    private func facts(about path: DevicePath) -> StepFacts {
        guard let metadata = try? device.files.metadata(of: path) else { return StepFacts() }
        return Self.facts(metadata)
    }

    private static func facts(_ metadata: FileMetadata) -> StepFacts {
        var facts = StepFacts()
        facts.note(metadata.protection, size: metadata.size)
        return facts
    }
}
