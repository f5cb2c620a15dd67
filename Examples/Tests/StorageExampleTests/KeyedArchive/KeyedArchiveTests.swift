import Foundation
import ProtectedFoundation
import ProtectionTesting
import Testing

@Suite("Example: an archive that is wiped because its key was locked")
struct KeyedArchiveTests {
    @Test("caught: launched while locked, the archive throws its messages away")
    func carelessLaunch() async {
        await expectFailure(containing: "the messages are gone") {
            try await inEachLockState([.locked]) { device in
                try CarelessArchive(device).add("hello")
            } running: { device in
                _ = try? CarelessArchive(device).messages()
                try device.unlock()
                let messages = try CarelessArchive(device).messages()
                #expect(messages == ["hello"], "the messages are gone")
            }
        }
    }

    @Test("caught: a lock while a message is added loses all others, also a brief one")
    func carelessAtEveryStep() async {
        await expectFailure(
            containing: "the messages are gone",
            "archive.key' was replaced, although it was merely locked"
        ) {
            try await lockAtEveryStep { device in
                try CarelessArchive(device).add("hello")
            } running: { device in
                try CarelessArchive(device).add("world")
            } verifying: { device in
                let messages = try CarelessArchive(device).messages()
                #expect(messages.contains("hello"), "the messages are gone")
            }
        }
    }

    @Test(
        "mended: whatever happens at whichever step, no message is lost",
        arguments: Disturbance.allCases
    )
    func careful(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try CarefulArchive(device).add("hello")
        } running: { device in
            try CarefulArchive(device).add("world")
        } verifying: { device in
            let messages = try CarefulArchive(device).messages()
            #expect(messages == ["hello"] || messages == ["hello", "world"])
        }
        #expect(report.failedSteps.isEmpty)
    }

    @Test("mended: launched while locked, it says so, and has all messages later")
    func carefulLaunch() async throws {
        try await inEachLockState([.beforeFirstUnlock, .locked]) { device in
            try CarefulArchive(device).add("hello")
        } running: { device in
            #expect(throws: CocoaError.self) { try CarefulArchive(device).messages() }
            try device.unlock()
            #expect(try CarefulArchive(device).messages() == ["hello"])
        }
    }
}

extension CarelessArchive {
    init(_ device: TestDevice) {
        self.init(fileManager: device.fileManager, folder: device.documentURL())
    }
}

extension CarefulArchive {
    init(_ device: TestDevice) {
        self.init(fileManager: device.fileManager, folder: device.documentURL())
    }
}
