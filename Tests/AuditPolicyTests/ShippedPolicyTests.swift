import AuditFacts
import AuditPolicy
import Foundation
import ProtectionModel
import Testing

struct ShippedPolicyTests {
    static func policy(_ name: ShippedPolicy) throws -> Policy {
        let reader = PolicyReader(knownRules: nil) { _ in [] }
        return try reader.read([PolicyText(name)]).policy()
    }

    @Test("Every shipped policy can be read", arguments: ShippedPolicy.allCases)
    func readable(name: ShippedPolicy) throws {
        let policy = try Self.policy(name)
        #expect(policy.sources.last == name.rawValue)
        #expect(policy.sources.first == "baseline")
    }

    @Test(
        "No term of the vocabulary is undone by what is harmless",
        arguments: ShippedPolicy.allCases
    )
    func terms(name: ShippedPolicy) throws {
        let vocabulary = try Self.policy(name).vocabulary
        for term in vocabulary.credential + vocabulary.personal {
            let match = vocabulary.match(String(term.drop { "?=".contains($0) }), isGuessing: true)
            #expect(match != nil, "\(term)")
        }
    }

    @Test("Every shipped policy is what it is said to be", arguments: ShippedPolicy.allCases)
    func values(name: ShippedPolicy) throws {
        let policy = try Self.policy(name)
        let expected = try #require(Self.expected[name])
        #expect(policy.kinds.map(Self.summary) == expected.kinds)
        #expect(policy.defaultClass?.name ?? "-" == expected.defaultClass)
        #expect(policy.passcode.isRequired == expected.passcode)
        #expect(policy.hasSensitiveScreens == expected.screens)
        #expect(policy.audience == (name == .kidsAndMedia ? "kids" : "general"))
        #expect(policy.isMediaCatalogue == (name == .kidsAndMedia))
        #expect(AccessMatrix(of: policy).contradictions.isEmpty)
    }

    /// Name, sensitivity, class by its letter, backup and sync, who needs it.
    private static func summary(_ kind: DataKind) -> String {
        let letters: [ProtectionClass: String] = [
            .complete: "A", .completeUnlessOpen: "B", .completeUntilFirstUserAuthentication: "C",
        ]
        let words = [
            kind.name, kind.sensitivity?.rawValue ?? "public",
            kind.minimumClass.flatMap { letters[$0] } ?? "-",
            (kind.mayBeBackedUp ? "b" : "-") + (kind.mayBeSynchronized ? "s" : "-"),
        ]
        return (words + kind.neededBy).joined(separator: " ")
    }

    private static let ordinary = ["credentials credential C --", "personal-data personal C bs"]

    private static let expected:
        [ShippedPolicy: (kinds: [String], defaultClass: String, passcode: Bool, screens: Bool)] = [
            .baseline: (ordinary, "-", false, false),
            .strict: (
                ["credentials credential A --", "personal-data personal A --"], "complete", true,
                true
            ),
            .messaging: (
                ordinary + [
                    "messages personal C -s notification-service silent-push background-transfer",
                    "incoming personal B -s background-transfer notification-service",
                    "drafts personal A --",
                    "contact-names personal C bs notification-service voip intents",
                    "identity-keys credential C -- notification-service voip",
                    "voice-messages personal B bs audio",
                ], "-", false, true
            ),
            .health: (
                ordinary + [
                    "measurements personal B -- health bluetooth background-task",
                    "journal personal A --", "diagnoses personal A --",
                    "reminders personal C b- widget notification-service",
                ], "complete-until-first-user-authentication", true, true
            ),
            .kidsAndMedia: (
                ordinary + [
                    "profiles personal A b-", "watch-progress personal C bs audio",
                    "downloads public C -s audio background-transfer",
                ], "-", false, false
            ),
        ]

    @Test("Strict lets a developer's build talk")
    func strictDebug() throws {
        let stack = try PolicyReader(knownRules: nil) { _ in [] }.read([PolicyText(.strict)])
        #expect(stack.policy().ruleLevels["store.log-personal"] == .error)
        let debug = stack.policy(under: ["configuration": "Debug"])
        #expect(debug.ruleLevels["store.log-personal"] == .warning)
    }

    @Test("Each has a worked example that extends it", arguments: ShippedPolicy.allCases)
    func examples(name: ShippedPolicy) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Policies/examples")
        let file = folder.appending(path: "\(name.rawValue).yml").standardized
        let text = PolicyText(file: "example.yml", Array(try Data(contentsOf: file)))
        let stack = try PolicyReader(knownRules: nil) { _ in [] }.read([text])
        let policy = stack.policy()
        #expect(policy.sources.suffix(2) == [name.rawValue, "example.yml"])
        #expect(AccessMatrix(of: policy).contradictions.isEmpty)
        #expect(policy.kinds.contains { !$0.paths.isEmpty } && !policy.targets.isEmpty)
    }

    @Test(
        "Names of real apps that tell a secret or something about a person",
        arguments: [
            "PIN", "pinNo", "ccNo", "cvvNo", "kSavedPassword", "user_password", "accessToken",
            "otp", "open_tabs", "bssid", "encryptionKey", "CookiePassword", "skus.credential",
            "privateKeyPEM", "emailAddress", "phoneNumber", "messageBody", "dateOfBirth",
            "currentLocation", "latitude", "draftMsg", "mnemonic", "fullName", "licensePassword",
        ]
    )
    func sensitive(name: String) throws {
        #expect(try Self.policy(.baseline).vocabulary.match(name) != nil)
    }

    @Test(
        "Names of real apps that tell nothing",
        arguments: [
            "token", "tokenizer", "onceToken", "fromToken", "keyboard", "primaryKey", "mapPin",
            "pinChat", "pinnedMessages", "passwordField", "isPasscodeRequired", "passcodeOn",
            "kVLCSettingPasscodeOnKey", "documentID", "loggedIn", "iPhone10", "isPhone", "session",
            "urlSession", "contact", "location", "locationManager", "traceLocationId",
            "forgotPassword", "PasswordGenerator", "kSecClassGenericPassword", "emailCell",
            "blockAllCookies", "IdentityCreationDate", "address", "history_id", "certificate",
        ]
    )
    func harmless(name: String) throws {
        let match = try Self.policy(.baseline).vocabulary.match(name)
        #expect(match == nil, "\(match?.term ?? "")")
    }
}
