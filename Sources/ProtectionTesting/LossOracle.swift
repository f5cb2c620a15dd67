import ProtectedStore
import ProtectionModel

/// Catches code that destroys a file because it took *locked* for *damaged* or *missing*.
///
/// A file counts as mistaken when it was refused for its class key, was not opened to be read since, and is then
/// deleted, emptied or replaced, be it in its place or where it was set aside. What was set aside and is
/// still there is not lost. Code that destroys a file without having asked for it has not mistaken it.
/// (The field reports: Meshtastic-Apple pull request 2247, SignalServiceKit 99,
/// linphone-iphone 371.)
struct LossOracle: Sendable {
    /// A file that was lost.
    struct Loss: Sendable, Hashable {
        let path: DevicePath
        /// What was done to it.
        let verb: String
        /// What had been refused.
        let refused: FileOperation.Kind
        /// Where it was before it was set aside; nil for where it is.
        var origin: DevicePath?
    }

    /// A file that was moved away while it could not be read, and is still there.
    struct Aside: Sendable, Hashable {
        let path: DevicePath
        let origin: DevicePath
    }

    /// A file that is there, and could not be read.
    private struct Refusal: Sendable {
        let kind: FileOperation.Kind
        /// Where it was when it was refused.
        let origin: DevicePath
    }

    private var refusals: [DevicePath: Refusal] = [:]
    /// Files that were deleted, perhaps in order to create them again.
    private var deleted: Set<DevicePath> = []
    private var allowed: [DevicePath] = []
    /// The same for the keychain.
    var items = ItemOracle()

    /// None of it will be asked for any more.
    mutating func forgetRefusals() {
        refusals = [:]
        deleted = []
        items.forgetRefusals()
    }

    /// What may be lost of another device may be lost of this one.
    mutating func takeAllowances(from other: LossOracle) {
        allowed += other.allowed
        items.isAllowed = items.isAllowed || other.items.isAllowed
    }

    mutating func allowLoss(at path: DevicePath) { allowed.append(path) }

    /// Takes in what was done, to a file that is there or not; says what was lost by it.
    mutating func judge(
        _ operation: FileOperation,
        _ failure: ProtectionError?,
        isThere: Bool = true
    ) -> Loss? {
        guard !operation.isDocument else { return nil }
        if let failure {
            guard failure.code == .protectedDataUnavailable else { return nil }
            return refused(operation, isThere)
        }
        switch operation.kind {
        // As a save does that is not atomic, which then empties it.
        case .open where operation.isWriteOnly: return nil
        case .open, .read:
            refusals[operation.path] = nil
            return nil
        case .save:
            deleted.remove(operation.path)
            return lose(operation.path, "replaced")
        // Who cuts a file to a length knows what is in it: a database does at the end of a transaction.
        case .truncate: return operation.byteCount == 0 ? lose(operation.path, "emptied") : nil
        case .remove:
            // Of what was mistaken nothing more is to be said.
            guard let loss = lose(operation.path, "deleted") else {
                deleted.insert(operation.path)
                return nil
            }
            return loss
        case .removeDirectory: return removed(operation.path)
        case .rename: return renamed(operation)
        case .write, .synchronize, .close, .protect, .list, .status, .makeDirectory, .makeLink,
            .setAttributes:
            return nil
        }
    }

    private mutating func refused(_ operation: FileOperation, _ isThere: Bool) -> Loss? {
        switch operation.kind {
        case .save where deleted.contains(operation.path),
            .open where operation.isCreating && deleted.contains(operation.path):
            deleted.remove(operation.path)
            guard !isAllowed(operation.path), !Self.isPassing(operation.path) else { return nil }
            return Loss(path: operation.path, verb: "deleted", refused: .save)
        // Code that was refused a write has not taken the file for damaged: SQLite drops a log that it could
        // not begin, and nothing is lost.
        case .open, .read, .truncate:
            // What could not be made is not mistaken for anything.
            guard isThere else { return nil }
            refusals[operation.path] = Refusal(
                kind: operation.kind,
                origin: refusals[operation.path]?.origin ?? operation.path
            )
        default: break
        }
        return nil
    }

    /// A folder goes with everything in it; the loss of one file says enough.
    private mutating func removed(_ folder: DevicePath) -> Loss? {
        let lost = refusals.keys.filter(folder.contains).compactMap { lose($0, "deleted") }
        return lost.min { $0.path.description < $1.path.description }
    }

    /// What is moved is not lost: it is watched where it is now.
    private mutating func renamed(_ operation: FileOperation) -> Loss? {
        guard let target = operation.target else { return nil }
        // Moving a file onto itself changes nothing.
        guard target != operation.path else { return nil }
        let loss = lose(target, "replaced")
        for (path, refusal) in refusals where operation.path.contains(path) {
            refusals[path] = nil
            refusals[path.moved(from: operation.path, to: target)] = refusal
        }
        return loss
    }

    private mutating func lose(_ path: DevicePath, _ verb: String) -> Loss? {
        guard let refusal = refusals.removeValue(forKey: path) else { return nil }
        guard !isAllowed(path), !isAllowed(refusal.origin) else { return nil }
        let origin = refusal.origin == path ? nil : refusal.origin
        return Loss(path: path, verb: verb, refused: refusal.kind, origin: origin)
    }

    /// Whether a file is one that comes and goes: of `/tmp`, or beside a database of SQLite.
    private static func isPassing(_ path: DevicePath) -> Bool {
        let name = path.components.last ?? ""
        return path.components.first == "tmp"
            || ["-journal", "-wal", "-shm"].contains { name.hasSuffix($0) }
    }

    private func isAllowed(_ path: DevicePath) -> Bool {
        allowed.contains { $0.contains(path) }
    }

    /// The files that were set aside and not opened since, by their paths.
    var leftAside: [Aside] {
        refusals.filter { $0.key != $0.value.origin && !isAllowed($0.value.origin) }
            .map { Aside(path: $0.key, origin: $0.value.origin) }
            .sorted { $0.path.description < $1.path.description }
    }
}

extension LossOracle.Loss {
    /// The sentence that a failure begins with.
    var headline: String {
        guard refused != .save else {
            return "'\(path)' was deleted, and could not be recreated because the device is locked"
        }
        let name = origin.map { "'\($0)', set aside as '\(path)'," } ?? "'\(path)'"
        return "\(name) was \(verb), although it was merely locked"
    }

    /// What led to it, and what to do.
    var explanation: String {
        guard refused != .save else {
            return
                "The refusal was EPERM. Save over a file instead of deleting it first: an atomic save "
                + "that is refused leaves the old one."
        }
        return
            "An attempt to \(refused.rawValue) it was refused with protected-data-unavailable (EPERM), "
            + "and it had not been opened since. Keep a file that cannot be read, and try again when "
            + "protected data is available; name what may be lost with `device.allowLoss(at:)`."
    }
}

extension LossOracle.Aside {
    /// The sentence that a warning begins with.
    var headline: String {
        "'\(origin)' was merely locked and is still there as '\(path)', where nothing has looked for it"
    }

    /// What to do.
    var explanation: String {
        "Nothing is lost: it was set aside after a refusal with protected-data-unavailable (EPERM). But "
            + "nothing opened it after the unlock: let the app find it again when protected data is "
            + "available, or leave it in its place."
    }
}
