import KeyManagement
import ProtectionModel
import SodiumCrypto

extension ProtectionClass: Vocabulary {
    /// From the strictest to none.
    static var vocabulary: [ProtectionClass] {
        [
            .complete, .completeUnlessOpen, .completeWhenUserInactive,
            .completeUntilFirstUserAuthentication, .none,
        ]
    }

    var word: String { name }

    var meaning: String {
        switch self {
        case .complete: "A: readable while unlocked"
        case .completeUnlessOpen: "B: like A, but new and open files also while locked"
        case .completeWhenUserInactive: "like C, until the user has been inactive"
        case .completeUntilFirstUserAuthentication: "C: readable from the first unlock on"
        case .none: "D: readable whenever the device is booted"
        }
    }

    init?(word: String) {
        self.init(named: word)
    }
}

extension DelayTable: Vocabulary {
    static var vocabulary: [DelayTable] { allCases }

    var word: String { name }

    var meaning: String {
        switch self {
        case .classic: "5th 1m, 6th 5m, 7th and 8th 15m, then 1h"
        case .modern: "4th 1m, 5th 5m, 6th 15m, 7th 1h, 8th 3h, then 8h"
        case .none: "never"
        }
    }
}

extension ChunkCipherSuite: Vocabulary {
    static var vocabulary: [ChunkCipherSuite] { allCases }

    var word: String {
        switch self {
        case .chacha20Poly1305: "chacha20-poly1305"
        case .aes256GCM: "aes-256-gcm"
        }
    }

    var meaning: String {
        switch self {
        case .chacha20Poly1305: "opens on every machine"
        case .aes256GCM: "opens only on a processor that has it"
        }
    }
}

extension LockState: Vocabulary {
    static var vocabulary: [LockState] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .off: "no agent runs"
        case .beforeFirstUnlock: "booted, never unlocked since"
        case .unlocked: "everything can be read"
        case .locking: "in the grace period"
        case .locked: "the grace period is over"
        }
    }
}
