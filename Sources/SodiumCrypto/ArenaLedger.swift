/// Which slots of which pages are taken, and by which group.
///
/// A page in use belongs to one group and one size: 1, 2, 4 … 32 slots a secret. So any page with
/// room fits the next secret of its shelf, and neither placing nor removing has to search.
struct ArenaLedger {
    /// Where a secret stands.
    struct Place: Equatable {
        let page: Int
        /// The first of its slots in the page.
        let slot: Int
    }

    private struct Page {
        var shelf: Int?
        /// One bit a slot, set while the slot is taken.
        var taken: UInt32 = 0
        /// Where the page stands in its shelf's list of pages with room; `nil` while it has none.
        var position: Int?
    }

    /// The sizes a page may be cut into: 1, 2, 4, 8, 16 and 32 slots.
    private static let sizes = ArenaBlock.slotsPerPage.trailingZeroBitCount + 1

    private var pages: [Page] = []
    private var unused: [Int] = []
    /// For each group and size, the pages in use that have room.
    private var shelves: [[Int]] = Array(repeating: [], count: SecretGroup.limit * sizes)

    /// Whether a secret of this size needs a page that is not there yet.
    func needsPage(byteCount: Int, group: SecretGroup) -> Bool {
        unused.isEmpty && shelves[Self.shelf(byteCount, group)].isEmpty
    }

    /// Adds unused pages behind the last one and returns their numbers.
    mutating func addPages(_ count: Int) -> Range<Int> {
        let added = pages.count..<pages.count + count
        // Backwards, because the last unused page is taken first.
        unused.append(contentsOf: added.reversed())
        pages.append(contentsOf: Array(repeating: Page(), count: count))
        return added
    }

    /// Takes slots for a secret of 1 to 4096 bytes.
    ///
    /// - Returns: `nil` when ``needsPage(byteCount:group:)``.
    mutating func place(byteCount: Int, group: SecretGroup) -> Place? {
        let shelf = Self.shelf(byteCount, group)
        guard let page = shelves[shelf].last ?? unused.popLast() else { return nil }
        if pages[page].shelf == nil {
            pages[page].shelf = shelf
            putOnShelf(page, shelf)
        }
        let width = Self.width(byteCount)
        // Slots are taken in steps of the width, so the first free slot starts a free run.
        let slot = (~pages[page].taken).trailingZeroBitCount
        pages[page].taken |= Self.mask(width) << UInt32(slot)
        if pages[page].taken == .max { takeOffShelf(page, shelf) }
        return Place(page: page, slot: slot)
    }

    /// Frees the slots that ``place(byteCount:group:)`` took.
    mutating func remove(_ place: Place, byteCount: Int) {
        guard let shelf = pages[place.page].shelf else { return }
        pages[place.page].taken &= ~(Self.mask(Self.width(byteCount)) << UInt32(place.slot))
        if pages[place.page].position == nil { putOnShelf(place.page, shelf) }
        guard pages[place.page].taken == 0 else { return }
        takeOffShelf(place.page, shelf)
        pages[place.page].shelf = nil
        unused.append(place.page)
    }

    /// The pages that hold secrets of a group.
    func pages(of group: SecretGroup) -> [Int] {
        pages.indices.filter { pages[$0].shelf.map { $0 / Self.sizes } == group.index }
    }

    private mutating func putOnShelf(_ page: Int, _ shelf: Int) {
        pages[page].position = shelves[shelf].count
        shelves[shelf].append(page)
    }

    private mutating func takeOffShelf(_ page: Int, _ shelf: Int) {
        guard let position = pages[page].position, let last = shelves[shelf].popLast() else {
            return
        }
        if last != page {
            shelves[shelf][position] = last
            pages[last].position = position
        }
        pages[page].position = nil
    }

    private static func shelf(_ byteCount: Int, _ group: SecretGroup) -> Int {
        group.index * sizes + width(byteCount).trailingZeroBitCount
    }

    /// Slots for a secret: the next power of two.
    private static func width(_ byteCount: Int) -> Int {
        let slots = (byteCount + ArenaBlock.slotByteCount - 1) / ArenaBlock.slotByteCount
        return 1 << (Int.bitWidth - (slots - 1).leadingZeroBitCount)
    }

    private static func mask(_ width: Int) -> UInt32 {
        .max >> UInt32(ArenaBlock.slotsPerPage - width)
    }
}
