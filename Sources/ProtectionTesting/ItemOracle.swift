import ProtectedStore
import ProtectionModel

/// Catches code that deletes or overwrites an item of the keychain because it took *locked* for *missing*: as
/// ``LossOracle`` does for files.
///
/// To be told that there is one (`errSecDuplicateItem`) is not to have read it.
struct ItemOracle: Sendable {
    /// An item that was lost.
    enum Loss: Sendable, Hashable {
        /// It was deleted, or what `verb` says, after a search had been refused.
        case mistaken(subject: String, verb: String)
        /// It was deleted, and the one in its place could not be added.
        case notReplaced(subject: String)
    }

    /// A search that was refused.
    private struct Refusal {
        let subject: String
        /// Whether it asked for what is in the item, and not only whether there is one.
        let isRead: Bool
    }

    /// Items that could not be opened, by their documents.
    private var refusals: [DevicePath: Refusal] = [:]
    /// What was deleted, perhaps in order to add it again.
    private var deleted: Set<String> = []
    var isAllowed = false

    /// None of it will be asked for any more.
    mutating func forgetRefusals() {
        refusals = [:]
        deleted = []
    }

    /// Takes in what was done to an item in a call about `subject`; says what was lost by it.
    mutating func judge(_ touch: DocumentTouch, _ subject: String) -> Loss? {
        switch touch {
        case .read(let path): refusals[path] = nil
        case .refused(let path, let isRead):
            let wasRead = refusals[path]?.isRead ?? false
            refusals[path] = Refusal(subject: subject, isRead: isRead || wasRead)
        case .removed(let path):
            // Of what was mistaken nothing more is to be said.
            guard let loss = lose(path, "deleted") else {
                deleted.insert(subject)
                break
            }
            return loss
        case .replaced(let path):
            // Who asks whether there is one, and then updates it, knows that it is there: that is
            // how a wrapper saves.
            guard refusals[path]?.isRead == true else { break }
            return lose(path, "overwritten")
        case .made: deleted.remove(subject)
        case .notMade:
            guard deleted.remove(subject) != nil, !isAllowed else { break }
            return .notReplaced(subject: subject)
        }
        return nil
    }

    private mutating func lose(_ path: DevicePath, _ verb: String) -> Loss? {
        guard let refused = refusals.removeValue(forKey: path), !isAllowed else { return nil }
        return .mistaken(subject: refused.subject, verb: verb)
    }
}

extension ItemOracle.Loss {
    /// The sentence that a failure begins with.
    var headline: String {
        switch self {
        case .mistaken(let subject, let verb):
            "\(subject) was \(verb), although it was merely locked"
        case .notReplaced(let subject):
            "\(subject) was deleted, and could not be added again because the device is locked"
        }
    }

    /// What led to it, and what to do.
    var explanation: String {
        let way =
            switch self {
            case .mistaken:
                "Keep an item that cannot be read, and ask again when protected data is available"
            case .notReplaced:
                "Use `SecItemUpdate` instead of deleting an item first: an update that is refused leaves "
                    + "the old one"
            }
        return
            "The refusal was errSecInteractionNotAllowed (-25308). \(way); where items may be lost, say "
            + "`device.allowKeychainLoss()`."
    }
}
