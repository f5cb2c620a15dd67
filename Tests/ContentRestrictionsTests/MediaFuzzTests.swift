import ContentRestrictions
import Preferences
import ProtectionModel
import TestSupport
import Testing

/// Mutants of media files and feeds: nothing may crash or go on without an end, and what is read may
/// be anything but a surprise to whoever decides.
@Suite("Fuzzing media files and feeds")
struct MediaFuzzTests {
    private static let seeds: Range<UInt64> = 0..<4
    private static var count: Int { Mutator.iterationCount / seeds.count }

    private let checker = RestrictionChecker(
        LayeredPreferences([(.managed, [RestrictionKey.movieRating.rawValue: .integer(300)])])
    )

    private func expectReadOrRefused(_ bytes: [UInt8], _ comment: Comment) {
        do throws(ProtectionError) {
            let rating = try MediaRating(reading: MediaBytes(bytes))
            #expect(rating.marks.allSatisfy { $0.offset < bytes.count }, comment)
            #expect(rating.marks.count <= 64, comment)
            _ = checker.decide(rating)
        } catch {
            #expect(error.code == .malformedRating, comment)
            #expect((error.cause as? MediaPlace)?.offset ?? 0 <= bytes.count, comment)
        }
    }

    @Test("MP4 files", arguments: seeds)
    func mp4(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let metadata = MP4.userData(
            MP4.number(entry: "stik", 9),
            MP4.rating("mpaa|PG-13|300|", "de-movie|Ab 16 Jahren|500|"),
            MP4.number(entry: "rtng", 4),
            version: seed % 2 == 0 ? [0, 0, 0, 0] : []
        )
        let movie = MP4.movie(metadata, MP4.box("meta", MP4.handler))
        let whole = MP4.start() + (seed < 2 ? movie + MP4.media : MP4.wide("mdat") + movie)
        for round in 0..<Self.count {
            // Mostly below the first box, without which there is no MP4 file.
            let bytes =
                round % 8 == 0
                ? mutator.mutate(whole) : whole[..<20] + mutator.mutate(Array(whole[20...]))
            expectReadOrRefused(bytes, "seed \(seed), round \(round)")
        }
    }

    @Test("feeds", arguments: seeds)
    func feed(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let whole = Array(
            Feed.document(Feed.word("no") + Feed.item(Feed.word("yes")) + Feed.item("")).utf8
        )
        let pieces = [
            "<", ">", "/", "&", ";", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "'", "\"", "=",
            "<!DOCTYPE", "xmlns", ":", "&#x", "\u{E9}", "<item>", "</item>", "<itunes:explicit>",
        ]
        for round in 0..<Self.count {
            var bytes = whole
            if round % 2 == 0 {
                bytes = mutator.mutate(bytes)
            } else {
                for _ in 0...mutator.number(below: 3) {
                    let piece = pieces[mutator.number(below: pieces.count)]
                    let start = mutator.number(below: bytes.count)
                    let end = min(bytes.count, start + mutator.number(below: 12))
                    bytes.replaceSubrange(start..<end, with: piece.utf8)
                }
            }
            expectReadOrRefused(bytes, "seed \(seed), round \(round)")
        }
    }

    @Test("entries of ratings", arguments: seeds)
    func entries(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let entries = [
            "mpaa|PG-13|300|", "us-tv|TV-14-DLSV|500|x", "de-movie|Ab 16 Jahren|500|", "||0|",
            "qq|\u{200B}NR\u{2011}|00000000000000000001",
        ]
        for round in 0..<Self.count {
            let bytes = mutator.mutate(Array(entries[round % entries.count].utf8))
            for kind in MediaKind.allCases {
                let decision = checker.decide(RatedItem(kind, rating: .fileEntry(bytes)))
                let value = decision.rating?.value ?? 0
                #expect((0...2000).contains(value), "seed \(seed), round \(round)")
            }
        }
    }
}
