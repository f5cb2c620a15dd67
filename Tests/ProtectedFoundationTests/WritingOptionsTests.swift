import Foundation
import ProtectedFoundation
import ProtectionModel
import Testing

@Suite("Options for writing: a set of flags and one level of protection")
struct WritingOptionsTests {
    static let levels: [(Data.WritingOptions, ProtectionClass)] = [
        (.noFileProtection, .none),
        (.completeFileProtection, .complete),
        (.completeFileProtectionUnlessOpen, .completeUnlessOpen),
        (
            .completeFileProtectionUntilFirstUserAuthentication,
            .completeUntilFirstUserAuthentication
        ),
        (.completeFileProtectionWhenUserInactive, .completeWhenUserInactive),
    ]

    @Test("each level is its class, and contains itself alone", arguments: levels)
    func level(option: Data.WritingOptions, protection: ProtectionClass) {
        #expect(option.protection == protection)
        #expect(option.union(.atomic).protection == protection)
        for (other, _) in Self.levels {
            #expect(option.contains(other) == (option.rawValue == other.rawValue))
        }
    }

    @Test(
        "no level means no class",
        arguments: [Data.WritingOptions(), .atomic, .withoutOverwriting]
    )
    func noLevel(options: Data.WritingOptions) {
        #expect(options.protection == nil)
        #expect(Data.WritingOptions.completeFileProtection.union(.atomic).contains([]))
    }

    @Test("unknown levels mean no class", arguments: [UInt(6), 7, 15])
    func unknownLevel(number: UInt) {
        #expect(Data.WritingOptions(rawValue: number << 28).protection == nil)
    }

    @Test("different levels have nothing in common, and are dropped where both differ")
    func algebra() {
        let complete: Data.WritingOptions = [.completeFileProtection, .atomic]
        let none: Data.WritingOptions = [.noFileProtection, .atomic]
        #expect(complete.intersection(none) == .atomic)
        #expect(complete.symmetricDifference(none) == [])
        #expect(complete.subtracting(.completeFileProtection) == .atomic)
        #expect(complete.subtracting(.noFileProtection) == complete)
        #expect(!complete.isSubset(of: none))
        var options: Data.WritingOptions = .atomic
        #expect(options.insert(.noFileProtection).inserted)
        #expect(!options.insert(.atomic).inserted)
        #expect(options.remove(.completeFileProtection) == nil)
        #expect(options.remove(.noFileProtection) == .noFileProtection)
        #expect(options == .atomic)
    }
}
