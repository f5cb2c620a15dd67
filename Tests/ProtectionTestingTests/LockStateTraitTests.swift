import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("One test in each lock state")
struct LockStateTraitTests {
    private static let seen = Mutex<[LockState]>([])

    @Test(
        "class C can be read except before the first unlock",
        .inEachLockState { try $0.files.write([1], to: "/Documents/c") }
    )
    func classC() throws {
        let device = try TestDevice.current
        let isReadable =
            device.fileManager.contents(
                atPath: device.container.url(of: "/Documents/c").path
            ) != nil
        #expect(isReadable == (try device.state != .beforeFirstUnlock))
    }

    @Test(
        "class A can be read unlocked and in the grace",
        .lockStates(.locking, .unlocked) {
            try $0.files.write([1], to: "/Documents/a", as: .complete)
        }
    )
    func classA() throws {
        #expect(try TestDevice.current.files.read("/Documents/a") == [1])
    }

    @Test("each state comes once, on a device of its own")
    func eachOnce() async throws {
        let seen = Mutex<[LockState]>([])
        try await inEachLockState { device in
            #expect(try device.files.names(in: "/Documents").isEmpty)
            try device.files.makeDirectory("/Documents/mine")
            let state = try device.state
            seen.withLock { $0.append(state) }
        }
        #expect(seen.withLock { $0 } == [.beforeFirstUnlock, .unlocked, .locking, .locked])
    }

    @Test("a body that throws fails with the state, and the other states have their turn")
    func throwing() async {
        let seen = Lines()
        await expectFailure(containing: "in the state before-first-unlock") {
            try await inEachLockState([.beforeFirstUnlock, .locked]) { device in
                let state = try device.state
                seen.append(state.rawValue)
                if state == .beforeFirstUnlock { _ = try device.files.read("/Documents/missing") }
            }
        }
        #expect(seen.all == ["before-first-unlock", "locked"])
    }

    @Test("the trait needs no parentheses", .inEachLockState)
    func bare() throws {
        #expect(try TestDevice.current.state != .off)
    }

    @Test("a failure names the state")
    func failure() async {
        await expectFailure(containing: "in the state locked: '/Documents/a' was deleted") {
            try await inEachLockState([.unlocked, .locked]) { device in
                try device.files.write([1], to: "/Documents/a", as: .complete)
            } running: { device in
                guard (try? device.files.read("/Documents/a")) == nil else { return }
                try device.files.remove("/Documents/a")
            }
        }
    }

    @Suite("The trait of a suite", .lockStates(.locked))
    struct WholeSuite {
        @Test("counts for each test in it")
        func first() throws {
            #expect(try TestDevice.current.state == .locked)
        }

        @Test("and each has its own device", arguments: [1, 2])
        func second(number: Int) throws {
            let device = try TestDevice.current
            try device.files.makeDirectory("/Documents/only")
        }
    }
}
