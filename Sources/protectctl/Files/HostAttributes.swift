import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO

/// What a file or folder of a device has besides its content, on its way to the host.
struct HostAttributes {
    let metadata: FileMetadata
    let extended: ExtendedAttributes

    /// Gives them to an open file or folder of the host, as far as the host and the user's rights let it.
    ///
    /// The content counts more: what cannot be kept is noted.
    func apply(to file: borrowing OwnedFile, _ losses: AttributeLosses) throws(SystemError) {
        let isOwned = setOwner(losses) { () throws(SystemError) in
            try file.setOwner(user: metadata.owner, group: metadata.group)
        }
        for name in extended.names {
            do {
                try file.setAttribute(name, extended[name] ?? [])
            } catch { losses.note(.extended, metadata.path) }
        }
        // The bits that lend rights lend those of an owner: never another's than before.
        try file.setPermissions(metadata.mode & (isOwned ? 0o7777 : 0o1777))
        try file.setTimes(accessed: Self.time(metadata.accessed), modified: modified)
    }

    /// The same for a symbolic link in an open folder.
    func apply(
        toLink name: String,
        in folder: borrowing OwnedFile,
        _ losses: AttributeLosses
    ) throws(SystemError) {
        _ = setOwner(losses) { () throws(SystemError) in
            try folder.setOwner(of: name, user: metadata.owner, group: metadata.group)
        }
        if !extended.isEmpty { losses.note(.extended, metadata.path) }
        try folder.setTimes(of: name, accessed: Self.time(metadata.accessed), modified: modified)
    }

    /// - Returns: whether it has its owner now; only root gives files away.
    private func setOwner(
        _ losses: AttributeLosses,
        _ body: () throws(SystemError) -> Void
    ) -> Bool {
        let isOurs = metadata.owner == UserID.current && metadata.group == GroupID.current
        if isOurs { return true }
        do {
            guard UserID.current == UserID.root else {
                losses.note(.owner, metadata.path)
                return false
            }
            try body()
            return true
        } catch {
            losses.note(.owner, metadata.path)
            return false
        }
    }

    private var modified: (seconds: Int64, nanoseconds: Int64) { Self.time(metadata.modified) }

    private static func time(_ time: Timestamp) -> (seconds: Int64, nanoseconds: Int64) {
        (time.seconds, time.nanoseconds)
    }
}

/// What of a device the host could not be given, told once at the end.
final class AttributeLosses: Sendable {
    enum Sort: CaseIterable {
        case owner, extended, special
    }

    private struct Loss {
        var count = 0
        var first: DevicePath
    }

    private let losses = Mutex<[Sort: Loss]>([:])

    func note(_ sort: Sort, _ path: DevicePath) {
        losses.withLock { $0[sort, default: Loss(first: path)].count += 1 }
    }

    /// Tells of each sort how many there are, and the first.
    func report(to console: Console) {
        let losses = losses.withLock { $0 }
        for sort in Sort.allCases {
            guard let loss = losses[sort] else { continue }
            let more = loss.count > 1 ? " and \(loss.count - 1) more" : ""
            console.talk("\(sort.sentence) '\(loss.first)'\(more)")
        }
    }
}

extension AttributeLosses.Sort {
    fileprivate var sentence: String {
        switch self {
        case .owner: "only root can give files away, so the owner was not restored of"
        case .extended: "the host did not take the extended attributes of"
        case .special: "special files are not made on the host: left out"
        }
    }
}
