import DeviceSimulation
import ProtectedStore
import StatePreservation
import Testing

@Suite("Who takes part in state preservation")
struct OptInTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    /// A tree of all three levels of which one is as said, and the others take part.
    private func tree(_ odd: (inout RestorableNode) -> Void) -> RestorableNode {
        let leaf = RestorableNode("leaf", optsIn: true)
        var middle = RestorableNode("middle", optsIn: true, children: [leaf])
        odd(&middle)
        let other = RestorableNode("other", optsIn: true, children: [leaf])
        return RestorableNode("root", optsIn: true, children: [middle, other])
    }

    private func paths() throws -> [RestorationPath] {
        try #require(try bench.archive.restore { _ in true }.state).nodes.map(\.path)
    }

    @Test("all of a tree whose nodes have identifiers and opt in")
    func all() throws {
        try bench.archive.save(tree { _ in }, bundleVersion: "1")
        #expect(
            try paths() == [
                ["root"], ["root", "middle"], ["root", "middle", "leaf"], ["root", "other"],
                ["root", "other", "leaf"],
            ]
        )
    }

    @Test("nobody by default: a node with an identifier alone is left out, with all below it")
    func optsOut() throws {
        #expect(!RestorableNode("a").optsIn)
        let result = try bench.archive.save(tree { $0.optsIn = false }, bundleVersion: "1")
        #expect(result.leftOut == [LeftOutPart(.node, of: ["root", "middle"], .notOptedIn)])
        #expect(try paths() == [["root"], ["root", "other"], ["root", "other", "leaf"]])
    }

    @Test("no node without an identifier, though it opts in, and none below it")
    func unnamed() throws {
        let unnamed = RestorableNode(nil, optsIn: true, children: [.init("leaf", optsIn: true)])
        var root = tree { _ in }
        root.children.insert(unnamed, at: 1)
        root.children.append(RestorableNode(nil))
        let result = try bench.archive.save(root, bundleVersion: "1")
        #expect(
            result.leftOut == [
                LeftOutPart(.child(at: 1), of: ["root"], .noIdentifier),
                LeftOutPart(.child(at: 3), of: ["root"], .noIdentifier),
            ]
        )
        #expect(result.nodeCount == 5)
        let alone = try bench.archive.save(unnamed, bundleVersion: "1")
        #expect(alone.leftOut == [LeftOutPart(.child(at: 0), of: [], .noIdentifier)])
    }

    @Test("no sensitive node, and none below it")
    func sensitiveNode() throws {
        let result = try bench.archive.save(tree { $0.isSensitive = true }, bundleVersion: "1")
        #expect(result.leftOut == [LeftOutPart(.node, of: ["root", "middle"], .sensitive)])
        #expect(try paths() == [["root"], ["root", "other"], ["root", "other", "leaf"]])
    }

    @Test("no sensitive value: neither it nor its key is in the archive, and the rest is")
    func sensitiveValue() throws {
        var root = RestorableNode("root", optsIn: true)
        try root.encode("hunter2", forKey: "password", as: .sensitive)
        try root.encode("DE89 3704", forKey: "account", as: .sensitive)
        try root.encode(3, forKey: "tab")
        let result = try bench.archive.save(root, bundleVersion: "1")
        #expect(
            result.leftOut == [
                LeftOutPart(.value(forKey: "account"), of: ["root"], .sensitive),
                LeftOutPart(.value(forKey: "password"), of: ["root"], .sensitive),
            ]
        )
        let text = String(
            decoding: try bench.device.files.read(ArchiveBench.path),
            as: UTF8.self
        )
        for secret in ["hunter2", "password", "DE89", "account"] {
            #expect(!text.contains(secret))
        }
        let node = try bench.archive.restore { _ in true }.state?.node(at: ["root"])
        #expect(node?.keys == ["tab"])
        #expect(try node?.decode(String.self, forKey: "password") == nil)
    }

    @Test("of a key that is encoded twice, the last value, and its sensitivity")
    func lastValue() throws {
        var root = RestorableNode("root", optsIn: true)
        try root.encode("open", forKey: "a")
        try root.encode("secret", forKey: "a", as: .sensitive)
        try root.encode("secret", forKey: "b", as: .sensitive)
        try root.encode("open", forKey: "b")
        let result = try bench.archive.save(root, bundleVersion: "1")
        #expect(result.leftOut == [LeftOutPart(.value(forKey: "a"), of: ["root"], .sensitive)])
        let node = try bench.archive.restore { _ in true }.state?.node(at: ["root"])
        #expect(node?.keys == ["b"])
        #expect(try node?.decode(forKey: "b") == "open")
    }

    @Test("no two siblings of one identifier: the error names their path, and nothing is saved")
    func duplicates() throws {
        try bench.save()
        let before = try bench.sealedFiles()
        var root = tree { _ in }
        root.children[1].children.append(RestorableNode("leaf", optsIn: true))
        let error = refused { try bench.archive.save(root, bundleVersion: "1") }
        #expect(error?.fault == .duplicateIdentifier)
        #expect(error?.message.contains("'/root/other/leaf'") == true)
        #expect(try bench.sealedFiles() == before)
    }

    @Test(
        "identifiers that Unicode calls the same are the same, and other ones are not",
        arguments: [("\u{E9}", "e\u{301}", true), ("a", "A", false), ("a", "a ", false)]
    )
    func equalIdentifiers(first: String, second: String, areSame: Bool) throws {
        let root = RestorableNode(
            "root",
            optsIn: true,
            children: try [first, second].map {
                RestorableNode(try RestorationIdentifier($0), optsIn: true)
            }
        )
        let error = refused { try bench.archive.save(root, bundleVersion: "1") }
        #expect(error?.fault == (areSame ? .duplicateIdentifier : nil))
    }

    @Test("a sensitive sibling's identifier is taken, that of one that does not take part is free")
    func takenIdentifiers() throws {
        let node = RestorableNode("a", optsIn: true)
        let sensitive = RestorableNode("a", optsIn: true, isSensitive: true)
        var root = RestorableNode("root", optsIn: true, children: [sensitive, node])
        let error = refused { try bench.archive.save(root, bundleVersion: "1") }
        #expect(error?.fault == .duplicateIdentifier)
        root.children = [RestorableNode("a"), node, RestorableNode("a", isSensitive: true)]
        let result = try bench.archive.save(root, bundleVersion: "1")
        #expect(result.nodeCount == 2)
        #expect(result.leftOut.map(\.reason) == [.notOptedIn, .notOptedIn])
    }

    @Test(
        "an identifier has 1 to 255 bytes, no slash and no control characters",
        arguments: [
            ("a", true), ("Größe 2", true), (String(repeating: "a", count: 255), true), ("", false),
            (String(repeating: "ä", count: 128), false), ("a/b", false), ("/", false),
            ("a\u{0}", false), ("a\n", false), ("\u{7F}", false), ("/\u{301}", false),
        ]
    )
    func identifiers(name: String, isValid: Bool) {
        let error = refused { try RestorationIdentifier(name) }
        #expect(error?.code == (isValid ? nil : .invalidArgument))
    }

    @Test(
        "a restoration class has 1 to 255 bytes",
        arguments: [(0, false), (1, true), (255, true), (256, false)]
    )
    func restorationClass(count: Int, isValid: Bool) {
        let name = String(repeating: "c", count: count)
        let root = RestorableNode("root", optsIn: true, restorationClass: name)
        let error = refused { try bench.archive.save(root, bundleVersion: "1") }
        #expect(error?.code == (isValid ? nil : .invalidArgument))
    }
}
