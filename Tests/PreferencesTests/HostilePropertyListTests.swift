import Preferences
import ProtectionModel
import Testing

@Suite("Hostile property lists")
struct HostilePropertyListTests {
    private static let refusal = ProtectionError(.invalidArgument, "")

    @Test(
        "XML that is not a property list is refused with the line",
        arguments: [
            "", "<", "<plist>", "<plist/>", "<plist><integer>1</integer><true/></plist>",
            "<array/>", "<plist><integer/></plist>", "<plist><integer>1 2</integer></plist>",
            "<plist><integer>--1</integer></plist>", "<plist><integer>0x</integer></plist>",
            "<plist><integer>18446744073709551616</integer></plist>",
            "<plist><integer>-9223372036854775809</integer></plist>",
            "<plist><integer>٣</integer></plist>", "<plist><real>0x1p3</real></plist>",
            "<plist><real/></plist>", "<plist><true>x</true></plist>",
            "<plist><date>2020-13-01T00:00:00Z</date></plist>", "<plist><date>today</date></plist>",
            "<plist><data>%%%</data></plist>", "<plist><dict><true/></dict></plist>",
            "<plist><dict><key>a</key></dict></plist>", "<plist><key>a</key></plist>",
            "<plist><dict><key>a</key><key>b</key><true/></dict></plist>",
            "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
            "<plist><array>text</array></plist>", "<plist><string><b/></string></plist>",
            "<plist><set/></plist>", "<plist><plist/></plist>", "<?x?><plist><true/></plist>",
            "<plist><true/><?x?></plist>", "<?xml?><plist><true/></plist>",
            "<!DOCTYPE plist [<!NOTATION n SYSTEM \"x\">]><plist><true/></plist>",
            "<!DOCTYPE plist [<!NOTATION n PUBLIC \"x\">]><plist><true/></plist>",
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?><plist>+ADwAPw-x?+AD4-<true/></plist>",
            "<?xml version=\"encoding='utf-8'\" encoding=\"UTF-7\"?><plist><true/></plist>",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
            "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>",
        ]
    )
    func xml(text: String) {
        #expect(throws: Self.refusal) { try PropertyList(reading: Array(text.utf8)) }
    }

    @Test("nesting beyond the limit is refused, in both formats")
    func depth() {
        let deep = 200_000
        let xml = "<plist>" + String(repeating: "<array>", count: deep)
        #expect(throws: Self.refusal) { try PropertyList(reading: Array(xml.utf8)) }
        let binary = Fixtures.binary(
            (1...200).map { [0xA1, UInt8($0)] } + [[0x09]]
        )
        #expect(throws: Self.refusal) { try PropertyList(reading: binary) }
    }

    @Test("an array that holds itself is refused")
    func cycle() {
        #expect(throws: Self.refusal) {
            try PropertyList(reading: Fixtures.binary([[0xA1, 0]]))
        }
        #expect(throws: Self.refusal) {
            try PropertyList(reading: Fixtures.binary([[0xD1, 1, 0], [0x51, 0x61]]))
        }
    }

    @Test(
        "a long string or data that is referred to too often is refused",
        arguments: [0x4F, 0x5F]
    )
    func sharedLeaf(marker: UInt8) throws {
        let leaf: [UInt8] = [marker, 0x11, 0x40, 0] + [UInt8](repeating: 0x61, count: 0x4000)
        func list(_ count: UInt8) -> [UInt8] {
            let array: [UInt8] = [0xAF, 0x10, count] + [UInt8](repeating: 1, count: Int(count))
            return Fixtures.binary([array, leaf])
        }
        _ = try PropertyList(reading: list(60))
        #expect(throws: Self.refusal) { try PropertyList(reading: list(80)) }
    }

    @Test("references that multiply are refused before they fill the memory")
    func multiplication() {
        let levels: [[UInt8]] = (1...30).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) }
        #expect(throws: Self.refusal) {
            try PropertyList(reading: Fixtures.binary(levels + [[0x09]]))
        }
    }

    @Test(
        "objects that cannot be are refused",
        arguments: [
            [0x00], [0x0F], [0x80, 1], [0xC1, 0], [0x15, 0], [0x24],
            [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
            [0x32, 0, 0, 0, 0], [0x5F],
            [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xAF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0],
            [0x51, 0x80], [0x61, 0xD8, 0x00], [0x71, 0xFF], [0xA1, 7], [0xD1, 0, 0], [0x14, 0],
            [0x54, 1],
        ] as [[UInt8]]
    )
    func objects(bytes: [UInt8]) {
        #expect(throws: Self.refusal) {
            try PropertyList(reading: Fixtures.binary([bytes]))
        }
    }

    @Test("a list that is cut anywhere is refused")
    func cuts() throws {
        let whole = PropertyList(.dictionary(["a": .array([.integer(1), .string("b")])])).binary
        for length in 0..<whole.count {
            #expect(throws: Self.refusal) {
                try PropertyList(reading: Array(whole[..<length]))
            }
        }
    }

    @Test("a list with any byte changed is read or refused, and what is read can be written")
    func flips() throws {
        let whole = PropertyList(
            .dictionary(["a": .array([.integer(1), .string("ä"), .real(2)]), "b": .data([1, 2])])
        ).binary
        for index in whole.indices {
            for value in UInt8.min...UInt8.max {
                var changed = whole
                changed[index] = value
                if let list = try? PropertyList(reading: changed) { _ = list.binary }
            }
        }
    }

    @Test("an XML list with any byte changed is read or refused")
    func xmlFlips() throws {
        let whole = Array(
            Fixtures.xml(
                "<dict><key>a</key><array><integer>1</integer><data>YWJj</data></array></dict>"
            )
            .utf8
        )
        for index in whole.indices {
            for value in stride(from: UInt8.min, to: UInt8.max, by: 3) {
                var changed = whole
                changed[index] = value
                if let list = try? PropertyList(reading: changed) { _ = list.binary }
            }
        }
    }

    @Test("what is larger than the limit is not looked at")
    func size() {
        let limits = PropertyListLimits(byteCount: 100, depth: 8, valueCount: 8)
        let list = PropertyList(.data([UInt8](repeating: 1, count: 100))).binary
        #expect(throws: Self.refusal) { try PropertyList(reading: list, limits: limits) }
        let many = PropertyList(.array(Array(repeating: .boolean(true), count: 9))).binary
        #expect(throws: Self.refusal) { try PropertyList(reading: many, limits: limits) }
    }
}
