import ProtectionModel
import StatePreservation
import Testing

@Suite("How large saved state gets")
struct LimitTests {
    /// A root whose state has so many bytes: a key of one, a text and its quotation marks.
    private func root(byteCount: Int) throws -> RestorableNode {
        var root = RestorableNode("root", optsIn: true)
        try root.encode(String(repeating: "a", count: byteCount - 3), forKey: "k")
        return root
    }

    /// A chain of nodes, the root first.
    private func chain(_ depth: Int) -> RestorableNode {
        var node = RestorableNode("a", optsIn: true)
        for _ in 1..<depth { node = RestorableNode("a", optsIn: true, children: [node]) }
        return node
    }

    /// A root and its children, all in all so many.
    private func wide(_ count: Int) throws -> RestorableNode {
        RestorableNode(
            "root",
            optsIn: true,
            children: try (1..<count).map {
                RestorableNode(try RestorationIdentifier("\($0)"), optsIn: true)
            }
        )
    }

    @Test("at most 4,096 bytes a node unless said otherwise; the error names node and numbers")
    func stateBytes() throws {
        let bench = try ArchiveBench()
        try bench.archive.save(root(byteCount: 4_096), bundleVersion: "1")
        let before = try bench.sealedFiles()
        let tooLarge = try root(byteCount: 4_097)
        let error = refused { try bench.archive.save(tooLarge, bundleVersion: "1") }
        #expect(error?.fault == .stateTooLarge)
        for word in ["'/root'", "4097", "4096"] {
            #expect(error?.message.contains(word) == true)
        }
        #expect(try bench.sealedFiles() == before)
    }

    @Test(
        "all values and keys of a node count together, those of other nodes and sensitive ones do not"
    )
    func together() throws {
        let bench = try ArchiveBench(limits: PreservationLimits(stateByteCount: 10))
        var root = RestorableNode("root", optsIn: true)
        try root.encode("123", forKey: "a")
        try root.encode(1, forKey: "b")
        try root.encode(String(repeating: "s", count: 100), forKey: "c", as: .sensitive)
        var leaf = RestorableNode("leaf", optsIn: true)
        try leaf.encode("1234567", forKey: "l")
        root.children = [leaf]
        try bench.archive.save(root, bundleVersion: "1")
        try root.encode(1, forKey: "dd")
        #expect(
            refused { try bench.archive.save(root, bundleVersion: "1") }?.fault == .stateTooLarge
        )
    }

    @Test("at most so many levels as the limits say", arguments: [1, 2, 32, 100])
    func depth(_ depth: Int) throws {
        let bench = try ArchiveBench(limits: PreservationLimits(depth: depth))
        try bench.archive.save(chain(depth), bundleVersion: "1")
        #expect(try bench.restore() == "restoring")
        try bench.archive.completeRestoration()
        for more in [depth + 1, 5_000] {
            let error = refused { try bench.archive.save(chain(more), bundleVersion: "1") }
            #expect(error?.fault == .treeTooLarge)
        }
        #expect(try bench.restore() == "restoring")
    }

    @Test("at most so many nodes as the limits say", arguments: [1, 2, 1_000, 10_000])
    func nodes(_ count: Int) throws {
        let bench = try ArchiveBench(limits: PreservationLimits(nodeCount: count))
        let result = try bench.archive.save(wide(count), bundleVersion: "1")
        #expect(result.nodeCount == count)
        let state = try #require(try bench.archive.restore { _ in true }.state)
        #expect(state.nodes.count == count)
        try bench.archive.completeRestoration()
        let more = try wide(count + 1)
        #expect(
            refused { try bench.archive.save(more, bundleVersion: "1") }?.fault == .treeTooLarge
        )
    }

    @Test("at most 4 MiB an archive, however many nodes that are")
    func archiveBytes() throws {
        let bench = try ArchiveBench(limits: PreservationLimits(stateByteCount: 65_536))
        var children: [RestorableNode] = []
        for index in 0..<70 {
            var node = RestorableNode(try RestorationIdentifier("\(index)"), optsIn: true)
            try node.encode(String(repeating: "a", count: 60_000), forKey: "k")
            children.append(node)
        }
        let large = RestorableNode("root", optsIn: true, children: children)
        #expect(
            refused { try bench.archive.save(large, bundleVersion: "1") }?.fault == .treeTooLarge
        )
        let fitting = RestorableNode("root", optsIn: true, children: Array(children[..<69]))
        try bench.archive.save(fitting, bundleVersion: "1")
        #expect(try bench.restore() == "restoring")
    }

    @Test("what was saved under wide limits is restored under narrow ones")
    func otherLimits() throws {
        let wide = try ArchiveBench(limits: PreservationLimits(stateByteCount: 65_536))
        try wide.archive.save(root(byteCount: 65_536), bundleVersion: "1")
        let narrow = try ArchiveBench(
            wide.device,
            limits: PreservationLimits(stateByteCount: 1, nodeCount: 1, depth: 1)
        )
        #expect(try narrow.restore() == "restoring")
    }

    @Test(
        "limits have ranges of their own",
        arguments: [
            (1, 1, 1, true), (65_536, 10_000, 100, true), (0, 1, 1, false), (1, 0, 1, false),
            (1, 1, 0, false), (65_537, 1, 1, false), (1, 10_001, 1, false), (1, 1, 101, false),
            (-1, 1, 1, false), (Int.min, 1, 1, false), (1, Int.max, 1, false),
        ]
    )
    func ranges(stateByteCount: Int, nodeCount: Int, depth: Int, isValid: Bool) {
        let error = refused {
            try PreservationLimits(
                stateByteCount: stateByteCount,
                nodeCount: nodeCount,
                depth: depth
            )
        }
        #expect(error?.code == (isValid ? nil : .invalidArgument))
    }
}
