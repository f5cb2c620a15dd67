import CSodium
import Synchronization

/// The memory in which every secret of a process lives: locked, guarded, left out of core dumps,
/// zeroed in forked children, and wiped group by group.
///
/// Small slots instead of one `sodium_malloc` a key: 10,000 open files need 1.3 MB here and would
/// need 160 MB there, far beyond the 8 MiB a process may usually lock.
package final class SecureArena: Sendable {
    private struct State: ~Copyable {
        var blocks: [BlockBox] = []
        var ledger = ArenaLedger()
        /// Which page starts at an address, to find the place of a secret that ends.
        var pageIndices: [UInt: Int] = [:]
        var spared: SecretGroup?
    }

    /// Keeps a noncopyable block in an array.
    private final class BlockBox {
        let block: ArenaBlock
        init() throws(CryptoError) { block = try ArenaBlock() }
    }

    private let state = Mutex(State())
    private let gates: [LendingGate]

    /// An arena without memory; it grows by 64 KiB when needed.
    package init() {
        gates = (0..<SecretGroup.limit).map { _ in LendingGate() }
    }

    /// True when every page so far could be locked in memory; shown by `protectctl status`.
    package var isMemoryLocked: Bool {
        state.withLock { $0.blocks.allSatisfy { $0.block.isLocked && $0.block.isHidden } }
    }

    /// Whether anything of a group is in memory, wiped or not, until its handle ends.
    ///
    /// - Complexity: O(pages).
    package func holdsSecrets(of group: SecretGroup) -> Bool {
        state.withLock { !$0.ledger.pages(of: group).isEmpty }
    }

    /// Bytes of locked memory the arena has taken from the system; it never gives any back.
    package var lockedByteCount: Int {
        state.withLock { $0.blocks.count * ArenaBlock.byteCount }
    }

    /// Overwrites every secret of the group with zeros; those still held are found wiped.
    ///
    /// Waits for the borrowers inside, each of which stays for at most 64 chunks, and does so
    /// without the arena's lock: a borrower may make or end secrets during its loan.
    ///
    /// - Precondition: the calling thread is not itself inside a loan.
    /// - Complexity: O(pages).
    package func wipe(_ group: SecretGroup) {
        gates[group.index].close {
            state.withLock { state in
                guard state.spared != group else { return }
                for page in state.ledger.pages(of: group) {
                    sodium_memzero(Self.address(of: page, state), ArenaBlock.pageByteCount)
                }
            }
        }
    }

    /// Leaves the bytes of a group in place when it is wiped and when a secret of it ends.
    ///
    /// This exists so that the memory test can prove that it would notice a forgotten wipe.
    package func spareFromWiping(_ group: SecretGroup?) {
        state.withLock { $0.spared = group }
    }

    /// Whether the group was left out of wiping by ``spareFromWiping(_:)``.
    package func spares(_ group: SecretGroup) -> Bool { state.withLock { $0.spared == group } }

    func gate(_ group: SecretGroup) -> LendingGate { gates[group.index] }

    /// Takes zeroed slots for 1 to 4096 bytes, all in one page.
    ///
    /// - Throws: `CryptoError.outOfMemory`, or `invalidInput` for a size outside the range.
    func take(
        byteCount: Int,
        group: SecretGroup
    ) throws(CryptoError) -> (base: UnsafeMutableRawPointer, generation: UInt64) {
        guard (1...ArenaBlock.pageByteCount).contains(byteCount) else {
            throw CryptoError(.invalidInput)
        }
        let (address, generation) = try state.withLock {
            (state) throws(CryptoError) -> (UInt, UInt64) in
            let base = try Self.place(byteCount, group, &state)
            return (UInt(bitPattern: base), gates[group.index].generation)
        }
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else {
            throw CryptoError(.outOfMemory)
        }
        return (base, generation)
    }

    /// Gives back what ``take(byteCount:group:)`` handed out, after zeroing it.
    ///
    /// - Precondition: byte count and group are those it was taken with.
    func giveBack(_ base: UnsafeMutableRawPointer, byteCount: Int, group: SecretGroup) {
        let address = UInt(bitPattern: base)
        state.withLock { state in
            // Under the lock, because a wipe may be writing the same zeros.
            if state.spared != group {
                sodium_memzero(UnsafeMutableRawPointer(bitPattern: address), byteCount)
            }
            guard let place = Self.place(of: address, state) else { return }
            state.ledger.remove(place, byteCount: byteCount)
        }
    }

    private static func place(
        _ byteCount: Int,
        _ group: SecretGroup,
        _ state: inout State
    ) throws(CryptoError) -> UnsafeMutableRawPointer {
        if state.ledger.needsPage(byteCount: byteCount, group: group) { try grow(&state) }
        guard let place = state.ledger.place(byteCount: byteCount, group: group) else {
            throw CryptoError(.outOfMemory)
        }
        return address(of: place.page, state) + place.slot * ArenaBlock.slotByteCount
    }

    private static func grow(_ state: inout State) throws(CryptoError) {
        let box = try BlockBox()
        state.blocks.append(box)
        for page in state.ledger.addPages(ArenaBlock.pageCount) {
            state.pageIndices[UInt(bitPattern: address(of: page, state))] = page
        }
    }

    private static func place(of address: UInt, _ state: borrowing State) -> ArenaLedger.Place? {
        let offset = Int(address % UInt(ArenaBlock.pageByteCount))
        return state.pageIndices[address - UInt(offset)].map {
            ArenaLedger.Place(page: $0, slot: offset / ArenaBlock.slotByteCount)
        }
    }

    private static func address(
        of page: Int,
        _ state: borrowing State
    ) -> UnsafeMutableRawPointer {
        state.blocks[page / ArenaBlock.pageCount].block.base
            + page % ArenaBlock.pageCount * ArenaBlock.pageByteCount
    }
}

/// Secrets that are discarded together: one lock event wipes whole pages instead of single keys.
package struct SecretGroup: Hashable, Sendable {
    /// How many groups an arena keeps apart.
    package static let limit = 16

    /// 0 ..< ``limit``.
    package let index: Int

    /// Names the group with the given index.
    package init(_ index: Int) {
        precondition((0..<Self.limit).contains(index), "an arena has \(Self.limit) groups")
        self.index = index
    }
}
