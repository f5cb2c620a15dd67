import DeviceIdentifiers
import ProtectionModel
import TestSupport
import Testing

@Suite("Rules for notifications, as they are kept")
struct NotificationRulesTests {
    private let documents = InMemoryDocuments()
    private let store: NotificationRulesStore
    private let document: DocumentName
    private let rules: NotificationRules

    init() throws {
        store = NotificationRulesStore(documents)
        document = try DocumentName("@rules.json", in: .notifications)
        var mail = NotificationRules.Application()
        mail.isEnabled = NotificationRules.Rule(true, by: ["org.example.a"])
        mail.showsOnLockScreen = NotificationRules.Rule(false, by: ["org.example.a"])
        mail.showsInCenter = NotificationRules.Rule(false, by: ["org.example.b"])
        mail.previews = NotificationRules.Rule(.never, by: ["org.example.a", "org.example.b"])
        mail.allowsCritical = NotificationRules.Rule(false, by: ["org.example.a"])
        mail.allowsBadge = NotificationRules.Rule(true, by: ["org.example.a"])
        mail.allowsSound = NotificationRules.Rule(true, by: ["org.example.a"])
        var rules = NotificationRules()
        rules.applications = ["com.example.mail": mail]
        rules.showsLockScreenHistory = NotificationRules.Rule(false, by: ["org.example.a"])
        self.rules = rules
    }

    private func text() throws -> String? {
        try documents.read(document).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("without a document nothing is forced, and none is written for nothing")
    func none() throws {
        #expect(try store.read() == NotificationRules())
        try store.replace { NotificationRules() }
        #expect(try documents.names(in: .notifications).isEmpty)
        #expect(documents.writeCount == 0)
    }

    @Test("rules come back as they were, from a document without a class, whatever is locked")
    func kept() throws {
        try store.replace { rules }
        #expect(documents.protection(of: document) == .some(.none))
        documents.closed = [.complete, .completeUnlessOpen, .completeUntilFirstUserAuthentication]
        #expect(try store.read() == rules)
        // Nor are equal ones written again.
        try store.replace { rules }
        #expect(documents.writeCount == 1)
    }

    @Test("the document's form is the one that is written down here")
    func form() throws {
        var one = NotificationRules()
        one.applications["com.example.mail"] = NotificationRules.Application()
        one.applications["com.example.mail"]?.previews = NotificationRules.Rule(
            .whenUnlocked,
            by: ["org.example.a"]
        )
        try store.replace { one }
        #expect(
            try text() == #"""
                {"rules":{"applications":{"com.example.mail":{"previews":{"profiles":\#
                ["org.example.a"],"value":"when-unlocked"}}}},"version":1}
                """#
        )
    }

    @Test("when nothing is forced any more the document goes")
    func goes() throws {
        try store.replace { rules }
        try store.replace { NotificationRules() }
        #expect(try documents.names(in: .notifications).isEmpty)
        #expect(try store.read() == NotificationRules())
    }

    @Test("its name is no app's")
    func name() {
        #expect(refusal { _ = try BundleIdentifier(document.name) } == .invalidArgument)
    }

    @Test("an app is a key of its document, and what no app is called is none")
    func keys() throws {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let mail: BundleIdentifier = "com.example.mail"
        #expect(mail.codingKey.stringValue == "com.example.mail")
        #expect(BundleIdentifier(codingKey: mail.codingKey) == mail)
        for name in ["", "com..mail", "@rules.json", "a/b"] {
            let key = try #require(Key(stringValue: name))
            #expect(BundleIdentifier(codingKey: key) == nil)
        }
    }

    private static let damaged = [
        "", "{", "null", "[]", #"{"version":0}"#, #"{"version":1}"#, #"{"version":"1"}"#,
        #"{"rules":{},"version":1}"#, #"{"rules":{"applications":{}},"version":1}"#,
        #"{"rules":{"applications":{"com.example.mail":{}}},"version":1}"#,
        #"{"rules":{"applications":{"../mail":{"isEnabled":{"profiles":["a"],"value":false}}}},"#
            + #""version":1}"#,
        #"{"rules":{"applications":{"mail":{"isEnabled":{"profiles":[],"value":false}}}},"#
            + #""version":1}"#,
        #"{"rules":{"applications":{"mail":{"isEnabled":{"profiles":[""],"value":false}}}},"#
            + #""version":1}"#,
        #"{"rules":{"applications":{"mail":{"isEnabled":{"value":false}}}},"version":1}"#,
        #"{"rules":{"applications":{"mail":{"previews":{"profiles":["a"],"value":"maybe"}}}},"#
            + #""version":1}"#,
        #"{"rules":{"applications":[]},"version":1}"#,
        #"{"rules":{"applications":{},"showsLockScreenHistory":{"profiles":[],"value":true}},"#
            + #""version":1}"#,
    ]

    @Test("a damaged document is an error to readers, and written anew", arguments: damaged)
    func damage(text: String) throws {
        documents.put(Array(text.utf8), document, as: .none)
        #expect(refusal { _ = try store.read() } == .authenticationFailure)
        try store.replace { rules }
        #expect(try store.read() == rules)
    }

    @Test("a damaged document goes when nothing is forced", arguments: damaged.prefix(3))
    func damageGoes(text: String) throws {
        documents.put(Array(text.utf8), document, as: .none)
        try store.replace { NotificationRules() }
        #expect(try documents.names(in: .notifications).isEmpty)
    }

    @Test("a newer program's document is said to be one, and stays")
    func newer() throws {
        let newer = #"{"rules":{"sounds":[]},"version":2}"#
        documents.put(Array(newer.utf8), document, as: .none)
        #expect(refusal { _ = try store.read() } == .unsupportedVersion)
        for new in [rules, NotificationRules()] {
            #expect(refusal { try store.replace { new } } == .unsupportedVersion)
        }
        #expect(try text() == newer)
    }

    @Test(
        "what cannot be said now leaves the rules as they were, damage of something else among it",
        arguments: [ErrorCode.protectedDataUnavailable, .authenticationFailure, .busy]
    )
    func failure(failure: ErrorCode) throws {
        try store.replace { rules }
        let refused = refusal {
            try store.replace { () throws(ProtectionError) in
                throw ProtectionError(failure, "a profile cannot be read")
            }
        }
        #expect(refused == failure)
        #expect(try store.read() == rules)
        documents.failure = .noSpace
        #expect(refusal { try store.replace { NotificationRules() } } == .noSpace)
        #expect(try store.read() == rules)
    }
}
