import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Classes C, D and when-user-inactive")
struct LaterClassesTests {
    private let content = Array("state".utf8)

    @Test("row 4: a file is made in a class C folder while locked")
    func createLocked() throws {
        let device = try SimulatedDevice.make()
        try device.files.makeDirectory("/c", as: .completeUntilFirstUserAuthentication)
        try device.lock()
        try device.files.write(content, to: "/c/new")
        #expect(try device.files.read("/c/new") == content)
    }

    @Test("row 5: a file is not made in a class C folder before the first unlock")
    func createBeforeFirstUnlock() throws {
        let device = try SimulatedDevice.make()
        try device.files.makeDirectory("/c", as: .completeUntilFirstUserAuthentication)
        try device.holder.reboot()
        #expect(
            refusal { try device.files.write(content, to: "/c/new") }
                == .protectedDataUnavailable
        )
        #expect(try device.files.names(in: "/c") == [])
    }

    @Test("row 6: class D is made, opened, read and written always", arguments: Situation.allCases)
    func unprotected(situation: Situation) throws {
        let device = try situation.device()
        try device.files.write(content, to: "/old", as: ProtectionClass.none)
        try situation.enter(device)
        #expect(try device.files.read("/old") == content)
        let handle = try device.files.open("/new", creating: true, as: ProtectionClass.none)
        try handle.write(content, at: 0)
        #expect(try handle.read(at: 0, count: 9) == content)
        try handle.close()
        #expect(try device.files.read("/new") == content)
    }

    @Test("row 28: class C is opened, read and written while locked after the first unlock")
    func locked() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(
            content,
            to: "/c",
            as: .completeUntilFirstUserAuthentication
        )
        try device.lock()
        let handle = try device.files.open("/c")
        try handle.append(content)
        #expect(try handle.read(at: 0, count: 99) == content + content)
    }

    @Test("rows 29, 30: class C is closed from the boot to the first unlock, and then stays open")
    func untilFirstUnlock() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(
            content,
            to: "/c",
            as: .completeUntilFirstUserAuthentication
        )
        for _ in 0..<2 {
            try device.holder.reboot()
            #expect(refusal { try device.files.read("/c") } == .protectedDataUnavailable)
            try device.unlock()
            try device.lock()
            device.advance(by: .seconds(3_600 * 24 * 365))
            #expect(try device.files.read("/c") == content)
        }
    }

    @Test("row 31: after 72 hours without the user the device restarts, and class C is closed")
    func inactivityReboot() throws {
        let device = try SimulatedDevice.make { $0.inactivityReboot = .seconds(72 * 3_600) }
        try device.files.write(
            content,
            to: "/c",
            as: .completeUntilFirstUserAuthentication
        )
        let handle = try device.files.open("/c", .read)
        try device.lock()
        device.advance(by: .seconds(72 * 3_600 - 1))
        #expect(try device.files.read("/c") == content)
        device.advance(by: .seconds(1))
        #expect(refusal { try device.files.read("/c") } == .protectedDataUnavailable)
        #expect(refusal { try handle.read(at: 0, count: 1) } == .handleClosed)
        #expect(try device.holder.status().state == .beforeFirstUnlock)
        #expect(device.takeEvents().last?.kind == .rebooted)
    }

    @Test("rows 35, 36: when-user-inactive is open after the lock until the time has run out")
    func userInactive() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(content, to: "/x", as: .completeWhenUserInactive)
        let handle = try device.files.open("/x")
        try device.lock()
        device.advance(by: SimulatedDevice.userInactiveAfter - .milliseconds(1))
        #expect(try device.files.read("/x") == content)
        try device.files.write(content, to: "/new", as: .completeWhenUserInactive)
        device.advance(by: .milliseconds(1))
        #expect(refusal { try device.files.read("/x") } == .protectedDataUnavailable)
        #expect(refusal { try handle.read(at: 0, count: 1) } == .protectedDataUnavailable)
        #expect(
            refusal {
                try device.files.write(content, to: "/y", as: .completeWhenUserInactive)
            } == .protectedDataUnavailable
        )
        try device.unlock()
        #expect(try handle.read(at: 0, count: 99) == content)
        #expect(try device.files.read("/new") == content)
    }

    @Test("row 37: when-user-inactive is closed before the first unlock")
    func userInactiveBeforeFirstUnlock() throws {
        let device = try SimulatedDevice.make()
        try device.files.write(content, to: "/x", as: .completeWhenUserInactive)
        try device.holder.reboot()
        #expect(refusal { try device.files.read("/x") } == .protectedDataUnavailable)
    }

    @Test("row 38: without a passcode every class is open forever", arguments: [0, 11, 1_000_000])
    func noPasscode(seconds: Int) throws {
        let device = try SimulatedDevice.make(hasPasscode: false)
        for protection in ProtectionClass.allCases {
            let path = try DevicePath.root.appending(protection.name)
            try device.files.write(content, to: path, as: protection)
            try device.lock()
            device.advance(by: .seconds(seconds))
            #expect(try device.files.read(path) == content)
            #expect(try device.holder.status().isProtectedDataAvailable)
            try device.holder.reboot()
            #expect(try device.files.read(path) == content)
            #expect(try device.files.metadata(of: path).protection == protection)
        }
    }
}
