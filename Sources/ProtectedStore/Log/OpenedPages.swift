import KeyManagement
import SodiumCrypto
import Synchronization

/// Pages of open files that were opened lately, for readers that come back to them: databases.
///
/// They lie where keys do, in locked memory, each in the group of its file's keys, so that whatever
/// wipes these wipes the pages in the same moment. What was wiped is never lent.
final class OpenedPages: Sendable {
    static let pageByteCount = 4_096

    /// Which chunk of which file it is.
    struct Chunk {
        /// By ``OpenedPages/beginFile()``.
        let file: UInt64
        /// Where the sealed chunk stands in the file.
        var position: UInt64
        /// The seal of its frame; nil in the base, whose chunks are never replaced.
        ///
        /// A place in the log may be written again, after a sync that failed.
        let seal: FrameSeal?
        /// How many bytes of plaintext it has.
        let byteCount: Int

        /// Bytes before its first page: pages end where the chunk does, so that in a database's log
        /// the head of a frame is apart from the page that follows.
        fileprivate var headByteCount: Int {
            byteCount > pageByteCount ? byteCount % pageByteCount : 0
        }

        /// Chunks lie farther apart than they have pages.
        fileprivate func place(ofPage number: Int) -> Place {
            Place(file: file, position: position + UInt64(number))
        }
    }

    fileprivate struct Place: Hashable {
        let file: UInt64
        let position: UInt64
    }

    fileprivate struct Page {
        var place: Place?
        var seal: FrameSeal?
        var secret: SecretBox
        /// Whether it was asked for again since the hand last came by.
        var isWanted = false
    }

    fileprivate struct State {
        var pages: [Page] = []
        var indices: [Place: Int] = [:]
        /// Pages of files that are closed.
        var unused: [Int] = []
        var hand = 0
        var attempts: UInt = 0
        var fileCount: UInt64 = 0
    }

    private let room: PageRoom
    private let state = Mutex(State())

    /// Keeps as many pages as there is room for.
    init(room: PageRoom) {
        self.room = room
    }

    deinit {
        room.give(state.withLock { $0.pages.count })
    }

    /// A number for a file that was just opened.
    func beginFile() -> UInt64 {
        state.withLock { state in
            state.fileCount += 1
            return state.fileCount
        }
    }

    /// Forgets the pages of a file.
    func endFile(_ file: UInt64) {
        state.withLock { state in
            guard !state.indices.isEmpty else { return }
            for index in state.pages.indices where state.pages[index].place?.file == file {
                state.empty(index)
            }
        }
    }

    /// Copies a part of a chunk.
    ///
    /// - Returns: false when some of it is not here; the target then holds anything.
    func copy(
        _ range: Range<Int>,
        of chunk: Chunk,
        to target: LentMemory
    ) -> Bool {
        let head = chunk.headByteCount
        guard range.lowerBound >= head else { return false }
        return state.withLock { state in
            var start = range.lowerBound
            while start < range.upperBound {
                let number = (start - head) / Self.pageByteCount
                let first = head + number * Self.pageByteCount
                let end = min(range.upperBound, first + Self.pageByteCount)
                let part = start - first..<end - first
                let rest = target.part(start - range.lowerBound..<end - range.lowerBound)
                let place = chunk.place(ofPage: number)
                guard state.copy(part, of: place, chunk.seal, to: rest) else { return false }
                start = end
            }
            return true
        }
    }

    /// Keeps a chunk that was just opened with these keys, if there is room, or if the turn comes to
    /// what nobody wanted.
    func keep(
        _ bytes: RawSpan,
        of chunk: Chunk,
        with keys: borrowing SecureBytes
    ) {
        let bytes = bytes
        let head = chunk.headByteCount
        state.withLock { state in
            for start in stride(from: head, to: bytes.byteCount, by: Self.pageByteCount) {
                let end = min(start + Self.pageByteCount, bytes.byteCount)
                let place = chunk.place(ofPage: (start - head) / Self.pageByteCount)
                let part = bytes.extracting(start..<end)
                let count = state.pages.count
                guard let index = state.indices[place] ?? state.freeIndex(room) else { return }
                state.put(part, place, chunk.seal, at: index, keys)
                if index == count, state.pages.count == count { room.give(1) }
            }
        }
    }

