import ContentRestrictions
import Testing

@Suite("Ratings of MP4 files")
struct MP4RatingTests {
    private static let entry = "mpaa|PG-13|300|"

    private func read(_ bytes: [UInt8]) throws -> MediaRating {
        try MediaRating(reading: MediaBytes(bytes))
    }

    /// Files that all hold the same entry, each in another shape.
    private static let shapes: [(String, [UInt8])] = {
        let rating = MP4.rating(entry)
        let metadata = MP4.userData(rating)
        let list = MP4.box("ilst", rating)
        return [
            ("moov before the media", MP4.file(rating)),
            ("moov behind the media", MP4.start() + MP4.media + MP4.movie(metadata)),
            ("media to the end", MP4.file(rating) + MP4.lying("mdat", size: 0, [1, 2, 3])),
            ("moov to the end", MP4.start() + MP4.lying("moov", size: 0, metadata)),
            ("sizes of 64 bits", MP4.start() + MP4.wide("moov", metadata) + MP4.wide("mdat")),
            ("wide boxes within", MP4.start() + MP4.movie(MP4.wide("udta", Array(metadata[8...])))),
            ("QuickTime without ftyp", MP4.movie(metadata) + MP4.media),
            (
                "QuickTime's meta without a version",
                MP4.start(brand: "qt  ") + MP4.movie(MP4.userData(rating, version: []))
            ),
            (
                "QuickTime's meta in moov",
                MP4.start() + MP4.movie(MP4.box("meta", MP4.handler, list))
            ),
            ("meta of the file", MP4.start() + MP4.box("meta", [0, 0, 0, 0], list) + MP4.movie()),
            (
                "user data that end in zeros",
                MP4.start()
                    + MP4.movie(
                        MP4.box("udta", Array(metadata[8...]), [0, 0, 0, 0])
                    )
            ),
            ("fragments", MP4.file(rating) + (0..<50).flatMap { _ in MP4.box("moof") + MP4.media }),
            (
                "unknown boxes beside",
                MP4.start() + MP4.box("wxyz", [1])
                    + MP4.movie(
                        MP4.box("trak", [UInt8](repeating: 0xFF, count: 99)),
                        metadata
                    )
            ),
            (
                "the name before the mean, the value first",
                MP4.file(
                    MP4.box(
                        "----",
                        MP4.data(Array(entry.utf8), type: 1),
                        MP4.box("name", [0, 0, 0, 0], Array("iTunEXTC".utf8)),
                        MP4.box("mean", [0, 0, 0, 0], Array("com.apple.iTunes".utf8))
                    )
                )
            ),
            (
                "a value without a type",
                MP4.file(
                    MP4.freeform(
                        "com.apple.iTunes",
                        "iTunEXTC",
                        MP4.data(Array(entry.utf8), type: 0)
                    )
                )
            ),
            (
                "a value in UTF-16",
                MP4.file(
                    MP4.freeform(
                        "com.apple.iTunes",
                        "iTunEXTC",
                        MP4.data(entry.utf8.flatMap { [0, $0] }, type: 2)
                    )
                )
            ),
        ]
    }()

    @Test("the entry is found wherever writers put it", arguments: shapes)
    func shape(name: String, bytes: [UInt8]) throws {
        let rating = try read(bytes)
        #expect(rating.format == .mp4, "\(name)")
        #expect(rating.claims == [.fileEntry(Array(Self.entry.utf8))], "\(name)")
        #expect(rating.marks.map(\.name) == ["iTunEXTC"])
        #expect(rating.marks.map(\.text) == [Self.entry])
    }

    @Test("a mark says where it stands")
    func place() throws {
        let bytes = MP4.file(MP4.number(entry: "stik", 9), MP4.rating(Self.entry))
        let rating = try read(bytes)
        #expect(rating.marks.map(\.place) == ["moov.udta.meta.ilst", "moov.udta.meta.ilst.----"])
        for mark in rating.marks {
            let start = Int(mark.offset)
            #expect(Array(bytes[start + 4..<start + 8]) == Array("data".utf8))
        }
    }

    @Test("several entries and several values of one are all taken")
    func several() throws {
        let rating = try read(
            MP4.file(MP4.rating("mpaa|G|100|", "de-movie|Ab 16 Jahren|500|"), MP4.rating("x"))
        )
        #expect(rating.claims.count == 3)
    }

    @Test(
        "free entries of other names are none",
        arguments: [
            ("com.apple.iTunes", "iTunNORM"), ("org.example", "iTunEXTC"), ("", ""),
            ("com.apple.iTunes", "iTunEXTC "),
        ]
    )
    func otherNames(mean: String, name: String) throws {
        let entry = MP4.freeform(mean, name, MP4.data(Array(Self.entry.utf8), type: 1))
        #expect(try read(MP4.file(entry)).claims.isEmpty)
    }

