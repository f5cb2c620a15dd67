import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A mistake in a test says what to do")
struct MisuseTests {
    @Test("a body that never touches its device")
    func untouched() async {
        await expectFailure(containing: "Hand `device.fileManager`") {
            try await lockAtEveryStep { _ in }
        }
    }

    @Test("a body that uses a device of its own")
    func foreignDevice() async {
        await expectFailure(containing: "a device of the body's own is not watched") {
            try await lockAtEveryStep { _ in
                try TestDevice().files.write([1], to: "/Documents/a")
            }
        }
    }

    @Test("a body that writes with Foundation's own call")
    func pastTheDevice() async {
        await expectFailure(containing: "written past the device") {
            try await lockAtEveryStep { device in
                try Data([1]).write(to: device.container.url(of: "/Documents/a"))
            }
        }
        await expectFailure(containing: "written past the device") {
            try await lockAtEveryStep { device in
                try device.files.write([1], to: "/Documents/b")
                try Data([1]).write(to: device.container.url(of: "/Documents/a"))
            }
        }
    }

    @Test("a handle that outlives the body")
    func escapingHandle() async {
        let kept = Kept()
        await expectFailure(containing: "still open after the body") {
            try await lockAtEveryStep { device in
                kept.handle = try device.files.open("/Documents/a", creating: true)
            }
        }
    }

    @Test("a device that outlives its run")
    func escapingDevice() async {
        let kept = Kept()
        await expectFailure(containing: "of an earlier run") {
            try await lockAtEveryStep { device in
                if let earlier = kept.device { try? earlier.files.write([1], to: "/tmp/late") }
                kept.device = device
                try device.files.write([1], to: "/Documents/a")
            }
        }
    }

    @Test("a run at every step inside another")
    func nested() async {
        await expectFailure(containing: "inside another:") {
            try await lockAtEveryStep { device in
                try device.files.write([1], to: "/Documents/a")
                try await lockAtEveryStep { try $0.files.write([1], to: "/Documents/a") }
            }
        }
    }

    @Test("a body that fails although nothing happens")
    func broken() async throws {
        await #expect(throws: ProtectionError(.notFound, "")) {
            try await lockAtEveryStep { _ = try $0.files.read("/Documents/missing") }
        }
    }

    @Test("a preparation that fails")
    func brokenPreparation() async throws {
        await #expect(throws: ProtectionError(.notFound, "")) {
            try await lockAtEveryStep(preparing: { _ = try $0.files.read("/missing") }) { _ in }
        }
    }

    @Test("a test without a device that asks for one")
    func noCurrentDevice() throws {
        let error = try #require(throws: ProtectionError.self) { try TestDevice.current }
        #expect(error.description.contains("TestDevice(in: .locked)"))
    }

    @Test("a state that the device never has", arguments: [LockState.locked, .beforeFirstUnlock])
    func impossibleState(state: LockState) throws {
        var options = TestDevice.Options()
        options.hasPasscode = false
        let error = try #require(throws: ProtectionError.self) {
            try TestDevice(in: state, options: options)
        }
        #expect(error.description.contains("hasPasscode"))
    }

    @Test("an application that has no name")
    func badApplication() throws {
        var options = TestDevice.Options()
        options.application = "no bundle identifier"
        #expect(throws: ProtectionError.self) { try TestDevice(options: options) }
    }

    @Test("a body that remembers something, so that a later run has fewer steps")
    func unreachedStep() async {
        let runs = Lines()
        await expectFailure(containing: "nothing was disturbed") {
            try await lockAtEveryStep { device in
                runs.append("run")
                for number in 0..<(runs.all.count == 1 ? 3 : 1) {
                    try device.files.write([1], to: DevicePath("/Documents/\(number)"))
                }
            }
        }
    }

    @Test("a restart at a step that a later run does not have does not come after its end")
    func unreachedRestart() async {
        let (runs, restarts) = (Lines(), Lines())
        await expectFailure(containing: "nothing was disturbed") {
            try await disturbEveryStep(with: .reboot, only: 2...2) { device in
                runs.append("run")
                for _ in 0..<(runs.all.count == 1 ? 2 : 1) { _ = try device.files.names(in: "/") }
            } verifying: { device in
                let hasRestarted = device.timeline.description.contains("has restarted")
                if hasRestarted { restarts.append("restart") }
            }
        }
        #expect(runs.all.count == 2)
        #expect(restarts.all.isEmpty)
    }

    @Test("a device that was kept is named with the first call and its path")
    func keptDevice() async {
        let kept = Mutex<TestDevice?>(nil)
        await expectFailure(
            containing: "the device of an earlier run was used 2 times, first to `list /Documents`"
        ) {
            try await lockAtEveryStep(only: 1...1) { device in
                let first = kept.withLock { kept in
                    kept = kept ?? device
                    return kept
                }
                _ = try device.files.names(in: "/")
                guard let first, first !== device else { return }
                _ = try first.files.names(in: "/Documents")
                _ = try first.files.names(in: "/")
            }
        }
    }

    @Test("steps that the body does not have")
    func noSuchStep() async {
        await expectFailure(containing: "the body has 1 step, and only 7...9 were asked for") {
            try await lockAtEveryStep(only: 7...9) { _ = try $0.files.names(in: "/") }
        }
    }

    @Test("a lock without a passcode", arguments: [Disturbance.lock, .reboot])
    func noLock(disturbance: Disturbance) async {
        var options = TestDevice.Options()
        options.hasPasscode = false
        await expectFailure(containing: "never locks") { [options] in
            try await disturbEveryStep(with: disturbance, options: options) {
                _ = try $0.files.names(in: "/")
            }
        }
    }

    @Test("a test in each lock state that does not use its device, or writes past it")
    func statesWithoutDevice() async {
        await expectFailure(containing: "the test does not use its device") {
            try await inEachLockState([.locked]) { _ in }
        }
        await expectFailure(containing: "written past the device") {
            try await inEachLockState([.unlocked]) { device in
                try Data([1]).write(to: device.container.url(of: "/Documents/a"))
                _ = try device.state
            }
        }
    }

    @Test("two traits that ask for a device")
    func twoTraits() async throws {
        let test = try #require(Test.current)
        let trait: LockStateTrait = .lockStates(.locked)
        await expectFailure(containing: "two traits ask for a device") {
            try await trait.provideScope(for: test, testCase: nil) {
                _ = try TestDevice.current
                try await trait.provideScope(for: test, testCase: nil) {}
            }
        }
    }
}

/// What a test keeps longer than it should.
final class Kept: Sendable {
    private let state = Mutex<(device: TestDevice?, handle: ProtectedFile?)>((nil, nil))

    var device: TestDevice? {
        get { state.withLock { $0.device } }
        set { state.withLock { $0.device = newValue } }
    }

    var handle: ProtectedFile? {
        get { state.withLock { $0.handle } }
        set { state.withLock { $0.handle = newValue } }
    }
}

/// What several tasks said, in order.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
