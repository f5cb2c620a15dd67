import CloudRecords
import ProtectionTesting
import Synchronization
import Testing

@Suite("Every request of an app fails once")
struct RequestTests {
    /// An app that has synchronized a note, and another device that has it, too.
    @Sendable private static func prepare(
        _ cloud: TestCloud,
        _ mistake: NoteSync.Mistake?
    ) async throws -> NoteSync {
        let app = try NoteSync(cloud, mistake: mistake)
        app.add("old", "bread")
        try await app.sync()
        return app
    }

    @Sendable private static func work(_ app: NoteSync, _ cloud: TestCloud) async throws {
        app.edit("old", "bread, butter")
        app.add("new", "milk")
        try await app.sync()
    }

    @Sendable private static func verify(_ app: NoteSync, _ cloud: TestCloud) async throws {
        try await app.sync()
    }

    @Test("an app without mistakes loses nothing, whatever request fails and however")
    func right() async throws {
        let report = try await failAtEveryRequest {
            try await Self.prepare($0, nil)
        } running: {
            try await Self.work($0, $1)
        } verifying: { app, cloud in
            try await Self.verify(app, cloud)
            #expect(app.texts == ["old": "bread, butter", "new": "milk"])
        }
        #expect(report.failedSteps.isEmpty)
        #expect(report.stepCount == 2)
        #expect(report.runCount == 13)
    }

    /// What a run of an app with a mistake is told, a headline each.
    private func told(
        _ mistake: NoteSync.Mistake,
        _ faults: [RequestFault]
    ) async throws
        -> [String]
    {
        try await headlines {
            let report = try await failAtEveryRequest(with: faults) {
                if mistake == .tellsSecrets { $0.keepSecret("4711") }
                return try await Self.prepare($0, mistake)
            } running: {
                try await Self.work($0, $1)
            } verifying: {
                try await Self.verify($0, $1)
            }
            #expect(mistake == .tellsSecrets || !report.failedSteps.isEmpty)
        }
    }

    @Test("what is forgotten too early was lost")
    func forgotten() async throws {
        let said = try await told(.forgetsTooEarly, [.networkLost])
        #expect(
            said
                == [
                    "at request 1 of 2, `save 2 records`: no network: 'Note' new, text \"milk\" was lost: "
                        + "it is not in the cloud",
                    "at request 1 of 2, `save 2 records`: no network: 'Note' old, text \"bread, butter\" is in "
                        + "the cloud as 'Note' old, text \"bread\"",
                ].sorted()
        )
    }

    @Test("what gets another name at each try was saved twice when the answer is lost")
    func twice() async throws {
        let said = try await told(.namesAnew, [.answerLost, .networkLost])
        #expect(said.count == 1)
        #expect(said[0].hasPrefix("at request 1 of 2, `save notes/new-"))
        #expect(said[0].hasSuffix("`: answer lost: 'Note' text \"milk\" was saved twice"))
    }

    @Test("a busy cloud that is asked at once was asked too early")
    func early() async throws {
        let said = try await told(.asksAtOnce, [.zoneBusy])
        #expect(said.count == 2)
        #expect(
            said.contains(
                "at request 1 of 2, `save 2 records`: busy: a busy cloud was asked again 3 s before the "
                    + "time that it named, 3 times"
            )
        )
    }

    @Test("a record that was refused alone was lost")
    func partly() async throws {
        let said = try await told(.ignoresOutcomes, [.partlyDone])
        #expect(
            said == [
                "at request 1 of 2, `save 2 records`: partly done: 'Note' old, text \"bread, butter\" is in "
                    + "the cloud as 'Note' old, text \"bread\""
            ]
        )
    }

    @Test("a token that is kept although it is too old fails the verification")
    func expired() async throws {
        let said = try await headlines {
            try await failAtEveryRequest(with: [.tokenExpired]) {
                try await Self.prepare($0, .keepsExpiredToken)
            } running: { app, cloud in
                try await app.sync()
            } verifying: { app, cloud in
                try cloud.expireTokens()
                try await app.sync()
            }
        } ending: {
            #expect($0 == .changeTokenExpired)
        }
        #expect(said.isEmpty)
    }

    @Test("a secret in a plain field can be read by the operator")
    func secret() async throws {
        let said = try await told(.tellsSecrets, [.networkLost])
        #expect(
            said == [
                "in the run in which nothing happens: what is to be kept secret can be read by the "
                    + "operator in Note/notes/new.pin",
                "in the run in which nothing happens: what is to be kept secret can be read by the "
                    + "operator in Note/notes/old.pin",
            ]
        )
    }

    @Test("another device's change survives an app that merges")
    func merged() async throws {
        let report = try await conflictAtEverySave {
            try await Self.prepare($0, nil)
        } another: {
            $0["colour"] = .string("red")
        } running: {
            try await Self.work($0, $1)
        } verifying: { app, cloud in
            try await Self.verify(app, cloud)
            #expect(app.texts == ["old": "bread, butter", "new": "milk"])
        }
        #expect(report.failedSteps.isEmpty)
        #expect(report.stepCount == 2 && report.runCount == 1)
    }

    @Test("another device's change is missed where an app overwrites")
    func overwritten() async throws {
        let said = try await headlines {
            let report = try await conflictAtEverySave {
                let app = try await Self.prepare($0, .overwrites)
                let other = try $0.client(on: $0.device).database(.private)
                var note = try other.record(RecordID("old", in: NoteSync.zone))
                note["colour"] = .string("blue")
                try other.save(note)
                try await app.sync()
                return app
            } another: {
                $0["colour"] = .string("red")
            } running: {
                try await Self.work($0, $1)
            } verifying: {
                try await Self.verify($0, $1)
            }
            #expect(report.failedSteps == [1])
        }
        #expect(
            said == [
                "at request 1 of 2, `save 2 records`: another device was first: 'colour' of 'Note' notes/old "
                    + "was overwritten, which another device had changed and the app had not"
            ]
        )
    }

    @Test("an app that removes what the user has removed is judged by its own verification")
    func removed() async throws {
        let report = try await failAtEveryRequest(with: [.dataRemoved, .keysReset]) {
            try await Self.prepare($0, nil)
        } running: {
            try await Self.work($0, $1)
        } verifying: { app, cloud in
            do { try await app.sync() } catch let error as ProtectionError {
                #expect([.userDeletedZone, .encryptedDataReset].contains(error.code))
            }
        }
        #expect(report.failedSteps.isEmpty && report.runCount == 4)
    }

    @Test("a body that asks for nothing is told so")
    func nothing() async throws {
        let said = try await headlines {
            try await failAtEveryRequest { _ in
            } running: { _, _ in
            } verifying: { _, _ in
            }
        }
        #expect(said == ["the body asked the cloud for nothing"])
    }
}

/// The headlines of what a test is told, in their order.
func headlines(
    _ body: @escaping @Sendable () async throws -> Void,
    ending: @escaping @Sendable (ErrorCode) -> Void = { _ in }
) async throws -> [String] {
    let said = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
        do { try await body() } catch let error as ProtectionError { ending(error.code) }
    } matching: { issue in
        guard let error = issue.error else { return false }
        said.withLock { $0.append("\(error)") }
        return true
    }
    return said.withLock { $0 }.sorted()
}
