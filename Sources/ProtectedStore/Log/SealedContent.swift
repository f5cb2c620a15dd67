import KeyManagement
import SodiumCrypto
import SystemIO

/// Reads plaintext from base and log of one inode.
struct SealedContent {
    let header: SealedHeader
    let keys: SecretBox
    let index: LogIndex

    /// The plaintext of a range, cut at the end of the file.
    func read(_ range: Range<UInt64>, _ file: borrowing OwnedFile) throws -> WipedBuffer {
        var plain = WipedBuffer(count: range.clamped(to: 0..<index.logicalLength).count)
        var scratch = ReadScratch()
        _ = try read(range, file, into: &plain, &scratch)
        return plain
    }

    /// Puts the plaintext of a range, cut at the end of the file, into a buffer that is used again
    /// and again, and says how many bytes it is.
    func read(
        _ range: Range<UInt64>,
        _ file: borrowing OwnedFile,
        into plain: inout WipedBuffer,
        _ scratch: inout ReadScratch
    ) throws -> Int {
        let range = range.clamped(to: 0..<index.logicalLength)
        if range.isEmpty, provesItsEnd { try checkEnd(file) }
        plain.reserve(range.count)
        for piece in index.extents.pieces(of: range) {
            switch piece {
            case .zeros(let part):
                let start = Int(part.lowerBound - range.lowerBound)
                plain.zero(start..<start + part.count)
            case .base(let part):
                try readBase(
                    part,
                    file,
                    &plain,
                    at: Int(part.lowerBound - range.lowerBound),
                    &scratch
                )
            case .frame(let entry, let skip, let part):
                try readFrame(
                    index.entries[entry],
                    Int(skip)..<Int(skip) + part.count,
                    file,
                    into: &plain,
                    at: Int(part.lowerBound - range.lowerBound),
                    &scratch
                )
            }
        }
        return range.count
    }

    /// Whether reading any byte proves how long the base is: it is one chunk that no log hides.
    var provesItsEnd: Bool {
        index.lastNumber == 0 && header.baseLength > 0
            && header.baseLength < UInt64(header.chunkByteCount)
    }

    /// Opens the last chunk, whose place and shortness prove the length that the header claims.
    ///
    /// The header is authentic under the volume key alone; without this, whoever has that key could
    /// end a file early at the border of a chunk.
    func checkEnd(_ file: borrowing OwnedFile) throws {
        let last = header.baseLength / UInt64(header.chunkByteCount)
        _ = try openBase(last..<last + 1, try ContentKeys.baseCipher(header), file)
    }

    /// Opens the chunks around a range of the base, a run at a time: straight to where they belong
    /// when all of a run was asked for, else by way of a scratch buffer.
    private func readBase(
        _ range: Range<UInt64>,
        _ file: borrowing OwnedFile,
        _ plain: inout WipedBuffer,
        at target: Int,
        _ scratch: inout ReadScratch
    ) throws {
        let cipher = try ContentKeys.baseCipher(header)
        let chunk = UInt64(header.chunkByteCount)
        var run = range.lowerBound / chunk
        while run * chunk < range.upperBound {
            let end = min(
                run + UInt64(ChunkCipher.chunksPerLoan),
                (range.upperBound + chunk - 1) / chunk
            )
            let start = run * chunk
            let opened = start..<min(end * chunk, header.baseLength)
            let part = range.clamped(to: opened)
            let place = target + Int(part.lowerBound - range.lowerBound)
            if part == opened {
                try openBase(run..<end, cipher, file, &scratch.sealed, into: &plain, at: place)
            } else {
                scratch.opened.reserve(opened.count)
                try openBase(
                    run..<end,
                    cipher,
                    file,
                    &scratch.sealed,
                    into: &scratch.opened,
                    at: 0
                )
                let bounds = Int(part.lowerBound - start)..<Int(part.upperBound - start)
                scratch.opened.withBytes(bounds) { plain.copy($0, to: place) }
                // Nobody reaches it here when the keys go.
                scratch.opened.zero(0..<opened.count)
            }
            run = end
        }
    }

    /// Opens whole chunks of the base.
    func openBase(
        _ chunks: Range<UInt64>,
        _ cipher: ChunkCipher,
        _ file: borrowing OwnedFile
    ) throws -> WipedBuffer {
        let chunk = UInt64(header.chunkByteCount)
        let plainEnd = min(chunks.upperBound * chunk, header.baseLength)
        var plain = WipedBuffer(count: Int(plainEnd - chunks.lowerBound * chunk))
        var sealed = WipedBuffer(count: 0)
        try openBase(chunks, cipher, file, &sealed, into: &plain, at: 0)
        return plain
    }

