import DeviceIdentifiers
import DeviceSimulation
import Foundation
import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing
import TrustedDevices

@Suite("Who may continue (rows H-33 to H-41, H-55)", .timeLimit(.minutes(30)))
struct ApplicationRows {
    private static let page = "https://notes.example.com/42"

    private static func file(_ apps: String...) -> [UInt8] {
        let list = apps.map { "\"\($0)\"" }.joined(separator: ", ")
        return Array("{\"activitycontinuation\": {\"apps\": [\(list)]}}".utf8)
    }

    @Test("H-33: another team's app of the same type is shown nothing")
    func otherTeam() throws {
        let trial = try HandoffTrial(deskApp: try Notes.app(team: "TEAM2"))
        _ = try trial.offer()
        #expect(try trial.deskApp.offers().isEmpty)
        let offer = try trial.offered()
        #expect(offer.opener == .nothing)
        #expect(refusal { try trial.deskApp.continueActivity(offer.id) } == .noApplication)
        #expect(refusal { try trial.continue() } == .noApplication)
    }

    @Test("H-34: where no app declares the type, a browser gets the page")
    func browser() throws {
        let trial = try HandoffTrial(deskApp: try Notes.app(types: []))
        let listener = Listener()
        let activity = try trial.offer(page: Self.page)
        activity.delegate = listener
        #expect(try trial.deskApp.offers().isEmpty)
        #expect(try trial.offered().opener == .browser)
        let arrived = try trial.continue()
        #expect(arrived.opener == .browser)
        #expect(arrived.activity.webpageURL == Self.page)
        #expect(listener.continued == 1)
    }

    @Test("H-35: without a page nothing continues it")
    func noPage() throws {
        let trial = try HandoffTrial(deskApp: try Notes.app(types: []))
        _ = try trial.offer()
        #expect(refusal { try trial.continue() } == .noApplication)
    }

    @Test("H-36: a type of a document type is declared, too")
    func documentType() throws {
        let trial = try HandoffTrial(deskApp: try Notes.app(types: [], documents: [Notes.type]))
        _ = try trial.offer()
        #expect(try trial.deskApp.offers().count == 1)
        #expect(try trial.continue().opener == .application(trial.deskApp.application.identifier))
    }

    @Test("H-37: of two apps the sender's own comes first, else the first by name; both are told")
    func twoApplications() throws {
        let trial = try HandoffTrial(deskApp: try Notes.app("com.example.zebra"))
        _ = trial.desk.handoff.service(for: try Notes.app("com.example.apple"))
        _ = try trial.offer()
        let apple = try BundleIdentifier("com.example.apple")
        #expect(try trial.offered().opener == .application(apple, others: 1))
        _ = trial.desk.handoff.service(for: try Notes.app())
        let notes = try BundleIdentifier("com.example.notes")
        #expect(try trial.offered().opener == .application(notes, others: 2))
        #expect(try trial.deskApp.offers().isEmpty)
    }

    private static func browsing(
        _ desk: HandoffApplication,
        page: String = page
    ) throws -> HandoffTrial {
        let browser = try Notes.app("com.example.browser", team: "BROWSER", types: [])
        let trial = try HandoffTrial(phoneApp: browser, deskApp: desk)
        let activity = try trial.offer(type: UserActivity.browsingWeb, page: page)
        try activity.setUserInfo(["secret": .text("x")])
        return trial
    }

    @Test(
        "H-39: a page that an app claims, and whose site names it, goes to that app, with nothing else"
    )
    func claimed() throws {
        let app = try Notes.app(domains: ["activitycontinuation:notes.example.com?mode=developer"])
        let trial = try Self.browsing(app)
        try trial.desk.handoff.setAssociations(
            Self.file("OTHER.com.example", "TEAM1.com.example.notes"),
            of: "Notes.Example.com"
        )
        let arrived = try trial.continue()
        #expect(arrived.opener == .application(app.identifier))
        #expect(arrived.activity.activityType == UserActivity.browsingWeb)
        #expect(arrived.activity.userInfo.isEmpty)
        #expect(arrived.activity.webpageURL == Self.page)
    }

