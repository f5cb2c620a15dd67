import ConfigurationProfiles
import Preferences
import ProtectionModel
import Testing

@Suite("Passcode policies of several profiles")
struct PasscodePolicyTests {
    private func policy(_ settings: [String: PreferenceValue]...) throws -> PasscodePolicy {
        PasscodePolicy(
            try settings.enumerated().map {
                try Draft("org.example.\($0)", Draft.passcode, $1).profile()
            }
        )
    }

    @Test("nothing set demands nothing")
    func nothing() throws {
        #expect(try policy().rules == PasscodeRules())
        #expect(try policy([:]).rules.violations(of: nil).isEmpty)
    }

    @Test("each key has its rule, and the stricter one of two counts")
    func rules() throws {
        let weak: [String: PreferenceValue] = [
            "forcePIN": .boolean(false), "allowSimple": .boolean(true),
            "requireAlphanumeric": .boolean(false), "minLength": .integer(4),
            "minComplexChars": .integer(0), "maxFailedAttempts": .integer(10),
            "maxInactivity": .integer(15), "maxGracePeriod": .integer(60),
            "pinHistory": .integer(1), "maxPINAgeInDays": .integer(730),
        ]
        let strict: [String: PreferenceValue] = [
            "forcePIN": .boolean(true), "allowSimple": .boolean(false),
            "requireAlphanumeric": .boolean(true), "minLength": .integer(8),
            "minComplexChars": .integer(2), "maxFailedAttempts": .integer(4),
            "maxInactivity": .integer(5), "maxGracePeriod": .integer(0),
            "pinHistory": .integer(10), "maxPINAgeInDays": .integer(90),
        ]
        var expected = PasscodeRules()
        expected.isRequired = true
        expected.allowsSimple = false
        expected.requiresLetters = true
        expected.minimumLength = 8
        expected.minimumComplexCount = 2
        expected.maximumFailedAttempts = 4
        expected.maximumInactivity = .seconds(300)
        expected.maximumGracePeriod = .zero
        expected.historyCount = 10
        expected.maximumAgeInDays = 90
        for policy in [try policy(weak, strict), try policy(strict, weak)] {
            #expect(policy.rules == expected)
            #expect(Set(policy.clashes.map(\.key)) == Set(strict.keys))
        }
    }

    @Test("what cannot be used demands nothing, and is told")
    func unusable() throws {
        let policy = try policy(["minLength": .integer(17), "forcePIN": .string("YES")])
        #expect(policy.rules == PasscodeRules())
        #expect(policy.unusable.map(\.key) == ["forcePIN", "minLength"])
    }

    @Test(
        "a passcode is judged by its counts",
        arguments: [
            (nil, [.missing]),
            ((8, 4, 1, 1), []), ((5, 4, 1, 1), [.tooShort]), ((6, 0, 1, 2), [.noLetter]),
            ((6, 6, 0, 2), [.tooFewComplexCharacters]), ((6, 4, 1, 3), [.simple]),
            ((3, 0, 0, 3), [.tooShort, .noLetter, .tooFewComplexCharacters, .simple]),
        ] as [((Int, Int, Int, Int)?, [PasscodeRules.Violation])]
    )
    func violations(
        passcode: (length: Int, letters: Int, complex: Int, run: Int)?,
        expected: [PasscodeRules.Violation]
    ) {
        var rules = PasscodeRules()
        rules.isRequired = true
        rules.allowsSimple = false
        rules.requiresLetters = true
        rules.minimumLength = 6
        rules.minimumComplexCount = 1
        let traits = passcode.map {
            PasscodeTraits(
                length: $0.length,
                letterCount: $0.letters,
                complexCount: $0.complex,
                longestRun: $0.run
            )
        }
        #expect(rules.violations(of: traits) == expected)
    }
}
