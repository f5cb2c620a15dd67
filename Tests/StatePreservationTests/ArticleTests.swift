import DeviceSimulation
import Foundation
import ProtectedStore
import ProtectionModel
import StatePreservation
import Testing
import TestSupport

@Suite("The example of the article about state preservation")
struct ArticleTests {
    private let bench: ArchiveBench
    private let selected = UUID()
    private let searchText = "doctor"

    init() throws { bench = try ArchiveBench() }

    /// What the article shows; a test below sees to that.
    private func example(
        _ files: FileStore,
        _ path: DevicePath,
        _ log: inout [String]
    ) throws {
        var list = RestorableNode("notes", optsIn: true, restorationClass: "NoteList")
        try list.encode(selected, forKey: "selection")
        try list.encode(310.5, forKey: "offset")
        try list.encode(searchText, forKey: "search", as: .sensitive)
        let player = RestorableNode("player")  // has a name, but does not opt in
        let root = RestorableNode("main", optsIn: true, children: [list, player])

        // When the application leaves the foreground.
        let archive = try StateArchive(files, at: path)
        let result = try archive.save(root, bundleVersion: "42")
        for left in result.leftOut {
            log.append("not saved: \(left.path), \(left.reason.rawValue)")
        }

        // At the next launch, and once more when protected data becomes available.
        switch try archive.restore(shouldRestore: { $0.bundleVersion == "42" }) {
        case .restoring(let state):
            let list = state.node(at: ["main", "notes"])
            if let selection = try list?.decode(UUID.self, forKey: "selection") {
                log.append("shows \(selection)")
            }
            try archive.completeRestoration()
        case .unavailable:
            log.append("locked: try again before anything is saved")
        case .missing, .discarded, .vetoed:
            log.append("a fresh start")
        case .damaged(let error), .unsupportedVersion(let error):
            log.append("a fresh start: \(error)")
            try archive.discard()
        }
    }

    @Test("does what it says")
    func runs() throws {
        var log: [String] = []
        for _ in 0..<2 { try example(bench.device.files, ArchiveBench.path, &log) }
        let once = [
            "not saved: /main/notes, sensitive", "not saved: /main/player, not-opted-in",
            "shows \(selected)",
        ]
        #expect(log == once + once)
        #expect(try bench.names() == ["state"])
    }

    @Test("is the code of this test, line by line")
    func isHere() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let article = folder.appending(
            path: "../../Sources/StatePreservation/Documentation.docc/StatePreservation.md"
        ).standardized
        let code = try #require(
            try String(contentsOf: article, encoding: .utf8)
                .components(separatedBy: "```swift\n").dropFirst().first?
                .components(separatedBy: "\n```").first
        )
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 20)
        let indented = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        #expect(source.contains(indented))
    }
}
