import CSodium
import Synchronization

/// The memory in which every secret of a process lives: locked, guarded, left out of core dumps,
/// zeroed in forked children, and wiped group by group.
///
/// Small slots instead of one `sodium_malloc` a key: 10,000 open files need 1.3 MB here and would
/// need 160 MB there, far beyond the 8 MiB a process may usually lock.
package final class SecureArena: Sendable {
    private struct Page {
        var base: UnsafeMutableRawPointer
        var group: SecretGroup?
        /// One bit a slot, set while the slot is taken.
        var taken: UInt32 = 0
    }

    private struct State: ~Copyable {
        var blocks: [BlockBox] = []
        var pages: [Page] = []
        /// Per group, a page that probably has room, so a taker rarely searches.
        var hints: [Int?] = Array(repeating: nil, count: SecretGroup.limit)
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

    /// Bytes of locked memory the arena has taken from the system; it never gives any back.
    package var lockedByteCount: Int {
        state.withLock { $0.blocks.count * ArenaBlock.byteCount }
    }

    /// Overwrites every secret of the group with zeros; whoever still holds one finds it gone.
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
                for page in state.pages where page.group == group {
                    sodium_memzero(page.base, ArenaBlock.pageByteCount)
                }
            }
        }
    }

    /// Leaves the bytes of a group in place when it is wiped.
    ///
    /// This exists so that the memory test can prove that it would notice a forgotten wipe.
    package func spareFromWiping(_ group: SecretGroup?) {
        state.withLock { $0.spared = group }
    }

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
        let mask = Self.mask(byteCount: byteCount)
        let (address, generation) = try state.withLock {
            (state) throws(CryptoError) -> (UInt, UInt64) in
            let base = try Self.place(mask, group, &state)
            return (UInt(bitPattern: base), gates[group.index].generation)
        }
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else {
            throw CryptoError(.outOfMemory)
        }
        return (base, generation)
    }

    /// Gives back what ``take(byteCount:group:)`` handed out, after zeroing it.
    func giveBack(_ base: UnsafeMutableRawPointer, byteCount: Int, group: SecretGroup) {
        let address = UInt(bitPattern: base)
        state.withLock { state in
            // Under the lock, because a wipe may be writing the same zeros.
            sodium_memzero(UnsafeMutableRawPointer(bitPattern: address), byteCount)
            let pageAddress = address & ~UInt(ArenaBlock.pageByteCount - 1)
            guard
                let index = state.pages.firstIndex(where: {
                    UInt(bitPattern: $0.base) == pageAddress
                })
            else { return }
            let slot = Int(address - pageAddress) / ArenaBlock.slotByteCount
            state.pages[index].taken &= ~(Self.mask(byteCount: byteCount) << UInt32(slot))
            state.hints[group.index] = index
            if state.pages[index].taken == 0 {
                state.pages[index].group = nil
            }
        }
    }

    private static func mask(byteCount: Int) -> UInt32 {
        let slots = (byteCount + ArenaBlock.slotByteCount - 1) / ArenaBlock.slotByteCount
        return slots == ArenaBlock.slotsPerPage ? .max : (1 << UInt32(slots)) - 1
    }

    private static func place(
        _ mask: UInt32,
        _ group: SecretGroup,
        _ state: inout State
    ) throws(CryptoError) -> UnsafeMutableRawPointer {
        if let hint = state.hints[group.index], state.pages[hint].group == group,
            let base = fit(mask, &state.pages[hint])
        {
            return base
        }
        for index in state.pages.indices where state.pages[index].group == group {
            if let base = fit(mask, &state.pages[index]) {
                state.hints[group.index] = index
                return base
            }
        }
        let index = try freePage(&state)
        state.pages[index].group = group
        state.hints[group.index] = index
        guard let base = fit(mask, &state.pages[index]) else { throw CryptoError(.outOfMemory) }
        return base
    }

    private static func fit(_ mask: UInt32, _ page: inout Page) -> UnsafeMutableRawPointer? {
        let width = mask.trailingZeroBitCountOfComplement
        guard page.taken != .max else { return nil }
        for slot in 0...(ArenaBlock.slotsPerPage - width) {
            let placed = mask << UInt32(slot)
            if page.taken & placed == 0 {
                page.taken |= placed
                return page.base + slot * ArenaBlock.slotByteCount
            }
        }
        return nil
    }

    private static func freePage(_ state: inout State) throws(CryptoError) -> Int {
        if let index = state.pages.firstIndex(where: { $0.group == nil }) {
            return index
        }
        let box = try BlockBox()
        state.blocks.append(box)
        let first = state.pages.count
        for page in 0..<ArenaBlock.pageCount {
            state.pages.append(
                Page(base: box.block.base + page * ArenaBlock.pageByteCount, group: nil)
            )
        }
        return first
    }
}

extension UInt32 {
    /// How many one bits a mask of the form 0…01…1 has.
    fileprivate var trailingZeroBitCountOfComplement: Int { (~self).trailingZeroBitCount }
}
