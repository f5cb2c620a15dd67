import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import Testing

@Suite("crash: going on without a repair")
struct CrashContinuationTests {
    /// Appended to every file after the first power loss.
    private static let more = Array("and more".utf8)

    @Test(
        "files that a power loss left can be written at once, and lose nothing at the next",
        arguments: CrashScenario.handles + CrashScenario.headers
    )
    func goOn(_ scenario: CrashScenario) throws {
        let recording = try CrashRecording(scenario)
        for (index, moment) in recording.moments.enumerated() {
            let choices = moment.disk.enumerateCrashStates(limit: 4, seed: UInt64(index))
            // The last are those with torn writes.
            for choice in choices.suffix(CrashTests.limit / 3) {
                let first = Recovery(moment.disk.crash(choice))
                let files = try #require(first.device).files
                var expected = first.picture
                for (name, entry) in first.picture.entries {
                    guard case .file(let bytes, let protection, let attributes) = entry else {
                        continue
                    }
                    let handle = try files.open(path(name))
                    try handle.append(Self.more)
                    try handle.close()
                    expected.entries[name] = .file(bytes + Self.more, protection, attributes)
                }
                let second = Recovery(first.disk.crash(.dropAll))
                #expect(
                    second.picture == expected,
                    "\(index) \(choice): \(second.picture.difference(from: expected))"
                )
                let device = try #require(second.device)
                #expect(try device.files.check(repairing: true).isClean)
            }
        }
    }
}
