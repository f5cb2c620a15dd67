import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("The device's own documents")
struct DeviceDocumentsTests {
    private static let usual = ProtectionClass.completeUntilFirstUserAuthentication

    private let device: SimulatedDevice
    private let name: DocumentName

    init() throws {
        device = try .make()
        name = try DocumentName("com.example.app.plist", in: .preferences)
    }

    private func set(
        _ bytes: [UInt8]?,
        as protection: ProtectionClass = usual
    ) throws(ProtectionError) {
        try device.documents.update(name, as: protection) { _ in bytes }
    }

    @Test("are none at first, and looking for them makes nothing on the disk")
    func none() throws {
        #expect(try device.documents.read(name) == nil)
        #expect(try device.documents.names(in: .preferences).isEmpty)
        #expect(try device.host.names("/device").contains("system") == false)
    }

    @Test("are read as they were written, by others too, and gone when removed")
    func written() throws {
        try set([1, 2])
        #expect(try device.documents.read(name) == [1, 2])
        try device.documents.update(name, as: Self.usual) { old in old.map { $0 + [3] } }
        #expect(try device.documents.names(in: .preferences) == [name])
        #expect(try device.documents.names(in: .identifiers).isEmpty)
        try device.crash()
        try device.unlock()
        #expect(try device.documents.read(name) == [1, 2, 3])
        try set(nil)
        #expect(try device.documents.read(name) == nil)
        try set(nil)
    }

    @Test("are not files of the user")
    func apart() throws {
        try set([1])
        #expect(try device.files.names(in: .root).isEmpty)
        #expect(try device.files.check().checked == 1)
    }

    @Test(
        "cannot be read, nor be taken for absent, while their class is closed",
        arguments: [
            (ProtectionClass.complete, true, true), (.complete, false, true),
            (.completeUntilFirstUserAuthentication, true, false),
            (.completeUntilFirstUserAuthentication, false, true), (.none, false, false),
        ]
    )
    func locked(protection: ProtectionClass, afterFirstUnlock: Bool, isClosed: Bool) throws {
        try set([1], as: protection)
        if afterFirstUnlock {
            try device.holder.lock(skippingGrace: true)
        } else {
            try device.holder.reboot()
        }
        let expected: ErrorCode? = isClosed ? .protectedDataUnavailable : nil
        #expect(refusal { _ = try device.documents.read(name) } == expected)
        #expect(refusal { try set([2], as: protection) } == expected)
        #expect(try device.documents.names(in: .preferences) == [name])
        try device.unlock()
        #expect(try device.documents.read(name) == (isClosed ? [1] : [2]))
    }

