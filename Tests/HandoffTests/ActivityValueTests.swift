import Foundation
import Handoff
import ProtectionModel
import TestSupport
import Testing

@Suite("User info (row H-43)", .timeLimit(.minutes(30)))
struct ActivityValueTests {
    private static func info() throws -> [String: ActivityValue] {
        let leaves: [ActivityValue] = [
            .null, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .real(-0.5),
            .real(.infinity), .date(Timestamp(seconds: -1, nanoseconds: 999_999_999)),
            .text("é\u{0}"), .data([0, 255]), .url("https://example.com"), .url("tel:1"),
            .file(DevicePath("/notes/42")),
            .uuid(try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))),
        ]
        return [
            "": .array(leaves), "set": .set(Set(leaves)), "empty": .dictionary([:]),
            "nested": .dictionary(["a": .array([.set([.dictionary(["b": .null])])])]),
        ]
    }

    /// Dictionaries in each other, so many.
    private static func nested(_ depth: Int) -> [String: ActivityValue] {
        var value = ActivityValue.integer(1)
        for _ in 0..<depth - 2 { value = .array([value]) }
        return ["x": value]
    }

    @Test("H-43: each type arrives as it was, however nested")
    func everyType() throws {
        let trial = try HandoffTrial()
        let activity = try trial.offer()
        try activity.setUserInfo(try Self.info())
        #expect(try trial.continue().activity.userInfo == Self.info())
        try activity.setUserInfo(Self.nested(16))
        try activity.becomeCurrent()
        #expect(try trial.continue().activity.userInfo == Self.nested(16))
    }

    @Test("what is deeper than sixteen levels, or names a file of the host, is refused")
    func refused() throws {
        let trial = try HandoffTrial()
        let activity = try trial.phoneApp.activity(Notes.type)
        let bad: [[String: ActivityValue]] = [
            Self.nested(17), ["x": .url("file:///etc/passwd")], ["x": .url("FILE:/x")],
            ["x": .url("no scheme")], ["x": .date(Timestamp(seconds: 0, nanoseconds: -1))],
        ]
        for info in bad {
            #expect(refusal { try activity.setUserInfo(info) } == .invalidArgument)
        }
        #expect(activity.userInfo.isEmpty)
    }

    @Test(
        "mutated bytes of an activity are refused, or are those of another, and nothing else happens"
    )
    func fuzz() throws {
        let trial = try HandoffTrial()
        let activity = try trial.offer(page: "https://example.com/1")
        try activity.setUserInfo(try Self.info())
        activity.requiredUserInfoKeys = ["set", "other"]
        let bytes = try activity.content.bytes()
        #expect(bytes.count % 1_024 == 0)
        #expect(try ActivityContent(bytes)?.bytes() == bytes)
        var mutator = Mutator(seed: 43)
        for _ in 0..<Mutator.iterationCount {
            let mutant = mutator.mutate(bytes)
            // There is one encoding of each.
            if let content = ActivityContent(mutant) { #expect(try content.bytes() == mutant) }
        }
    }
}