    private func openBase(
        _ chunks: Range<UInt64>,
        _ cipher: ChunkCipher,
        _ file: borrowing OwnedFile,
        _ sealed: inout WipedBuffer,
        into plain: inout WipedBuffer,
        at target: Int
    ) throws {
        let chunk = UInt64(header.chunkByteCount)
        let isLast = chunks.upperBound > header.baseLength / chunk
        let plainEnd = min(chunks.upperBound * chunk, header.baseLength)
        let plainCount = Int(plainEnd - chunks.lowerBound * chunk)
        let sealedCount = plainCount + chunks.count * ChunkCipher.tagByteCount
        let offset =
            UInt64(SealedHeader.byteCount)
            + chunks.lowerBound * (chunk + UInt64(ChunkCipher.tagByteCount))
        try readSealed(sealedCount, at: offset, file, into: &sealed)
        try sealed.withBytes(0..<sealedCount) { (sealed) throws(CryptoError) in
            try plain.withMutableBytes(target..<target + plainCount) {
                (plain) throws(CryptoError) in
                try cipher.open(
                    sealed,
                    firstIndex: chunks.lowerBound,
                    isLast: isLast,
                    into: &plain,
                    keys: keys.secret
                )
            }
        }
    }

    /// Opens the chunks of a frame around `bytes` of its payload.
    private func readFrame(
        _ entry: LogIndex.Entry,
        _ bytes: Range<Int>,
        _ file: borrowing OwnedFile,
        into plain: inout WipedBuffer,
        at target: Int,
        _ scratch: inout ReadScratch
    ) throws {
        let chunk = header.chunkByteCount
        let tag = LogFrame.tagByteCount
        let payload = Int(entry.payloadByteCount)
        let chunks = bytes.lowerBound / chunk..<(bytes.upperBound + chunk - 1) / chunk
        let opened = chunks.lowerBound * chunk..<min(chunks.upperBound * chunk, payload)
        let sealedCount = opened.count + chunks.count * tag
        let position =
            entry.position + UInt64(LogFrame.headerByteCount)
            + UInt64(chunks.lowerBound * (chunk + tag))
        try readSealed(sealedCount, at: position, file, into: &scratch.sealed)
        let first = chunks.lowerBound
        if bytes == opened {
            let place = target..<target + bytes.count
            try open(entry, first, scratch.sealed, sealedCount, into: &plain, at: place)
        } else {
            scratch.opened.reserve(opened.count)
            let place = 0..<opened.count
            try open(entry, first, scratch.sealed, sealedCount, into: &scratch.opened, at: place)
            let start = bytes.lowerBound - opened.lowerBound
            scratch.opened.withBytes(start..<start + bytes.count) { plain.copy($0, to: target) }
            // Nobody reaches it here when the keys go.
            scratch.opened.zero(0..<opened.count)
        }
    }

    private func readSealed(
        _ count: Int,
        at position: UInt64,
        _ file: borrowing OwnedFile,
        into sealed: inout WipedBuffer
    ) throws {
        sealed.reserve(count)
        let got = try sealed.withMutableBytes(0..<count) { try file.read(into: &$0, at: position) }
        guard got == count else { throw AuthenticatedSlot.Defect.damaged }
    }

    private func open(
        _ entry: LogIndex.Entry,
        _ firstChunk: Int,
        _ sealed: borrowing WipedBuffer,
        _ sealedCount: Int,
        into plain: inout WipedBuffer,
        at place: Range<Int>
    ) throws {
        try sealed.withBytes(0..<sealedCount) { (sealed) throws(CryptoError) in
            try plain.withMutableBytes(place) { (plain) throws(CryptoError) in
                try XChaCha20Poly1305.openChunks(
                    sealed,
                    of: header.chunkByteCount,
                    first: firstChunk,
                    into: &plain,
                    nonce: entry.seal.nonce,
                    authenticating: entry.seal.code,
                    key: keys.secret,
                    keyOffset: ContentKeys.logKeyOffset
                )
            }
        }
    }

    /// Opens the whole payload of a frame, to see that it can be.
    func checkFrame(_ entry: LogIndex.Entry, _ file: borrowing OwnedFile) throws {
        var plain = WipedBuffer(count: Int(entry.payloadByteCount))
        var scratch = ReadScratch()
        try readFrame(entry, 0..<plain.count, file, into: &plain, at: 0, &scratch)
    }
}

/// Where a reader keeps what it opens.
struct PageKeeper {
    let pages: OpenedPages
    /// The file's number there.
    let file: UInt64
}

/// Reading page by page.
extension SealedContent {
    /// Puts the plaintext of a range, cut at the end of the file, into a caller's memory, and says
    /// how many bytes it is.
    ///
    /// Chunks that are opened for it are kept in `pages`, as far as there is room.
    func read(
        _ range: Range<UInt64>,
        _ file: borrowing OwnedFile,
        keeping pages: PageKeeper,
        _ scratch: inout ReadScratch,
        into target: LentMemory
    ) throws -> Int {
        let range = range.clamped(to: 0..<index.logicalLength)
        if range.isEmpty, provesItsEnd { try checkEnd(file) }
        for piece in index.extents.pieces(of: range) {
            func place(of part: Range<UInt64>) -> LentMemory {
                let start = Int(part.lowerBound - range.lowerBound)
                return target.part(start..<start + part.count)
            }
            switch piece {
            case .zeros(let part): place(of: part).zero()
            case .base(let part):
                let bytes = Int(part.lowerBound)..<Int(part.upperBound)
                try copy(bytes, of: nil, file, pages, &scratch, to: place(of: part))
            case .frame(let number, let skip, let part):
                let bytes = Int(skip)..<Int(skip) + part.count
                let entry = index.entries[number]
                try copy(bytes, of: entry, file, pages, &scratch, to: place(of: part))
            }
        }
        return range.count
    }

