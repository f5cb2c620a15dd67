import AuditCollection
import AuditFacts
import Documents
import Testing

struct DocumentTests {
    @Test(
        "A document's role follows from its name and content",
        arguments: [
            ("App/Info.plist", "<plist><dict/></plist>", PropertyDocument.Role.info),
            ("App-Info.plist", "{}", .info), ("Settings.plist", "{}", .other),
            ("A.entitlements", "{}", .entitlements),
            ("PrivacyInfo.xcprivacy", "<plist><dict/></plist>", .privacyManifest),
            ("apple-app-site-association", #"{"applinks": {}}"#, .siteAssociation),
            ("web/apple-app-site-association.json", #"{"applinks": {}}"#, .siteAssociation),
            ("a.mobileconfig", "<plist><dict/></plist>", .configurationProfile),
            ("simulated.apns", #"{"aps": {}}"#, .pushPayload),
            ("push.json", #"{"aps": {"alert": "a"}}"#, .pushPayload),
        ]
    )
    func roles(path: String, text: String, role: PropertyDocument.Role) {
        let facts = collect([path: text])
        #expect(facts.documents.map(\.role) == [role])
        #expect(facts.documents.allSatisfy { $0.root != nil && $0.flaw == nil })
        #expect(facts.unread.isEmpty)
    }

    @Test(
        "What only looks like a document is not read as one",
        arguments: [
            ("a.json", #"{"a": {"aps": 1}}"#), ("a.json", #"["aps"]"#), ("a.json", #"{"aps": "#),
            ("apple-app-site-association.md", "# How"), ("apple-app-site-association.png", "PNG"),
            ("Info.strings", "a"), ("a.yml", "a: b"), ("Cartfile", "github"),
        ]
    )
    func others(path: String, text: String) {
        let facts = collect([path: text])
        #expect(facts.documents.isEmpty)
        #expect(facts.unread.isEmpty)
        #expect(facts.fileCount == 1)
    }

    @Test(
        "A broken document is kept with its flaw and counted as not read",
        arguments: [
            "Info.plist", "A.entitlements", "P.xcprivacy", "apple-app-site-association",
            "a.mobileconfig", "a.apns", "Main.storyboard", "V.xib", "a.ckdb",
        ]
    )
    func broken(path: String) {
        let facts = collect([path: "\n<plist><dict><key>a"])
        #expect(facts.documents.allSatisfy { $0.root == nil && $0.flaw != nil })
        #expect(facts.interfaces.allSatisfy { $0.controllers.isEmpty && $0.flaw != nil })
        #expect(facts.schemas.allSatisfy { $0.types.isEmpty && $0.flaw != nil })
        #expect(facts.documents.count + facts.interfaces.count + facts.schemas.count == 1)
        #expect(facts.unread.map(\.path) == [path])
        #expect(facts.unread.map(\.reason) == [.malformed])
        #expect(facts.unread.first?.place != nil)
    }

    @Test("A file that only looks like a signed profile is refused")
    func signedProfile() {
        let facts = AuditCollector(swift: nil, objectiveC: nil)
            .collect(
                DistinctTree(MemoryTree(["a.mobileconfig": [0x30, 0x82, 0xFF, 0xFF, 0x00]]))
            )
        #expect(facts.documents.map { $0.flaw != nil } == [true])
    }

    @Test("A document or source that is too large is reported, long JSON is ignored")
    func tooLarge() {
        let tree = MemoryTree([
            "Info.plist": Array(repeating: 0x20, count: (16 << 20) + 1),
            "a.json": Array(repeating: 0x20, count: 1 << 20),
            "a.swift": Array(repeating: 0x20, count: (4 << 20) + 1),
        ])
        let facts = AuditCollector(swift: nil, objectiveC: nil).collect(DistinctTree(tree))
        #expect(facts.unread.map(\.path) == ["Info.plist", "a.swift"])
        #expect(facts.unread.map(\.reason) == [.tooLarge, .tooLarge])
    }

    @Test("Sources without a reader are counted as not supported")
    func noReader() {
        let facts = AuditCollector(swift: nil, objectiveC: nil)
            .collect(DistinctTree(MemoryTree(texts: ["a.swift": "", "b.m": ""])))
        #expect(facts.code.isEmpty)
        #expect(facts.unread.map(\.reason) == [.unsupported, .unsupported])
    }
}
