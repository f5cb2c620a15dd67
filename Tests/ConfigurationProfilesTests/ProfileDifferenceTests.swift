import ConfigurationProfiles
import Preferences
import Testing

@Suite("Differences of profiles")
struct ProfileDifferenceTests {
    private func changes(_ old: Draft, _ new: Draft) throws -> [String] {
        ProfileDifference(from: try old.profile(), to: try new.profile()).changes.map { change in
            let sign =
                switch (change.before, change.after) {
                case (nil, _): "+"
                case (_, nil): "-"
                default: "~"
                }
            #expect((change.payloadType == nil) == (change.payload == nil))
            return "\(sign) \(change.payload ?? "")/\(change.keyPath)"
        }
    }

    @Test("a profile does not differ from itself, however it is written or signed")
    func same() throws {
        let plain = try ConfigurationProfile(reading: try Fixture.profile("restrictions"))
        let signed = try ConfigurationProfile(reading: try Fixture.profile("rsa"))
        #expect(ProfileDifference(from: plain, to: signed).changes.isEmpty)
    }

    @Test("settings that are added, changed and removed are named")
    func settings() throws {
        var old = Draft("p", Draft.restrictions, ["a": .integer(1), "b": .integer(1)])
        old.root["PayloadDisplayName"] = .string("old")
        var new = Draft("p", Draft.restrictions, ["b": .boolean(true), "c": .integer(1)])
        new.root["PayloadDisplayName"] = .string("new")
        #expect(
            try changes(old, new) == ["~ /PayloadDisplayName", "- p.0/a", "~ p.0/b", "+ p.0/c"]
        )
    }

    @Test("dictionaries are entered, arrays are not")
    func nested() throws {
        let old = Draft(
            "p",
            "x",
            ["d": .dictionary(["e": .integer(1), "f": .integer(1)]), "l": .array([.integer(1)])]
        )
        let new = Draft(
            "p",
            "x",
            ["d": .dictionary(["e": .integer(2), "f": .integer(1)]), "l": .array([.integer(2)])]
        )
        #expect(try changes(old, new) == ["~ p.0/d.e", "~ p.0/l"])
    }

    @Test("a payload with another name is the same one when it is alone of its type")
    func renamed() throws {
        let old = Draft("p", Draft.passcode, ["minLength": .integer(4)])
        var new = old
        new.payloads[0]["PayloadIdentifier"] = .string("other")
        #expect(try changes(old, new) == ["~ other/PayloadIdentifier"])
    }

    @Test("payloads that come and go are named with all they set")
    func payloads() throws {
        var old = Draft("p", Draft.passcode, ["minLength": .integer(4)])
        old.add(Draft.restrictions, ["a": .integer(1)])
        var new = Draft("p")
        new.payloads = [old.payloads[1]]
        let gone = try changes(old, new)
        #expect(gone.contains("- p.0/minLength"))
        #expect(gone.allSatisfy { $0.hasPrefix("- p.0/") })
        let come = try changes(new, old)
        #expect(come == gone.map { "+" + $0.dropFirst() })
    }
}
