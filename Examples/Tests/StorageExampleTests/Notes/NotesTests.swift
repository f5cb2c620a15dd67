import Foundation
import ProtectedFoundation
import ProtectionModel
import ProtectionTesting
import Testing

@Suite("Example: an atomic save that loses the protection class")
struct NotesTests {
    @Test("caught: after an edit the note can be read on the locked phone")
    func careless() async throws {
        let device = try TestDevice()
        let notes = CarelessNotes(
            fileManager: device.fileManager,
            url: device.documentURL("note.txt")
        )
        try notes.create("the secret")
        try device.lock()
        #expect(try device.reachablePlaintexts().paths(containing: "secret").isEmpty)
        try device.unlock()
        try notes.edit("the secret, changed")
        try device.lock()
        let snapshot = try device.reachablePlaintexts()
        withKnownIssue("the bug is to be caught") {
            #expect(snapshot.paths(containing: "secret").isEmpty)
        }
    }

    @Test("mended: at no step can anything be read once the phone is locked")
    func careful() async throws {
        try await lockAtEveryStep { device in
            let notes = CarefulNotes(
                fileManager: device.fileManager,
                url: device.documentURL("private/note.txt")
            )
            defer {
                if (try? device.state) == .locked {
                    let snapshot = try? device.reachablePlaintexts()
                    #expect(snapshot?.paths(containing: "secret").isEmpty == true)
                }
            }
            try notes.create("the secret")
            try notes.edit("the secret, changed")
        } verifying: { device in
            try device.lock()
            #expect(try device.reachablePlaintexts().paths(containing: "secret").isEmpty)
        }
    }
}