    @Test("stay when the change is given up, and are not written again when it changes nothing")
    func unchanged() throws {
        try set([1])
        let before = try device.host.allBytes(below: "/device/system")
        #expect(
            refusal {
                try device.documents.update(name, as: Self.usual) { _ throws(ProtectionError) in
                    throw ProtectionError(.invalidArgument, "no")
                }
            } == .invalidArgument
        )
        try set([1])
        #expect(try device.host.allBytes(below: "/device/system") == before)
    }

    @Test("are damaged, and never absent, when a bit of them is flipped")
    func damaged() throws {
        try set([1])
        let folder = try device.host.onlyEntry("/device/system")
        let file = try device.host.onlyEntry(folder)
        try device.host.overwrite([UInt8](repeating: 7, count: 600), file)
        #expect(
            refusal { _ = try device.documents.read(name) }
                == .authenticationFailure
        )
        #expect(
            refusal { try set([2]) } == .authenticationFailure
        )
        #expect(try device.documents.check(repairing: false)?.damaged.count == 1)
        try device.documents.remove(name)
        #expect(try device.documents.read(name) == nil)
        try device.documents.remove(name)
    }

    @Test("say that the device is off, whether there are any or not")
    func off() throws {
        try device.holder.shutDown()
        #expect(
            refusal { _ = try device.documents.read(name) }
                == .deviceOff
        )
        #expect(
            refusal {
                _ = try device.documents.names(in: .preferences)
            } == .deviceOff
        )
    }

    @Test("a planted link in the place of their folder is refused")
    func planted() throws {
        let root = try OwnedFile("/device", in: nil, .directory, on: device.memoryFileSystem)
        try device.memoryFileSystem.plantSymbolicLink(
            to: "/keys",
            as: "system",
            in: root.descriptor
        )
        #expect(refusal { try set([1]) } != nil)
        #expect(try device.host.names("/keys").count == 2)
    }

    @Test("an observer hears of each change once it is made, and of no other folder's")
    func observed() throws {
        let seen = Mutex<[[UInt8]?]>([])
        let documents = device.documents
        let observation = try documents.observe(.preferences) { [name] in
            let content = try? documents.read(name)
            seen.withLock { $0.append(content) }
        }
        try set([1])
        let other = try DocumentName("x", in: .profiles)
        try documents.update(other, as: Self.usual) { _ in [5] }
        try set([2])
        try set(nil)
        let told = seen.withLock { $0 }
        #expect(Array(Set(told)).count == 3)
        #expect(told.last == .some(nil))
        observation.cancel()
        try set([3])
        #expect(seen.withLock { $0.count } == told.count)
    }

    @Test("another process that updates keeps this one waiting, and is named busy")
    func busy() throws {
        let root = try OwnedFile("/device", in: nil, .directory, on: device.memoryFileSystem)
        let lock = try OwnedFile(
            ".documents",
            in: root.descriptor,
            [.writing, .creating],
            on: device.memoryFileSystem
        )
        #expect(try device.memoryFileSystem.lockByte(lock.descriptor, at: 0, .exclusive))
        #expect(refusal { try set([1]) } == .busy)
        #expect(try device.documents.read(name) == nil)
    }

    @Test("are old or new wherever the power goes, the first one too")
    func powerLoss() throws {
        for old in [nil, [UInt8(1)]] {
            let faulty = try FaultyDevice()
            if let old {
                try faulty.device.documents.update(name, as: Self.usual) { _ in old }
            }
            let snapshots = try faulty.snapshots {
                try faulty.device.documents.update(name, as: Self.usual) { _ in [2] }
            }
            for (index, snapshot) in snapshots.enumerated() {
                for choice in snapshot.enumerateCrashStates(limit: 12, seed: UInt64(index)) {
                    let restarted = try RestartedDevice(on: snapshot.crash(choice))
                    try restarted.unlock()
                    let found = try restarted.documents.read(name)
                    #expect(found == old || found == [2], "call \(index)")
                    if index == snapshots.count - 1 { #expect(found == [2]) }
                    try restarted.documents.update(name, as: Self.usual) { _ in [3] }
                    #expect(try restarted.documents.read(name) == [3])
                }
            }
        }
    }

    @Test(
        "are old or new when any call fails, and the next try succeeds",
        arguments: [true, false]
    )
    func faults(isFirst: Bool) throws {
        func prepared() throws -> FaultyDevice {
            let faulty = try FaultyDevice()
            guard !isFirst else { return faulty }
            try faulty.device.documents.update(name, as: Self.usual) { _ in [1] }
            return faulty
        }
        let sample = try prepared()
        let count = try sample.callCount {
            try sample.device.documents.update(name, as: Self.usual) { _ in [2] }
        }
        #expect(count > 10)
        for call in 0..<count {
            let faulty = try prepared()
            let documents = faulty.device.documents
            var isRefused = false
            faulty.run(FaultPlan([.call(call): .diskFull])) {
                isRefused =
                    refusal {
                        try documents.update(name, as: Self.usual) { _ in [2] }
                    } != nil
            }
            let found = try documents.read(name)
            #expect(found == [2] || isRefused && found == (isFirst ? nil : [1]), "call \(call)")
            try documents.update(name, as: Self.usual) { _ in [3] }
            #expect(try documents.read(name) == [3])
        }
    }
}
