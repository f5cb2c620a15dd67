import Foundation
import Testing

/// The programs do what their articles say, and end with a sentence when their input is wrong.
@Suite("The example programs")
final class ProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "examples-\(UUID().uuidString)"
    )

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String, _ text: String) throws -> String {
        let place = folder.appending(path: name)
        try Data(text.utf8).write(to: place)
        return place.path()
    }

    /// What this suite runs; a test below compares it with the folders there are.
    private static let programs = [
        "AllowedMovie", "AuditFolder", "ChangedPush", "HandedDraft", "LockedDiary", "LockedToken",
        "SavedState", "SealedInbox", "SharedNotes", "VendorIdentifiers",
    ]

    @Test("all are run here")
    func all() throws {
        #expect(try Program.all == Self.programs)
    }

    @Test(
        "without its arguments each says how it is called",
        arguments: programs.filter { $0 != "SavedState" }
    )
    func usage(name: String) throws {
        let run = try Program(name: name).run([])
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.talk.contains(": usage: "))
    }

    @Test("a token is found, locked or missing, and an app can tell which")
    func lockedToken() throws {
        let passcode = try file("passcode", "2580\n")
        let phone = folder.appending(path: "token").path()
        #expect(
            try Program(name: "LockedToken").run([phone, passcode]).output == """
                saved: 0
                locked: found("secret")
                before the first unlock: locked
                unlocked: found("secret")

                """
        )
    }

    @Test("a push is changed by the app's service extension")
    func changedPush() throws {
        let payload = try file(
            "payload.json",
            #"{"aps":{"alert":{"title":"Ann","body":"New message"},"mutable-content":1},"#
                + #""text":"SGVsbG8="}"#
        )
        #expect(try Program(name: "ChangedPush").run([payload]).output == "Ann: Hello (message)\n")
        let broken = try Program(name: "ChangedPush").run([file("broken.json", "{}")])
        #expect(broken.status == 65 && broken.output.isEmpty)
    }

    @Test("the locked diary cannot be read")
    func lockedDiary() throws {
        let passcode = try file("passcode", "2580\n")
        let diary = Program(name: "LockedDiary")
        let phone = folder.appending(path: "phone").path()
        #expect(
            try diary.run([phone, passcode]).output == """
                written in class complete
                locked, protected-data-unavailable: '/diary/monday': the key of class 'complete' is \
                not available while the device is locked
                unlocked: dear diary

                """
        )
        // It is there already, and stays as it is.
        let again = try diary.run([phone, passcode])
        #expect(again.status == 73)
        #expect(again.output.isEmpty)
    }

    @Test("the diary is not made with a passcode that is missing or empty")
    func diaryWithoutPasscode() throws {
        let diary = Program(name: "LockedDiary")
        let phone = folder.appending(path: "phone").path()
        #expect(try diary.run([phone, folder.path() + "/none"]).status == 66)
        #expect(try diary.run([phone, try file("empty", "")]).status == 64)
        #expect(!FileManager.default.fileExists(atPath: phone + "/phone"))
    }

    @Test("the state is restored without what is sensitive")
    func savedState() throws {
        #expect(
            try Program(name: "SavedState").run([]).output == """
                saved 2 nodes, left out: [/main/notes]
                restores: milk

                """
        )
    }

    @Test("identifiers live and go as the article says")
    func vendorIdentifiers() throws {
        let run = try Program(name: "VendorIdentifiers").run([
            Program.fixture("no-tracking.mobileconfig")
        ])
        #expect(run.talk.isEmpty)
        #expect(run.status == 0)
        #expect(
            run.output == """
                booted: applications and identifiers cannot be read before the first unlock
                one vendor: one identifier
                installed again beside the other: the same
                installed again after both were gone: another
                not asked: zeros, not-determined
                allowed by the user: an identifier
                asked while the setting is off: denied
                with the profile com.example.no-tracking: zeros, restricted
                without it: an identifier
                com.example.mail: 7 readings, 0 without a purpose
                com.example.news: 1 readings, 0 without a purpose

                """
        )
    }

    @Test("a sealed message shows as far as the lock lets it, once, and not after it was removed")
    func sealedInbox() throws {
        let passcode = try file("passcode", "2580\n")
        let phone = folder.appending(path: "inbox").path()
        #expect(
            try Program(name: "SealedInbox").run([phone, passcode]).output == """
                pushed: delivered
                locked: ["Notification"]
                again: repeated
                unlocked: ["The code is 2580"]
                before the first unlock: []
                removed: []

                """
        )
    }

    @Test("a draft that the phone began goes on at the desk once it is unlocked, with its file")
    func handedDraft() throws {
        let passcode = try file("passcode", "2580\n")
        let place = folder.appending(path: "draft").path()
        #expect(
            try Program(name: "HandedDraft").run([place, passcode]).output == """
                joined phone: ["phone", "desk"]
                phone says welcome
                phone offers something
                locked: protected-data-unavailable
                at the desk: Shopping, note 42
                the phone hears that Shopping was continued
                milk, bread
                read on at line 42 of https://example.com/news
                offers: 0
                removed: not-trusted

                """
        )
    }

    @Test("two devices change one note, and the second learns what the first did")
    func sharedNotes() throws {
        let notes = Program(name: "SharedNotes")
        #expect(
            try notes.run([Program.fixture("notes.ckdb")]).output == """
                the schema has ["Note"]
                saved: milk
                refused: the type 'Note' of the schema has no field 'colour'
                conflict: milk, eggs here, milk, bread there
                merged: milk, eggs, milk, bread
                found: ["shopping"]
                changed: ["shopping"], removed: ["old"]
                busy: again in 3.0 seconds

                """
        )
        let broken = try notes.run([Program.fixture("no-tracking.mobileconfig")])
        #expect(broken.status == 65 && broken.output.isEmpty)
        #expect(try notes.run([Program.fixture("missing.ckdb")]).status == 66)
    }

    @Test("the movie is judged by its own rating and the profile's limit")
    func allowedMovie() throws {
        let movie = Program(name: "AllowedMovie")
        let family = Program.fixture("family.mobileconfig")
        let matinee = try movie.run([Program.fixture("matinee.m4v"), family])
        #expect(matinee.output == "allowed: PG-13 is 300, the limit is 300, set by a profile\n")
        #expect(matinee.status == 0)
        let midnight = try movie.run([Program.fixture("midnight.m4v"), family])
        #expect(midnight.output == "refused: R is 400, the limit is 300, set by a profile\n")
        #expect(midnight.status == 1)
        // The profile sets no limit: that of the application counts.
        let free = try movie.run([
            Program.fixture("midnight.m4v"), Program.fixture("no-tracking.mobileconfig"),
        ])
        #expect(free.output == "allowed: R is 400, the limit is 1000\n")
    }

    @Test(
        "what is missing or malformed is said, and nothing is decided",
        arguments: [
            ("AllowedMovie", ["missing.m4v", "family.mobileconfig"], Int32(66)),
            ("AllowedMovie", ["matinee.m4v", "missing.mobileconfig"], 66),
            ("AllowedMovie", ["family.mobileconfig", "family.mobileconfig"], 65),
            ("AllowedMovie", ["matinee.m4v", "matinee.m4v"], 65),
            ("VendorIdentifiers", ["missing.mobileconfig"], 66),
            ("VendorIdentifiers", ["matinee.m4v"], 65),
        ]
    )
    func badInput(name: String, fixtures: [String], status: Int32) throws {
        let run = try Program(name: name).run(fixtures.map(Program.fixture))
        #expect(run.status == status)
        #expect(!run.output.contains("allowed:"))
        #expect(run.talk.split(separator: "\n").count == 1, "\(run.talk)")
    }

    @Test("the audit finds a secret, writes its reports, and refuses a policy with a mistake")
    func auditFolder() throws {
        let sources = folder.appending(path: "App")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        _ = try file(
            "App/Map.swift",
            "import Foundation\n\nfunc save(_ map: Data, _ url: URL) throws {\n"
                + "    try map.write(to: url, options: .noFileProtection)\n}\n"
        )
        let reports = folder.appending(path: "reports").path()
        let audit = Program(name: "AuditFolder")
        let policy = try file("audit.yml", "policy: 1\nname: own\n")
        let run = try audit.run([sources.path(), policy, reports])
        #expect(run.talk.isEmpty)
        #expect(run.status == 1)
        #expect(run.output.contains("Map.swift:4: "))
        let written = try FileManager.default.contentsOfDirectory(atPath: reports).sorted()
        #expect(written == ["audit.html", "audit.sarif"])

        let mistake = try file("mistake.yml", "policy: 1\nname: own\nrulez: {}\n")
        #expect(try audit.run([sources.path(), mistake, reports]).status == 65)
        #expect(try audit.run([sources.path() + "/none", policy, reports]).status == 66)
    }
}
