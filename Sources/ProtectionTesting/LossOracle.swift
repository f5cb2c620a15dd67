import ProtectedStore
import ProtectionModel

/// Catches code that destroys a file because it took *locked* for *damaged* or *missing*.
///
/// A file counts as mistaken when it was refused for its class key, was not opened since, and is then
/// deleted, cut, replaced, or recreated. Code that destroys a file without having asked for it has not
/// mistaken it. (The field reports: Meshtastic-Apple pull request 2247, SignalServiceKit 99,
/// linphone-iphone 371.)
struct LossOracle: Sendable {
    /// A file that was lost.
    struct Loss: Sendable, Hashable {
        let path: DevicePath
        /// What was done to it.
        let verb: String
        /// What had been refused.
        let refused: FileOperation.Kind
    }

    private enum Refusal: Sendable {
        /// It is there, and could not be read.
        case locked(FileOperation.Kind)
        /// It was moved away after it was refused.
        case setAside(FileOperation.Kind)

        var operation: FileOperation.Kind {
            switch self {
            case .locked(let kind), .setAside(let kind): kind
            }
        }
    }

    private var refusals: [DevicePath: Refusal] = [:]
    /// Files that were deleted, perhaps in order to create them again.
    private var deleted: Set<DevicePath> = []
    var allowed: [DevicePath] = []

    /// None of it will be asked for any more.
    mutating func forgetRefusals() {
        refusals = [:]
        deleted = []
    }

    mutating func allowLoss(at path: DevicePath) { allowed.append(path) }

    /// Takes in what was done; says what was lost by it.
    mutating func judge(_ operation: FileOperation, _ failure: ProtectionError?) -> Loss? {
        guard !operation.isDocument else { return nil }
        if let failure {
            guard failure.code == .protectedDataUnavailable else { return nil }
            return refused(operation)
        }
        switch operation.kind {
        case .open: return opened(operation)
        case .read:
            refusals[operation.path] = nil
            return nil
        case .save:
            deleted.remove(operation.path)
            return lose(operation.path, "replaced", "recreated")
        case .truncate: return lose(operation.path, "cut", "cut")
        case .remove:
            deleted.insert(operation.path)
            return lose(operation.path, "deleted", nil)
        case .removeDirectory: return removed(operation.path)
        case .rename: return renamed(operation)
        case .write, .synchronize, .close, .protect, .list, .status, .makeDirectory, .makeLink,
            .setAttributes:
            return nil
        }
    }

    private mutating func refused(_ operation: FileOperation) -> Loss? {
        switch operation.kind {
        case .save where deleted.contains(operation.path),
            .open where operation.isCreating && deleted.contains(operation.path):
            deleted.remove(operation.path)
            guard !allowed.contains(where: { $0.contains(operation.path) }) else { return nil }
            return Loss(path: operation.path, verb: "deleted", refused: .save)
        // Code that was refused a write has not taken the file for damaged: SQLite drops a log that it could
        // not begin, and nothing is lost.
        case .open, .read, .truncate: refusals[operation.path] = .locked(operation.kind)
        default: break
        }
        return nil
    }

    private mutating func opened(_ operation: FileOperation) -> Loss? {
        if case .setAside = refusals[operation.path] {
            return operation.isCreating ? lose(operation.path, "recreated", "recreated") : nil
        }
        refusals[operation.path] = nil
        return nil
    }

    /// A folder goes with everything in it; the loss of one file says enough.
    private mutating func removed(_ folder: DevicePath) -> Loss? {
        let lost = refusals.keys.filter(folder.contains).compactMap { lose($0, "deleted", nil) }
        return lost.min { $0.path.description < $1.path.description }
    }

    private mutating func renamed(_ operation: FileOperation) -> Loss? {
        guard let target = operation.target else { return nil }
        let loss = lose(target, "replaced", "recreated")
        for (path, refusal) in refusals where operation.path.contains(path) {
            guard case .locked(let kind) = refusal else { continue }
            refusals[path] = .setAside(kind)
            refusals[path.moved(from: operation.path, to: target)] = .locked(kind)
        }
        return loss
    }

    /// `verb` is for a file that is there, `other` for one that was moved away; nil for no loss.
    private mutating func lose(_ path: DevicePath, _ verb: String, _ other: String?) -> Loss? {
        guard let refusal = refusals.removeValue(forKey: path) else { return nil }
        guard !allowed.contains(where: { $0.contains(path) }) else { return nil }
        switch refusal {
        case .locked(let kind): return Loss(path: path, verb: verb, refused: kind)
        case .setAside(let kind):
            return other.map { Loss(path: path, verb: $0, refused: kind) }
        }
    }
}

extension LossOracle.Loss: CustomStringConvertible {
    /// The sentence a failure shows.
    var description: String {
        guard refused != .save else {
            return "'\(path)' was deleted, and could not be recreated because the device is locked "
                + "(EPERM). Save over a file instead of deleting it first: an atomic save that is refused "
                + "leaves the old one"
        }
        return
            "'\(path)' was \(verb), although it was merely locked: an attempt to \(refused.rawValue) it was refused "
            + "with protected-data-unavailable (EPERM), and it had not been opened since. Keep a file that "
            + "cannot be read, and try again when protected data is available; name what may be lost with "
            + "`device.allowLoss(at:)`"
    }
}