    /// One chunk of a frame's payload, or of the base.
    private struct ChunkPlace {
        let number: Int
        /// The frame; nil in the base.
        let entry: LogIndex.Entry?
        /// What it is of the payload, or of the base.
        let bytes: Range<Int>
        let page: OpenedPages.Chunk
    }

    private func chunk(
        _ number: Int,
        of entry: LogIndex.Entry?,
        _ pages: PageKeeper
    ) -> ChunkPlace {
        let size = header.chunkByteCount
        let whole = entry.map { Int($0.payloadByteCount) } ?? Int(header.baseLength)
        let start =
            entry.map { $0.position + UInt64(LogFrame.headerByteCount) }
            ?? UInt64(SealedHeader.byteCount)
        let bytes = number * size..<min((number + 1) * size, whole)
        let page = OpenedPages.Chunk(
            file: pages.file,
            position: start + UInt64(number * (size + LogFrame.tagByteCount)),
            seal: entry?.seal,
            byteCount: bytes.count
        )
        return ChunkPlace(number: number, entry: entry, bytes: bytes, page: page)
    }

    /// Copies bytes of a frame's payload, or of the base, chunk by chunk.
    private func copy(
        _ bytes: Range<Int>,
        of entry: LogIndex.Entry?,
        _ file: borrowing OwnedFile,
        _ pages: PageKeeper,
        _ scratch: inout ReadScratch,
        to target: LentMemory
    ) throws {
        let size = header.chunkByteCount
        for number in bytes.lowerBound / size...(bytes.upperBound - 1) / size {
            let chunk = chunk(number, of: entry, pages)
            let part = bytes.clamped(to: chunk.bytes)
            let start = part.lowerBound - bytes.lowerBound
            let place = target.part(start..<start + part.count)
            let skip = part.lowerBound - chunk.bytes.lowerBound
            let within = skip..<skip + part.count
            guard !pages.pages.copy(within, of: chunk.page, to: place) else { continue }
            if let entry, within.count == chunk.bytes.count {
                try open(chunk, of: entry, file, &scratch.sealed, to: place)
                place.withBytes { pages.pages.keep($0, of: chunk.page, with: keys.secret) }
                continue
            }
            try open(chunk, file, &scratch)
            scratch.opened.withBytes(0..<chunk.bytes.count) { plain in
                pages.pages.keep(plain, of: chunk.page, with: keys.secret)
                place.store(plain.extracting(within))
            }
            // Nobody reaches it here when the keys go.
            scratch.opened.zero(0..<chunk.bytes.count)
        }
    }

    /// Opens a whole chunk of a frame's payload straight to where it was asked for.
    private func open(
        _ chunk: ChunkPlace,
        of entry: LogIndex.Entry,
        _ file: borrowing OwnedFile,
        _ sealed: inout WipedBuffer,
        to target: LentMemory
    ) throws {
        let count = target.count + LogFrame.tagByteCount
        try readSealed(count, at: chunk.page.position, file, into: &sealed)
        try sealed.withBytes(0..<count) { (sealed) throws(CryptoError) in
            try target.withMutableBytes { (plain) throws(CryptoError) in
                try XChaCha20Poly1305.openChunks(
                    sealed,
                    of: header.chunkByteCount,
                    first: chunk.number,
                    into: &plain,
                    nonce: entry.seal.nonce,
                    authenticating: entry.seal.code,
                    key: keys.secret,
                    keyOffset: ContentKeys.logKeyOffset
                )
            }
        }
    }

    /// Opens a chunk into the scratch buffer.
    private func open(
        _ chunk: ChunkPlace,
        _ file: borrowing OwnedFile,
        _ scratch: inout ReadScratch
    ) throws {
        let count = chunk.bytes.count
        scratch.opened.reserve(count)
        guard let entry = chunk.entry else {
            let cipher = try ContentKeys.baseCipher(header)
            let number = UInt64(chunk.number)
            return try openBase(
                number..<number + 1,
                cipher,
                file,
                &scratch.sealed,
                into: &scratch.opened,
                at: 0
            )
        }
        let sealedCount = count + LogFrame.tagByteCount
        try readSealed(sealedCount, at: chunk.page.position, file, into: &scratch.sealed)
        let place = 0..<count
        try open(
            entry,
            chunk.number,
            scratch.sealed,
            sealedCount,
            into: &scratch.opened,
            at: place
        )
    }
}

/// What a reader needs besides the result, used again from one read to the next.
struct ReadScratch: ~Copyable {
    /// Ciphertext as it comes from the file.
    var sealed = WipedBuffer(count: 0)
    /// Plaintext of chunks of which only a part was asked for.
    var opened = WipedBuffer(count: 0)
}
