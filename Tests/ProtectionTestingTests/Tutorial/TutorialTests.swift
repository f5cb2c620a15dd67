import Foundation
import ProtectedFoundation
import ProtectionModel
import ProtectionTesting
import Synchronization
import Testing

@Suite("The tutorial, before the store is fixed")
struct TutorialBeforeTests {
    private typealias NoteStore = TutorialBefore.NoteStore

    @Test func aNoteIsThereAgain() throws {
        let device = try TestDevice()
        let store = NoteStore(fileManager: device.fileManager)
        try store.add("milk")
        #expect(store.notes() == ["milk"])
    }

    @Test func lockedNotesAreHidden() throws {
        let device = try TestDevice(in: .locked) { device in
            try NoteStore(fileManager: device.fileManager).add("milk")
        }
        #expect(try device.reachablePlaintexts().paths(containing: "milk").isEmpty)
        #expect(NoteStore(fileManager: device.fileManager).notes() == [])
    }

    @Test("the lock at every step catches the bug, in the words of the article")
    func failure() async throws {
        func addingSurvivesALock() async throws {
            try await lockAtEveryStep { device in
                try NoteStore(fileManager: device.fileManager).add("milk")
            } running: { device in
                try NoteStore(fileManager: device.fileManager).add("bread")
            } verifying: { device in
                let notes = NoteStore(fileManager: device.fileManager).notes()
                #expect(notes == ["milk"] || notes == ["milk", "bread"])
            }
        }
        let comments = Mutex<[String]>([])
        try await withKnownIssue {
            try await addingSurvivesALock()
        } matching: { issue in
            // An expectation has a headline of its own.
            guard let error = issue.error else { return true }
            let said = ["Caught error: \(error)"] + issue.comments.map(\.rawValue)
            comments.withLock { $0.append(said.joined(separator: "\n")) }
            return true
        }
        let shown = try Article.blocks("text").map(Article.words)
        #expect(shown.count == 1)
        let said = comments.withLock { $0.map(Article.words) }
        #expect(said.count == 2)
        #expect(said.contains { $0.starts(with: shown[0]) }, "\(said)")
    }
}

@Suite("The tutorial, after the store is fixed")
struct TutorialAfterTests {
    private typealias NoteStore = TutorialAfter.NoteStore

    @Test func aNoteIsThereAgain() throws {
        let device = try TestDevice()
        let store = NoteStore(fileManager: device.fileManager)
        try store.add("milk")
        #expect(try store.notes() == ["milk"])
    }

    @Test func lockedNotesAreHidden() throws {
        let device = try TestDevice(in: .locked) { device in
            try NoteStore(fileManager: device.fileManager).add("milk")
        }
        #expect(try device.reachablePlaintexts().paths(containing: "milk").isEmpty)
        #expect(throws: CocoaError.self) { try NoteStore(fileManager: device.fileManager).notes() }
    }

    @Test(arguments: Disturbance.allCases)
    func addingSurvives(disturbance: Disturbance) async throws {
        try await disturbEveryStep(with: disturbance) { device in
            try NoteStore(fileManager: device.fileManager).add("milk")
        } running: { device in
            try NoteStore(fileManager: device.fileManager).add("bread")
        } verifying: { device in
            let notes = try NoteStore(fileManager: device.fileManager).notes()
            #expect(notes == ["milk"] || notes == ["milk", "bread"])
        }
    }

    @Test func addingSurvivesALock() async throws {
        try await lockAtEveryStep { device in
            try NoteStore(fileManager: device.fileManager).add("milk")
        } running: { device in
            try NoteStore(fileManager: device.fileManager).add("bread")
        } verifying: { device in
            let notes = try NoteStore(fileManager: device.fileManager).notes()
            #expect(notes == ["milk"] || notes == ["milk", "bread"])
        }
    }

    @Test(.inEachLockState { try NoteStore(fileManager: $0.fileManager).add("milk") })
    func launching() throws {
        let device = try TestDevice.current
        let notes = try? NoteStore(fileManager: device.fileManager).notes()
        let isOpen = try device.isReadable(.complete)
        #expect(notes == (isOpen ? ["milk"] : nil))
    }
}

@Suite("The article of the tutorial")
struct TutorialArticleTests {
    @Test("shows the code of these tests, line by line")
    func code() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = try ["TutorialBefore", "TutorialAfter", "TutorialTests"].map {
            try Article.lines(
                String(contentsOf: here.appending(path: "\($0).swift"), encoding: .utf8)
            )
        }
        let blocks = try Article.blocks("swift").map(Article.lines).filter { block in
            // Parts of manifests, and of what is another platform's.
            !block.contains { $0.hasPrefix("// swift-tools-version") || $0.hasPrefix("package:") }
                && block.first != "#if canImport(ProtectionTesting)"
        }
        #expect(blocks.count == 8)
        for block in blocks {
            let code = block.filter { !$0.hasPrefix("import ") }
            #expect(sources.contains { Article.has($0, code) }, "\(code.first ?? "")")
        }
    }
}

/// The article, as a reader sees it.
private enum Article {
    static func blocks(_ language: String) throws -> [String] {
        let article = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/ProtectionTesting/Documentation.docc/FindOutWhatYourAppDoes.md"
        )
        return try String(contentsOf: article.standardized, encoding: .utf8)
            .components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces).replacing("@Test func", with: "func") }
            .filter { !$0.isEmpty }
    }

    /// All but the seed, which is another each time.
    static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace }.map(String.init).filter {
            UInt64($0).map { $0 < 100 } ?? true
        }
    }

    /// Whether lines follow each other somewhere.
    static func has(_ text: [String], _ part: [String]) -> Bool {
        text.indices.contains { text[$0...].starts(with: part) }
    }
}