    @Test(
        "the advisory is a number of any width or type",
        arguments: [
            ([4], 21), ([1], 0), ([1], 22), ([0, 1], 21), ([0, 0, 0, 1], 67),
            ([0, 0, 0, 0, 0, 0, 0, 4], 21),
        ] as [([UInt8], UInt8)]
    )
    func advisory(value: [UInt8], type: UInt8) throws {
        #expect(try read(MP4.file(MP4.box("rtng", MP4.data(value, type: type)))).isExplicit == true)
    }

    @Test(
        "an advisory that nobody understands counts as explicit",
        arguments: [
            ([3], 21), ([0x31], 1), ([], 21), ([1, 0, 0, 0, 0, 0, 0, 0, 0], 21),
            ([UInt8](repeating: 0xFF, count: 8), 21),
        ] as [([UInt8], UInt8)]
    )
    func unknownAdvisory(value: [UInt8], type: UInt8) throws {
        let rating = try read(MP4.file(MP4.box("rtng", MP4.data(value, type: type))))
        #expect(rating.isExplicit == true)
        #expect(rating.marks.count == 1)
    }

    @Test(
        "of several advisories one that says explicit is enough",
        arguments: [
            ([2, 1], true), ([1, 2], true), ([9, 4], true), ([2, 0], false), ([2, 9], true),
            ([9, 2], true), ([], nil),
        ] as [([UInt8], Bool?)]
    )
    func advisories(values: [UInt8], expected: Bool?) throws {
        let entries = values.flatMap { MP4.number(entry: "rtng", $0) }
        #expect(try read(MP4.file(entries)).isExplicit == expected)
    }

    @Test("the rtng of 3GPP files is another box")
    func thirdGeneration() throws {
        let other = MP4.box(
            "udta",
            MP4.box("rtng", [0, 0, 0, 0], Array("MPAAR   ".utf8), [0x15, 0xC7, 1])
        )
        let rating = try read(MP4.start(brand: "3gp6") + MP4.movie(other))
        #expect(rating.isExplicit == nil)
        #expect(rating.marks.isEmpty)
    }

    @Test(
        "the number of the kind names it",
        arguments: [
            (UInt8(0), MediaKind?.some(.movie)), (1, .music), (2, .book), (6, .music), (9, .movie),
            (10, .tv), (11, .book), (14, .music), (21, .podcast), (5, nil), (200, nil),
        ]
    )
    func kind(number: UInt8, kind: MediaKind?) throws {
        #expect(try read(MP4.file(MP4.number(entry: "stik", number))).kind == kind)
    }

    @Test("media are never read, whatever their size", arguments: [1 << 42, .max - 1_024])
    func media(size: UInt64) throws {
        let start = MP4.start()
        let movie = MP4.movie(MP4.userData(MP4.rating(Self.entry)))
        let source = RecordingSource([
            (0, start), (UInt64(start.count), MP4.wide("mdat", size: size)),
            (UInt64(start.count) + size, movie),
        ])
        #expect(try MediaRating(reading: source).claims.count == 1)
        let media = UInt64(start.count + 16)..<UInt64(start.count) + size
        #expect(!source.reads.contains { $0.overlaps(media) })
        let first = RecordingSource([(0, MP4.lying("mdat", size: 4_000)), (4_000, movie)])
        _ = try MediaRating(reading: first)
        #expect(!first.reads.contains { $0.overlaps(8..<4_000) })
    }

    @Test("covers and tables beside the rating are left out")
    func covers() throws {
        let start = MP4.start()
        let cover: UInt64 = 3 << 30
        let rating = MP4.rating(Self.entry)
        let list = 8 + cover + UInt64(rating.count)
        let beginning =
            MP4.wide("moov", size: 16 + 8 + 12 + list)
            + MP4.number(Int(8 + 12 + list)) + Array("udta".utf8)
            + MP4.number(Int(12 + list)) + Array("meta".utf8) + [0, 0, 0, 0]
            + MP4.number(Int(list)) + Array("ilst".utf8) + MP4.number(Int(cover))
            + Array("covr".utf8)
        let position = UInt64(start.count)
        let source = RecordingSource([
            (0, start), (position, beginning),
            (position + UInt64(beginning.count) - 8 + cover, rating),
        ])
        #expect(try MediaRating(reading: source).claims.count == 1)
        #expect(source.readByteCount < 300_000)
    }
}
