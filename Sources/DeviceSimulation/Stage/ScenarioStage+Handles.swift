import ProtectedStore
import ProtectionModel

/// What programs do through handles.
extension ScenarioStage {
    mutating func useHandle(_ operation: StepOperation) throws -> StepFacts {
        switch operation {
        case .readHandle(let name, let offset, let length):
            return try read(try handle(name), offset, length)
        case .writeHandle(let content, let name, let offset):
            let handle = try handle(name)
            try handle.write(content.bytes, at: offset)
            return try facts(about: handle)
        case .append(let content, let name):
            let handle = try handle(name)
            try handle.append(content.bytes)
            return try facts(about: handle)
        case .truncateHandle(let name, let size):
            let handle = try handle(name)
            try handle.truncate(to: size)
            return try facts(about: handle)
        case .synchronize(let name):
            let handle = try handle(name)
            try handle.synchronize()
            return try facts(about: handle)
        case .close(let name):
            let handle = try handle(name)
            handles[name] = nil
            try handle.close()
            return StepFacts()
        default:
            throw ProtectionError(.internalError, "not a step about a handle")
        }
    }

    private func handle(_ name: String) throws -> ProtectedFile {
        guard let handle = handles[name] else {
            throw ProtectionError(.handleClosed, "the handle \(FactValue.text(name)) is closed")
        }
        return handle
    }

    private func read(
        _ handle: ProtectedFile,
        _ offset: UInt64,
        _ length: UInt64?
    ) throws -> StepFacts {
        let size = try handle.size
        let rest = size - min(size, offset)
        let bytes = try handle.read(at: offset, count: Int(min(length ?? rest, rest)))
        var facts = StepFacts()
        facts.note(bytes)
        return facts
    }

    private func facts(about handle: ProtectedFile) throws -> StepFacts {
        var facts = StepFacts()
        facts[.size] = .number(try handle.size)
        return facts
    }
}
