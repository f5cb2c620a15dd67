import CSodium
import CSystemShims

/// 64 KiB of guarded, locked memory, cut into pages of one group each and pages into slots.
///
/// `sodium_malloc` puts inaccessible guard pages around the block; the lock is asked for again here
/// because `sodium_malloc` ignores whether its own attempt succeeded (libsodium 1.0.18).
struct ArenaBlock: ~Copyable {
    static let byteCount = 65_536
    static let pageByteCount = 4_096
    static let pageCount = byteCount / pageByteCount
    static let slotByteCount = 128
    static let slotsPerPage = pageByteCount / slotByteCount

    let base: UnsafeMutableRawPointer
    let isLocked: Bool
    let isHidden: Bool

    init() throws(CryptoError) {
        try Sodium.start()
        guard let base = sodium_malloc(Self.byteCount) else { throw CryptoError(.outOfMemory) }
        self.base = base
        isLocked = sodium_mlock(base, Self.byteCount) == 0
        isHidden = shim_hide_from_dumps_and_forks(base, Self.byteCount) == 0
        sodium_memzero(base, Self.byteCount)
    }

    deinit {
        // Unlocks, wipes and checks the canary.
        sodium_free(base)
    }
}