    /// Puts what was just written in the place of the chunk of one page that it hides, if that is
    /// here: what was read before will be again.
    func replace(
        chunkAt position: UInt64,
        with bytes: RawSpan,
        of chunk: Chunk,
        keys: borrowing SecureBytes
    ) {
        guard bytes.byteCount <= Self.pageByteCount else { return }
        let bytes = bytes
        let hidden = Place(file: chunk.file, position: position)
        state.withLock { state in
            guard let index = state.indices[hidden] else { return }
            state.put(bytes, chunk.place(ofPage: 0), chunk.seal, at: index, keys)
        }
    }
}

extension OpenedPages.State {
    fileprivate mutating func copy(
        _ part: Range<Int>,
        of place: OpenedPages.Place,
        _ seal: FrameSeal?,
        to target: LentMemory
    ) -> Bool {
        guard let index = indices[place], pages[index].seal == seal,
            part.upperBound <= pages[index].secret.secret.count
        else { return false }
        do {
            try pages[index].secret.secret.copy(part, to: target)
        } catch {
            // Wiped.
            empty(index)
            return false
        }
        pages[index].isWanted = true
        return true
    }

    /// Where a page may go: there is room, or one that was not wanted gives way to it.
    ///
    /// Of those that would drive out another only a few may. A database's own memory has what came
    /// last, so what came earlier is worth more here; and a scan does not sweep away all.
    fileprivate mutating func freeIndex(_ room: PageRoom) -> Int? {
        if let index = unused.popLast() { return index }
        guard !room.take() else { return pages.count }
        guard !pages.isEmpty else { return nil }
        attempts &+= 1
        guard attempts.isMultiple(of: 8) else { return nil }
        while true {
            hand = (hand + 1) % pages.count
            guard pages[hand].isWanted else { return hand }
            pages[hand].isWanted = false
        }
    }

    /// Puts a page where a free one is, or another was.
    fileprivate mutating func put(
        _ bytes: RawSpan,
        _ place: OpenedPages.Place,
        _ seal: FrameSeal?,
        at index: Int,
        _ keys: borrowing SecureBytes
    ) {
        if index < pages.count, let old = pages[index].place { indices[old] = nil }
        do {
            let secret = try secret(at: index, bytes.byteCount, like: keys)
            try secret.secret.store(bytes)
            guard !keys.isWiped else {
                // A lock came first, so this page is not among those that it wiped.
                secret.secret.zero()
                throw CryptoError(.secretWiped)
            }
            let page = OpenedPages.Page(place: place, seal: seal, secret: secret)
            if index < pages.count { pages[index] = page } else { pages.append(page) }
            indices[place] = index
        } catch {
            guard index < pages.count else { return }
            pages[index].place = nil
            unused.append(index)
        }
    }

    private func secret(
        at index: Int,
        _ byteCount: Int,
        like keys: borrowing SecureBytes
    ) throws(CryptoError) -> SecretBox {
        if index < pages.count {
            let old = pages[index].secret
            if old.secret.count == byteCount, old.secret.group == keys.group, !old.secret.isWiped {
                return old
            }
        }
        return SecretBox(
            try SecureBytes(count: byteCount, group: keys.group, arena: keys.arena)
        )
    }

    /// Makes a page a free one.
    fileprivate mutating func empty(_ index: Int) {
        guard let place = pages[index].place else { return }
        indices[place] = nil
        pages[index].place = nil
        // Nobody asks for it again, so it need not wait for its keys to go.
        pages[index].secret.secret.zero()
        unused.append(index)
    }
}
