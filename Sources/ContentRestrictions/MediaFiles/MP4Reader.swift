import ProtectionModel

/// Finds what an MP4 file says about its rating, without reading its media.
///
/// Only named ways are followed, none deeper than six boxes: `moov.udta.meta.ilst` as iTunes writes
/// it, `moov.meta.ilst` as QuickTime does and `meta.ilst` of the file itself. So the box `rtng` of
/// 3GPP files, which stands in `moov.udta` and has another shape, is never taken for the one of
/// iTunes.
struct MP4Reader {
    private var scanner: MP4Scanner
    private var list = MP4MetadataList()
    private var brand: FourCharacters?

    static func read(_ window: MediaWindow) throws(ProtectionError) -> MediaRating {
        var reader = MP4Reader(scanner: MP4Scanner(window))
        try reader.readFile()
        return MediaRating(
            format: .mp4,
            kind: reader.list.kind,
            likelyKind: reader.brand.flatMap(MediaKind.init(brand:)),
            claims: reader.list.claims,
            isExplicit: reader.list.advisories.isExplicit,
            marks: reader.list.marks
        )
    }

    private mutating func readFile() throws(ProtectionError) {
        var offset: UInt64 = 0
        var movie: MP4Box?
        while let box = try scanner.box(at: offset) {
            switch box.type {
            case .fileType where brand == nil && box.payloadByteCount >= 4:
                brand = FourCharacters(
                    try scanner.bytes(at: box.payload, to: box.payload + 4, of: box)
                )
            case .moov:
                // Players take one of them, and not all the same.
                guard movie == nil else { throw scanner.malformed("a second 'moov'", box.offset) }
                movie = box
                try readMovie(box)
            case .meta: try readMetadata(box, "meta")
            default: break
            }
            offset = box.end
        }
        guard movie != nil else {
            throw scanner.malformed("it has no 'moov', which holds the ratings", scanner.byteCount)
        }
    }

    private mutating func readMovie(_ movie: MP4Box) throws(ProtectionError) {
        var offset = movie.payload
        while let box = try scanner.box(at: offset, in: movie) {
            switch box.type {
            case .udta: try readUserData(box)
            case .meta: try readMetadata(box, "moov.meta")
            case .compressedMovie:
                throw scanner.malformed("its 'moov' is compressed, which is not read", box.offset)
            default: break
            }
            offset = box.end
        }
    }

    private mutating func readUserData(_ userData: MP4Box) throws(ProtectionError) {
        var offset = userData.payload
        while let box = try scanner.box(at: offset, in: userData) {
            if box.type == .meta { try readMetadata(box, "moov.udta.meta") }
            offset = box.end
        }
    }

    /// ISO's `meta` has a version and flags before its boxes, QuickTime's does not.
    private mutating func readMetadata(
        _ metadata: MP4Box,
        _ path: String
    ) throws(ProtectionError) {
        var offset = metadata.payload
        guard metadata.payloadByteCount >= 8 else { return }
        let first = FourCharacters(try scanner.bytes(at: offset + 4, to: offset + 8, of: metadata))
        if !FourCharacters.firstInMeta.contains(first) { offset += 4 }
        while let box = try scanner.box(at: offset, in: metadata) {
            if box.type == .ilst { try list.read(box, path + ".ilst", &scanner) }
            offset = box.end
        }
    }
}