    @Test(
        "H-40: a page goes to a browser unless host, app and team agree",
        arguments: [
            ("activitycontinuation:notes.example.com", "TEAM2.com.example.notes"),
            ("activitycontinuation:notes.example.com", "TEAM1.com.example.other"),
            ("activitycontinuation:example.com", "TEAM1.com.example.notes"),
            ("activitycontinuation:other.example.com", "TEAM1.com.example.notes"),
            ("webcredentials:notes.example.com", "TEAM1.com.example.notes"),
            ("activitycontinuation:*.notes.example.com", "TEAM1.com.example.notes"),
            ("activitycontinuation:", "TEAM1.com.example.notes"),
        ]
    )
    func notClaimed(domain: String, listed: String) throws {
        let trial = try Self.browsing(try Notes.app(domains: [domain]))
        try trial.desk.handoff.setAssociations(Self.file(listed), of: "notes.example.com")
        let arrived = try trial.continue()
        #expect(arrived.opener == .browser)
        #expect(!arrived.hasMalformedAssociations)
    }

    @Test("H-40: without the site's file, and with that of another, a page goes to a browser")
    func noFile() throws {
        let app = try Notes.app(domains: ["activitycontinuation:*.example.com"])
        let trial = try Self.browsing(app)
        try trial.desk.handoff.setAssociations(
            Self.file("TEAM1.com.example.notes"),
            of: "example.com"
        )
        #expect(try trial.continue().opener == .browser)
        try trial.desk.handoff.setAssociations(
            Self.file("TEAM1.com.example.notes"),
            of: "notes.example.com"
        )
        _ = try trial.offer(type: UserActivity.browsingWeb, page: Self.page)
        #expect(try trial.continue().opener == .application(app.identifier))
    }

    @Test(
        "H-41: a malformed file is told, and the page goes to a browser",
        arguments: [
            "", "x", "[]", "{\"activitycontinuation\": []}",
            "{\"activitycontinuation\": {\"apps\": [1]}}", "0\u{80}",
        ]
    )
    func malformed(text: String) throws {
        let app = try Notes.app(domains: ["activitycontinuation:notes.example.com"])
        let trial = try Self.browsing(app)
        let code = refusal {
            try trial.desk.handoff.setAssociations(Array(text.utf8), of: "notes.example.com")
        }
        #expect(code == .malformedPayload)
        let arrived = try trial.continue()
        #expect(arrived.opener == .browser)
        #expect(arrived.hasMalformedAssociations)
    }

    /// `openssl cms -sign -binary -nodetach` of a file with TEAM1.com.example.notes, by a key that was thrown away.
    private static let signed = """
        MIIC5QYJKoZIhvcNAQcCoIIC1jCCAtICAQExDTALBglghkgBZQMEAgEwTAYJKoZIhvcNAQcBoD8EPXsi
        YWN0aXZpdHljb250aW51YXRpb24iOnsiYXBwcyI6WyJURUFNMS5jb20uZXhhbXBsZS5ub3RlcyJdfX2g
        ggFyMIIBbjCCARWgAwIBAgIUetdzK0IdibXfWDRzJpE6xxZ9sCMwCgYIKoZIzj0EAwIwDDEKMAgGA1UE
        AwwBczAgFw0yNjExMjYwOTI5NTFaGA8yMTI2MTEwMjA5Mjk1MVowDDEKMAgGA1UEAwwBczBZMBMGByqG
        SM49AgEGCCqGSM49AwEHA0IABHHjVM4I6u7Ea4/WvBl7FlwSfjrNkNiyXqDa05PAgJn9cAeOvUCH5A9W
        +wdcjApeTT4xpsPftShCJUh4YdSzP22jUzBRMB0GA1UdDgQWBBSOouu52xlVf388ZkFYFmjsZ7ZsBjAf
        BgNVHSMEGDAWgBSOouu52xlVf388ZkFYFmjsZ7ZsBjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMC
        A0cAMEQCIAJkL2FaBGHDcdCITqoEBE6qG/ApaXAtboL1AoAdmXd8AiBXnjWn7mKzPGfVzACnq+5CuoBo
        ocRn8pIdPHDdxXqWljGB+TCB9gIBATAkMAwxCjAIBgNVBAMMAXMCFHrXcytCHYm131g0cyaROscWfbAj
        MAsGCWCGSAFlAwQCAaBpMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2
        MTEyNjA5Mjk1MVowLwYJKoZIhvcNAQkEMSIEINbdRN1s9yOhfCOlAUPO/2baKuC/GTR+CYc9DvnvYZ0/
        MAoGCCqGSM49BAMCBEcwRQIgQ9XgKhq5b2hFEsNCsXxH2ekiBUaJ6N0ftajEhcs7dDUCIQCQ8ZxF1MTH
        7FGsYKL+I9hLI5fyavstqqU9WwXAayEusg==
        """

