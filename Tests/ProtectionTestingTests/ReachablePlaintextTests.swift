import Foundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("Which plaintexts are within reach")
struct ReachablePlaintextTests {
    private func device() throws -> TestDevice {
        try TestDevice { device in
            for protection in ProtectionClass.allCases {
                let path = try DevicePath("/Documents/\(protection.name)")
                try device.files.write(Array("the secret".utf8), to: path, as: protection)
            }
        }
    }

    @Test(
        "in each state those files whose class is open",
        arguments: [
            (LockState.unlocked, 5), (.locking, 5), (.locked, 3), (.beforeFirstUnlock, 1),
        ]
    )
    func states(state: LockState, count: Int) throws {
        let device = try device()
        try device.enter(state)
        let snapshot = try device.reachablePlaintexts()
        #expect(snapshot.state == state)
        #expect(snapshot.files.count == 5)
        #expect(snapshot.reachable.count == count)
        #expect(snapshot.unreachable.count == 5 - count)
        #expect(snapshot.paths(containing: "secret") == snapshot.reachable.map(\.path))
        #expect(snapshot.paths(containing: "elsewhere").isEmpty)
        #expect(snapshot.paths(containing: "").isEmpty)
        for file in snapshot.files {
            #expect((file.content != nil) == (try device.isReadable(file.protection)))
            #expect(file.byteCount == 10)
        }
    }

    @Test("handles that are open are named, for they read on")
    func openHandles() throws {
        let device = try device()
        let handle = try device.files.open("/Documents/complete-unless-open", .read)
        try device.lock()
        #expect(try device.reachablePlaintexts().openHandles == [.completeUnlessOpen: 1])
        #expect(try handle.read(at: 0, count: 3) == Array("the".utf8))
        try handle.close()
    }

    @Test("defaults are within reach as their class says, where iOS has them")
    func defaults() throws {
        let device = try TestDevice()
        try device.container.userDefaults().set("hunter2", forKey: "password")
        try device.lock()
        #expect(
            try device.reachablePlaintexts().paths(containing: "hunter2")
                == ["/Library/Preferences/com.example.app.plist"]
        )
        try device.reboot()
        #expect(try device.reachablePlaintexts().paths(containing: "hunter2").isEmpty)
        try device.shutDown()
        #expect(try device.reachablePlaintexts().files.isEmpty)
    }

    @Test("looking is not an operation of the code under test")
    func unseen() throws {
        let device = try device()
        try device.lock()
        let count = device.timeline.entries.count
        _ = try device.reachablePlaintexts()
        #expect(device.timeline.entries.count == count)
    }

    @Test("a snapshot prints as a table")
    func table() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/a", as: .complete)
            try device.files.write(
                Array(repeating: 0, count: 12),
                to: "/b",
                as: ProtectionClass.none
            )
        }
        #expect(
            try device.reachablePlaintexts().description == """
                in the state locked:
                locked    complete  1  /a
                reachable none     12  /b
                """
        )
    }
}
