import Preferences
import TestSupport
import Testing

/// Mutants of property lists: nothing may crash or fill the memory, and what is read can be written
/// and read again.
@Suite("Fuzzing property lists")
struct PropertyListFuzzTests {
    private static let seeds: Range<UInt64> = 0..<4
    private static var count: Int { Mutator.iterationCount / seeds.count }

    /// Small enough that references that multiply are found out at once.
    private let limits = PropertyListLimits(byteCount: 64 << 10, depth: 32, valueCount: 2_000)

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>a&amp;</key><integer>-1</integer><key>\u{E9}</key><real>1e3</real>
        <key>c</key><array><true/><string>x<![CDATA[<y>]]>&#233;</string><data>AAEC</data></array>
        <key>d</key><date>2020-01-02T03:04:05Z</date></dict></plist>
        """

    private func expectReadOrRefused(_ bytes: [UInt8], _ comment: Comment) {
        guard let list = try? PropertyList(reading: bytes, limits: limits) else { return }
        // Values that are not equal to themselves are not a finding.
        let again = list.binary
        #expect((try? PropertyList(reading: again).binary) == again, comment)
    }

    @Test("binary ones", arguments: seeds)
    func binary(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let whole = try PropertyList(reading: Array(Self.xml.utf8)).binary
        for round in 0..<Self.count {
            expectReadOrRefused(
                round % 8 == 0
                    ? mutator.mutate(whole) : whole[..<8] + mutator.mutate(Array(whole[8...])),
                "seed \(seed), round \(round)"
            )
        }
    }

    @Test("XML ones", arguments: seeds)
    func xml(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        let pieces = [
            "<", ">", "/", "&", ";", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "'", "\"",
            "<!ENTITY a 'b'>", "&a;", "xmlns:a='b'", ":", "&#x", "\u{E9}", "<dict>", "</key>",
            "<integer>", "<array/>",
        ]
        for round in 0..<Self.count {
            var bytes = Array(Self.xml.utf8)
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
}
