import Foundation
import Preferences
import ProtectionModel
import Testing

@Suite("Property lists")
struct PropertyListTests {
    private static let many = PreferenceValue.dictionary([
        "b": .boolean(true), "f": .boolean(false), "i": .integer(3), "neg": .integer(-5),
        "big": .integer(Int128(UInt64.max)), "r": .real(3), "s": .string("x"),
        "u": .string("Från 15 år"), "d": .date(Timestamp(seconds: 1_577_881_815)),
        "da": .data([97, 98, 99]), "a": .array([.integer(1), .string("2"), .boolean(false)]),
        "dict": .dictionary(["x": .real(1.5)]), "long": .string(String(repeating: "y", count: 20)),
        "many": .array((0..<300).map { .integer(Int128($0)) }),
    ])

    @Test("what has too many combining marks in a row is not read")
    func marks() {
        let text = String(repeating: "\u{301}", count: 31)
        let xml = "<plist><string>\(text)</string></plist>"
        let read = #expect(throws: ProtectionError.self) {
            try PropertyList(reading: Array(xml.utf8))
        }
        #expect(read?.code == .invalidArgument)
    }

    @Test("what another program wrote in binary is read with every type kept apart")
    func foreign() throws {
        let bytes = try #require(Data(base64Encoded: Fixtures.binaryFromPython))
        let list = try PropertyList(reading: Array(bytes))
        #expect(list.root == Self.many)
        #expect(list.format == .binary)
    }

    @Test(
        "what is written is read again, and written the same",
        arguments: [
            many, .array([]), .dictionary([:]), .string(""), .string("🄰"), .real(.infinity),
            .real(-0.0), .integer(0xFF), .integer(0x100), .integer(0x8000_0000),
            .integer(Int128(Int64.min)), .date(Timestamp(seconds: -1, nanoseconds: 500_000_000)),
            .date(Timestamp(seconds: 980_404_352, nanoseconds: 3)),
            .data([UInt8](repeating: 7, count: 100_000)),
            .array(Array(repeating: .string("same"), count: 70_000)),
        ] as [PreferenceValue]
    )
    func roundTrip(value: PreferenceValue) throws {
        let bytes = PropertyList(value).binary
        #expect(try PropertyList(reading: bytes).root == value)
        #expect(PropertyList(try PropertyList(reading: bytes).root).binary == bytes)
    }

    @Test(
        "elements of XML stand for values",
        arguments: [
            ("<true/>", .boolean(true)), ("<false></false>", .boolean(false)),
            ("<integer> -7 </integer>", .integer(-7)), ("<integer>0x1F</integer>", .integer(31)),
            ("<integer>18446744073709551615</integer>", .integer(Int128(UInt64.max))),
            ("<real>3</real>", .real(3)), ("<real>1e3</real>", .real(1000)),
            ("<real>-inf</real>", .real(-.infinity)),
            ("<string>a &lt; &#228;</string>", .string("a < ä")), ("<string/>", .string("")),
            ("<string><![CDATA[<b>]]></string>", .string("<b>")),
            ("<data>\n YW\tJj </data>", .data([97, 98, 99])),
            ("<date>2020-01-01T12:30:15Z</date>", .date(Timestamp(seconds: 1_577_881_815))),
            (
                "<array><integer>1</integer><!-- two --><array/></array>",
                .array([.integer(1), .array([])])
            ),
            (
                "<dict><key>a</key><true/><key>b</key><dict/></dict>",
                .dictionary(["a": .boolean(true), "b": .dictionary([:])])
            ),
        ] as [(String, PreferenceValue)]
    )
    func xml(text: String, value: PreferenceValue) throws {
        for document in [Fixtures.xml(text), "<plist>\(text)</plist>"] {
            let list = try PropertyList(reading: Array(document.utf8))
            #expect(list.root == value)
            #expect(list.format == .xml)
        }
    }

    @Test("NaN is read as what it is")
    func notANumber() throws {
        let list = try PropertyList(reading: Array(Fixtures.xml("<real>nan</real>").utf8))
        guard case .real(let real) = list.root else { throw PropertyListMissing() }
        #expect(real.isNaN)
    }

    private struct PropertyListMissing: Error {}
}
