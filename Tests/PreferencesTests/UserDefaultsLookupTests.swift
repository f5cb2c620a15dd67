import Foundation
import Preferences
import ProtectionModel
import Testing

@Suite("Foundation's user defaults", .serialized)
struct UserDefaultsLookupTests {
    /// A suite of its own, so that no other test sees it.
    private let name = "protection-toolkit-test-\(UUID().uuidString)"

    private func file() throws -> URL {
        let configuration = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]
            .map { URL(filePath: $0) }
        return
            (configuration
            ?? FileManager.default.homeDirectoryForCurrentUser
            .appending(path: ".config")).appending(path: name + ".plist")
    }

    private func remove() {
        try? FileManager.default.removeItem(at: (try? file()) ?? URL(filePath: "/"))
    }

    @Test("are read with their types apart")
    func types() throws {
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { remove() }
        let table: [(String, Any, PreferenceValue)] = [
            ("flag", true, .boolean(true)), ("no", false, .boolean(false)),
            ("zero", 0, .integer(0)), ("one", 1, .integer(1)), ("real", 1.5, .real(1.5)),
            ("text", "1", .string("1")), ("data", Data([1]), .data([1])),
            ("list", [1, 2], .array([.integer(1), .integer(2)])),
            ("tree", ["a": "b"], .dictionary(["a": .string("b")])),
            ("date", Date(timeIntervalSince1970: 10), .date(Timestamp(seconds: 10))),
        ]
        for (key, object, _) in table { defaults.set(object, forKey: key) }
        let lookup = UserDefaultsLookup(defaults, domain: name)
        for (key, _, value) in table {
            #expect(try lookup.value(forKey: key)?.value == value, "\(key)")
        }
        #expect(try lookup.value(forKey: "absent") == nil)
    }

    @Test("a registered value is told from a set one")
    func registered() throws {
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { remove() }
        defaults.register(defaults: [name: 300])
        let lookup = UserDefaultsLookup(defaults, domain: name)
        #expect(try lookup.value(forKey: name) == FoundPreference(.integer(300), in: .registration))
    }

    @Test("row 68: another process's change is read after synchronize() and not before")
    func row68() throws {
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { remove() }
        defaults.set(300, forKey: "limit")
        #expect(defaults.synchronize())
        let lookup = UserDefaultsLookup(defaults, domain: name)
        #expect(try lookup.value(forKey: "limit")?.value == .integer(300))
        // As another process writes it.
        let other = PropertyList(.dictionary(["limit": .integer(400)])).binary
        try Data(other).write(to: file())
        #expect(try lookup.value(forKey: "limit")?.value == .integer(300))
        defaults.synchronize()
        #expect(try lookup.value(forKey: "limit")?.value == .integer(400))
    }
}
