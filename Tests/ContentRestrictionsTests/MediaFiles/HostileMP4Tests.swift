import ContentRestrictions
import ProtectionModel
import Testing

@Suite("Hostile MP4 files")
struct HostileMP4Tests {
    /// What is broken, the file, and the offset that the refusal names.
    private static let broken: [(String, [UInt8], UInt64)] = {
        let start = MP4.start()
        let offset = UInt64(start.count)
        let list = offset + 8 + 108 + 8 + 12 + 33 + 8
        let entry = MP4.rating("mpaa|G|100|")
        return [
            ("a size past the end", start + MP4.lying("moov", size: 9_999), offset),
            ("a size of 32 bits", start + MP4.lying("moov", size: 0xFFFF_FFFF), offset),
            ("a size of 64 bits", start + MP4.wide("moov", size: .max), offset),
            ("a sign", start + MP4.wide("moov", size: 1 << 63), offset),
            (
                "media past the end", MP4.file(entry) + MP4.lying("mdat", size: 9),
                UInt64(MP4.file(entry).count)
            ),
            ("no progress", start + MP4.lying("moov", size: 7), offset),
            ("no progress in 64 bits", start + MP4.wide("moov", size: 0), offset),
            ("less than its header", start + MP4.wide("moov", size: 15), offset),
            ("a header that is cut off", start + [0, 0, 0], offset),
            ("a wide header that is cut off", start + MP4.lying("moov", size: 1, [0, 0]), offset),
            ("a second moov", start + MP4.movie() + MP4.movie(), offset + 116),
            ("no moov", start + MP4.media, offset + 48),
            ("nothing but a beginning", start, offset),
            ("a compressed moov", start + MP4.box("moov", MP4.box("cmov")), offset + 8),
            (
                "a child that overlaps its parent's neighbour",
                start + MP4.box("moov", MP4.lying("udta", size: 20, [0, 0])) + MP4.media, offset + 8
            ),
            ("a child to the end", start + MP4.box("moov", MP4.lying("udta", size: 0)), offset + 8),
            ("rubbish behind a child", start + MP4.box("moov", [1, 2, 3]), offset + 8),
            (
                "a value without its type", MP4.file(MP4.box("rtng", MP4.box("data", [0, 0]))),
                list + 8
            ),
            (
                "kinds that disagree",
                MP4.file(MP4.number(entry: "stik", 9), MP4.number(entry: "stik", 10)), list + 25
            ),
            (
                "a value too large",
                MP4.file(MP4.rating(String(repeating: "x", count: 70_000))), list + 8 + 28 + 20 + 8
            ),
            (
                "too many ratings",
                MP4.file((0..<65).flatMap { _ in MP4.number(entry: "rtng", 1) }), list + 64 * 25 + 8
            ),
        ]
    }()

    @Test("impossible boxes are refused with their place", arguments: broken)
    func refusal(name: String, bytes: [UInt8], offset: UInt64) throws {
        let error = #expect(throws: ProtectionError.self, "\(name)") {
            try MediaRating(reading: MediaBytes(bytes))
        }
        #expect(error?.code == .malformedRating)
        #expect(
            (error?.cause as? MediaPlace)?.offset == offset,
            "\(name): \(error?.description ?? "")"
        )
    }

    @Test("a name in a refusal is printable, whatever the file has there")
    func printable() {
        let bytes = MP4.start() + [0, 0, 0, 3, 0x1B, 0xA9, 0x41, 0x0A]
        let error = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: MediaBytes(bytes))
        }
        #expect(error?.message.contains("'\\x1b\\xa9A\\xa'") == true)
    }

    @Test("every beginning of a file is refused or says nothing", arguments: [0, 1])
    func truncation(order: Int) {
        let movie = MP4.movie(MP4.userData(MP4.rating("mpaa|G|100|"), MP4.number(entry: "rtng", 1)))
        let whole = MP4.start() + (order == 0 ? movie + MP4.media : MP4.media + movie)
        for count in 0..<whole.count where count != whole.count - (order == 0 ? 48 : 0) {
            #expect(throws: ProtectionError.self, "\(count)") {
                try MediaRating(reading: MediaBytes(Array(whole[..<count])))
            }
        }
    }

    @Test("boxes that hold one another thousands of levels deep cost nothing")
    func nesting() throws {
        var deep = MP4.rating("mpaa|G|100|")
        for _ in 0..<2_000 { deep = MP4.box("udta", deep) }
        #expect(try MediaRating(reading: MediaBytes(MP4.start() + MP4.movie(deep))).claims.isEmpty)
    }

    @Test("more boxes than any file has are refused")
    func boxes() {
        let many = RepeatingSource(MP4.start(), again: MP4.box("free"), count: (1 << 20) + 1)
        let error = #expect(throws: ProtectionError.self) { try MediaRating(reading: many) }
        #expect(error?.message.contains("boxes") == true)
    }

    @Test("metadata of any size are read up to a limit")
    func metadata() {
        // Each box lies so far from the one before that a new piece has to be read.
        let hole = MP4.box("free", [UInt8](repeating: 0, count: 70_000))
        let count = 400
        let movie = RepeatingSource(
            MP4.start() + MP4.lying("moov", size: 8 + hole.count * count),
            again: hole,
            count: count
        )
        let error = #expect(throws: ProtectionError.self) { try MediaRating(reading: movie) }
        #expect(error?.message.contains("metadata") == true)
    }

    @Test(
        "what is neither media nor feed is called so",
        arguments: [
            [], [0], Array("hello".utf8), Array("ID3\u{3}tags and music".utf8),
            [UInt8](repeating: 0, count: 5_000), [UInt8](repeating: 0x20, count: 5_000),
            Array("bplist00".utf8),
        ]
    )
    func others(bytes: [UInt8]) {
        let error = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: MediaBytes(bytes))
        }
        #expect(error?.code == .malformedRating)
        #expect(error?.description.hasPrefix("it is neither") == true)
    }

    @Test("a source that fails or shrinks is not a damaged file")
    func sources() {
        struct Failure: Error {}
        struct Failing: MediaSource {
            let byteCount: UInt64 = 100
            func read(at offset: UInt64, count: Int) throws -> [UInt8] { throw Failure() }
        }
        struct Shrinking: MediaSource {
            let byteCount: UInt64 = 100
            func read(at offset: UInt64, count: Int) -> [UInt8] {
                Array((MP4.start() + MP4.box("moov")).dropFirst(Int(offset)).prefix(count))
            }
        }
        let failed = #expect(throws: ProtectionError.self) { try MediaRating(reading: Failing()) }
        #expect(failed?.code == .inputOutput)
        #expect((failed?.cause as? MediaPlace)?.cause is Failure)
        let shrunk = #expect(throws: ProtectionError.self) {
            try MediaRating(reading: Shrinking())
        }
        #expect(shrunk?.code == .inputOutput)
    }
}