    @Test("H-41: a signed file is read as the plain one, and not once it was changed")
    func signedFile() throws {
        let file = try #require(
            Data(base64Encoded: Self.signed, options: .ignoreUnknownCharacters)
        )
        #expect(try AssociationFile(Array(file)).applications == ["TEAM1.com.example.notes"])
        let app = try Notes.app(domains: ["activitycontinuation:notes.example.com"])
        let trial = try Self.browsing(app)
        try trial.desk.handoff.setAssociations(Array(file), of: "notes.example.com")
        #expect(try trial.continue().opener == .application(app.identifier))
        let place = try #require(file.range(of: Data("TEAM1".utf8))?.lowerBound)
        var changed = Array(file)
        changed[place + 4] = UInt8(ascii: "2")
        #expect(refusal { try AssociationFile(changed) } == .malformedPayload)
    }

    @Test("H-41: a file without the service names nobody")
    func otherServices() throws {
        #expect(try AssociationFile(Array("{\"applinks\": {}}".utf8)).applications.isEmpty)
        var mutator = Mutator(seed: 41)
        let file = Self.file("TEAM1.com.example.notes")
        for _ in 0..<Mutator.iterationCount { _ = try? AssociationFile(mutator.mutate(file)) }
    }

    @Test("H-55: what a profile forbids is restricted on either side, and nothing is listed")
    func restricted() throws {
        let trial = try HandoffTrial()
        _ = try trial.offer()
        let offer = try trial.offered()
        func forbid(_ device: HandoffDevice, _ isForbidden: Bool) throws {
            try HandoffRulesStore(device.device.documents).replace { () throws(ProtectionError) in
                var rules = HandoffRules()
                if isForbidden {
                    rules.allowsContinuation = .init(false, by: ["com.example.profile"])
                }
                return rules
            }
        }
        try forbid(trial.desk, true)
        #expect(refusal { try trial.desk.handoff.offers() } == .restricted)
        #expect(refusal { try trial.deskApp.continueActivity(offer.id) } == .restricted)
        let next = try trial.phone.handoff.advertisement()
        #expect(refusal { try trial.desk.handoff.receive(next) } == .restricted)
        #expect(refusal { try trial.network.meet(trial.phone, trial.desk) } == .restricted)
        #expect(refusal { try trial.network.settle() } == .restricted)
        try forbid(trial.desk, false)
        #expect(try trial.desk.handoff.offers().count == 1)
        try forbid(trial.phone, true)
        #expect(refusal { try trial.phone.handoff.advertisement() } == .restricted)
        #expect(refusal { try trial.deskApp.continueActivity(offer.id) } == .restricted)
        #expect(refusal { try trial.network.settle() } == .restricted)
        trial.network.forget()
        _ = try trial.offer()
        #expect(trial.network.carried.isEmpty)
    }

    @Test("H-55: a damaged rule is not taken for none, and holds before the first unlock")
    func damagedRule() throws {
        let trial = try HandoffTrial()
        let documents = trial.desk.device.documents
        let name = try DocumentName("rules.json", in: .handoff)
        try documents.update(name, as: .none) { _ in
            Array("{\"version\": 1, \"rules\": {\"x\":".utf8)
        }
        #expect(refusal { try trial.desk.handoff.offers() } == .authenticationFailure)
        try HandoffRulesStore(documents).replace { () throws(ProtectionError) in
            var rules = HandoffRules()
            rules.allowsContinuation = .init(false, by: ["p"])
            return rules
        }
        try trial.desk.device.holder.reboot()
        #expect(refusal { try trial.desk.handoff.offers() } == .restricted)
    }
}
