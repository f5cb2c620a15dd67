import PolicyAudit
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
            let words = term.hasPrefix("=") ? String(term.dropFirst()) : term
            #expect(vocabulary.match(words) != nil, "\(term)")
        }
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
