import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("What happens around a lock")
struct LockNoticeTests {
    private let device: SimulatedDevice

    init() throws {
        device = try .make()
        try device.files.write([1], to: "/a", as: .complete)
    }

    @Test("row 78: protected data will become unavailable is heard while it can still be read")
    func beforeDiscard() throws {
        let heard = Mutex<[String]>([])
        let device = device
        let observation = device.holder.observe { notice in
            let isReadable = (try? device.files.read("/a")) == [1]
            let word =
                switch notice {
                case .event(let event): event.kind.rawValue
                case .willDiscard(let classes): "discard \(classes.map(\.name).sorted())"
                case .didDiscard: "discarded"
                case .willEnd, .didEnd: "end"
                }
            heard.withLock { $0.append("\(word): \(isReadable)") }
        }
        try device.holder.lock(skippingGrace: false)
        device.advance(by: .seconds(10))
        observation.cancel()
        #expect(
            heard.withLock { $0 } == [
                "will-become-unavailable: true",
                "discard [\"complete\", \"complete-unless-open\"]: true",
                "discarded: false",
                "became-unavailable: false",
            ]
        )
    }

    @Test("a lock waits for no read of the files whose keys go, however many are open")
    func readsNothing() throws {
        let faults = FaultInjectingFileSystem(device.memoryFileSystem)
        let files = try device.secondStore(on: faults)
        var handles: [ProtectedFile] = []
        for number in 0..<20 {
            let path = try DevicePath("/a\(number)")
            try files.write([1], to: path, as: .complete)
            handles.append(try files.open(path, .read))
        }
        let kept = try files.open("/c", creating: true, as: .completeUntilFirstUserAuthentication)
        faults.install(FaultPlan())
        try device.lock()
        #expect(faults.callCount(of: .read) == 1, "the one file of class C may be another's by now")
        for handle in handles + [kept] { try handle.close(durability: .none) }
    }

    @Test("row 79: did become available comes with the unlock, and the answer is true")
    func available() throws {
        try device.lock()
        _ = device.takeEvents()
        try device.unlock()
        #expect(device.takeEvents().map(\.kind) == [.didBecomeAvailable])
        #expect(try device.holder.status().isProtectedDataAvailable)
    }

    @Test("the first unlock says so first")
    func firstUnlock() throws {
        try device.holder.reboot()
        try device.unlock()
        #expect(
            device.takeEvents().map(\.kind) == [.rebooted, .firstUnlock, .didBecomeAvailable]
        )
    }

    @Test(
        "row 80: the answer is false on every locked launch, though class C can be read",
        arguments: [Situation.beforeFirstUnlock, .grace, .locked, .userInactive]
    )
    func unavailable(situation: Situation) throws {
        try device.files.write([3], to: "/c", as: .completeUntilFirstUserAuthentication)
        try situation.enter(device)
        #expect(try !device.holder.status().isProtectedDataAvailable)
        #expect(
            (refusal { try device.files.read("/c") } == nil) == (situation != .beforeFirstUnlock)
        )
    }

    @Test("row 92: file keys of class A are wiped at the lock, of B and C are not")
    func wiped() throws {
        let keys = try ProtectionClass.allCases.map { protection in
            let request = NewKeyRequest(fileID: FileID([UInt8](1...16)), protection: protection)
            return (protection, try #require(try device.holder.makeKeys([request]).first).key)
        }
        #expect(keys.allSatisfy { !$0.1.secret.isWiped })
        try device.lock()
        for (protection, key) in keys {
            #expect(key.secret.isWiped == (protection == .complete))
        }
        #expect(throws: CryptoError(.secretWiped)) {
            try keys.first { $0.0 == .complete }?.1.secret.withBytes { _ in }
        }
        device.advance(by: SimulatedDevice.userInactiveAfter)
        for (protection, key) in keys {
            #expect(
                key.secret.isWiped
                    == [.complete, .completeWhenUserInactive].contains(protection)
            )
        }
        try device.holder.reboot()
        #expect(keys.allSatisfy { $0.1.secret.isWiped })
    }
}
