import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedKeychain
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import TestSupport
import Testing

@Suite("Items when the power fails, the disk is full, and others are at work")
struct DurabilityTests {
    enum Operation: CaseIterable {
        case addFirst, add, changeSecret, changePrimaryKey, changeAccessibility, remove
    }

    private let ann = password("ann")
    private let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]

    private func prepare(_ phone: Phone, for operation: Operation) throws {
        guard operation != .addFirst else { return }
        try #require(phone.add(newPassword("ann", secret: "old")) == errSecSuccess)
        try #require(phone.add(newPassword("bob", secret: "bob")) == errSecSuccess)
    }

    private func perform(_ operation: Operation, _ phone: Phone) -> OSStatus {
        switch operation {
        case .addFirst, .add: phone.add(newPassword("cat", secret: "cat"))
        case .changeSecret: phone.update(ann, [kSecValueData: Data("new".utf8)])
        case .changePrimaryKey: phone.update(ann, [kSecAttrAccount: "eve"])
        case .changeAccessibility:
            phone.update(ann, [kSecAttrAccessible: kSecAttrAccessibleAlways])
        case .remove: phone.delete(ann)
        }
    }

    /// Each item with its secret and accessibility.
    private func picture(_ phone: Phone) throws -> [String] {
        let every: [CFString: Any] = [
            kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true, kSecReturnData: true,
        ]
        let found = phone.find(all.merging(every) { $1 })
        guard found.status == errSecSuccess else {
            try #require(found.status == errSecItemNotFound)
            return []
        }
        let items = try #require(found.result as? [[String: Any]])
        return items.map { item in
            let secret = (item["v_Data"] as? Data).map { String(decoding: $0, as: UTF8.self) }
            return "\(item["acct"] ?? "") \(item["pdmn"] ?? "") \(secret ?? "")"
        }.sorted()
    }

    @Test("a crash leaves the state before a change or after it", arguments: Operation.allCases)
    func crashes(operation: Operation) throws {
        let trial = try FaultyDevice()
        let phone = try Phone(trial.device)
        try prepare(phone, for: operation)
        let before = try picture(phone)
        let snapshots = trial.snapshots { #expect(perform(operation, phone) == errSecSuccess) }
        let after = try picture(phone)
        #expect(before != after)
        for (call, snapshot) in snapshots.enumerated() {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                let restarted = try RestartedDevice(on: snapshot.crash(choice))
                try restarted.unlock()
                let documents = restarted.documents
                let survivor = try Phone(trial.device, documents: documents)
                let now = try picture(survivor)
                #expect(now == before || now == after, "call \(call): \(now)")
                // What was acknowledged is there, whatever the disk had not written.
                if call == snapshots.count - 1 { #expect(now == after) }
            }
        }
    }

    @Test(
        "a failing disk leaves the state before a change or after it",
        arguments: Operation.allCases
    )
    func failures(operation: Operation) throws {
        let trial = try FaultyDevice()
        let phone = try Phone(trial.device)
        try prepare(phone, for: operation)
        let before = try picture(phone)
        let count = trial.callCount(of: { _ = perform(operation, phone) })
        let after = try picture(phone)
        for call in 0..<count {
            let faulty = try FaultyDevice()
            let phone = try Phone(faulty.device)
            try prepare(phone, for: operation)
            var status = errSecSuccess
            faulty.run(FaultPlan([.call(call): .diskFull])) {
                status = perform(operation, phone)
            }
            let now = try picture(phone)
            #expect(now == before || now == after, "call \(call): \(now)")
            if status == errSecSuccess { #expect(now == after, "call \(call)") }
        }
    }

    @Test("a full disk is told, and nothing is lost")
    func fullDisk() throws {
        let faulty = try FaultyDevice()
        let phone = try Phone(faulty.device)
        try prepare(phone, for: .add)
        faulty.run(FaultPlan(isDiskFull: true)) {
            #expect(phone.add(newPassword("cat")) == errSecDiskFull)
            #expect(phone.update(ann, [kSecValueData: Data("new".utf8)]) == errSecDiskFull)
        }
        #expect(phone.data(ann) == Data("old".utf8))
        #expect(phone.find(password("cat")).status == errSecItemNotFound)
    }

    @Test("a disk that fails is told")
    func failingDisk() throws {
        let faulty = try FaultyDevice()
        let phone = try Phone(faulty.device)
        faulty.run(FaultPlan(isDiskFailing: true)) {
            #expect(phone.add(newPassword()) == errSecIO)
        }
    }

    @Test("of two processes that add the same item, one is told of the other")
    func twoProcesses() throws {
        let device = try SimulatedDevice.make()
        let here = try Phone(device)
        let there = try Phone(device, documents: device.secondDocuments())
        try #require(here.add(newPassword(secret: "here")) == errSecSuccess)
        #expect(there.add(newPassword(secret: "there")) == errSecDuplicateItem)
        #expect(there.update(password(), [kSecValueData: Data("there".utf8)]) == errSecSuccess)
        #expect(here.data(password()) == Data("there".utf8))
        #expect(there.delete(password()) == errSecSuccess)
        #expect(here.find(password()).status == errSecItemNotFound)
    }

    @Test("many threads add and remove, and no item is there twice")
    func manyThreads() async throws {
        let phone = try Phone()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        _ = phone.add(newPassword("ann", secret: "\(worker) \(round)"))
                        _ = phone.update(password(), [kSecValueData: Data("\(worker)".utf8)])
                        if round % 3 == 0 { _ = phone.delete(password()) }
                    }
                }
            }
        }
        #expect(try picture(phone).count <= 1)
    }

    @Test("a damaged item is told as damaged, and never as missing or locked")
    func damage() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann")) == errSecSuccess)
        let documents = phone.device.documents
        let name = try #require(documents.names(in: .keychain).first)
        try documents.update(name, as: .complete) { _ in Array("nonsense".utf8) }
        #expect(phone.find(password()).status == errSecDecode)
    }

    /// Adds and removes other items on a thread until it is stopped.
    private final class Churn: Sendable {
        private let isOver = Atomic(false)
        private let ended = DispatchSemaphore(value: 0)

        init(_ phone: Phone) {
            Thread.detachNewThread { [self] in
                while !isOver.load(ordering: .relaxed) {
                    for name in ["x", "y", "z"] { _ = phone.add(newPassword(name)) }
                    for name in ["x", "y", "z"] { _ = phone.delete(password(name)) }
                }
                ended.signal()
            }
        }

        func stop() {
            isOver.store(true, ordering: .relaxed)
            ended.wait()
        }
    }

    // Without a passcode each call looks through all items for what lived with one.
    @Test(
        "an item is found while another thread adds and removes others",
        arguments: [true, false]
    )
    func othersGo(hasPasscode: Bool) throws {
        let phone = try Phone(hasPasscode: hasPasscode)
        try #require(phone.add(newPassword("ann", secret: "kept")) == errSecSuccess)
        let churn = Churn(phone)
        defer { churn.stop() }
        for _ in 0..<500 {
            #expect(phone.find(password("ann")).status == errSecSuccess)
            #expect(throws: Never.self) { try ItemStore(phone.device.documents, .all).all() }
        }
    }

    @Test("an item of which nothing can be told keeps nobody from the others, and is never missing")
    func damagedLabel() throws {
        let phone = try Phone()
        let host = HostFiles(phone.device.memoryFileSystem)
        try #require(phone.add(newPassword("ann", secret: "old")) == errSecSuccess)
        let before = try host.allBytes(below: "/device/system")
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        for (path, bytes) in try host.allBytes(below: "/device/system")
        where before[path] == nil { try host.overwrite(bytes.map { ~$0 }, path) }

        #expect(phone.data(ann) == Data("old".utf8))
        #expect(phone.update(ann, [kSecValueData: Data("new".utf8)]) == errSecSuccess)
        #expect(phone.add(newPassword("cat")) == errSecSuccess)
        #expect(phone.delete(password("cat")) == errSecSuccess)
        for name in ["bob", "cat"] {
            #expect(phone.find(password(name)).status == errSecDecode)
            #expect(phone.update(password(name), [kSecValueData: Data()]) == errSecDecode)
            #expect(phone.delete(password(name)) == errSecDecode)
        }
        #expect(throws: ProtectionError.self) { try ItemStore(phone.device.documents, .all).all() }
    }

    @Test("a restore that the disk does not take leaves the keychain as it was")
    func restoreFails() throws {
        let old = try Phone()
        try prepare(old, for: .add)
        let trial = try FaultyDevice()
        let count = trial.callCount {
            try? DeviceKeychain.restoreBackup(of: old.device, onto: trial.device)
        }
        #expect(try picture(Phone(trial.device)) == picture(old))
        for call in 0..<count {
            let faulty = try FaultyDevice()
            var isRestored = true
            faulty.run(FaultPlan([.call(call): .diskFull])) {
                do { try DeviceKeychain.restoreBackup(of: old.device, onto: faulty.device) } catch {
                    isRestored = false
                }
            }
            let now = try picture(Phone(faulty.device))
            #expect(now == (isRestored ? try picture(old) : []), "call \(call)")
        }
    }

    @Test("a damaged document keeps nobody from setting a passcode, nor the others from going")
    func damagedWithoutPasscode() throws {
        let phone = try Phone()
        let bound = newPassword("ann").merging([
            kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        ]) { $1 }
        try #require(phone.add(bound) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        let host = HostFiles(phone.device.memoryFileSystem)
        let before = try host.allBytes(below: "/device/system")
        try #require(phone.add(newPassword("cat")) == errSecSuccess)
        for (path, bytes) in try host.allBytes(below: "/device/system")
        where before[path] == nil {
            try host.overwrite(bytes.map { ~$0 }, path)
        }
        try phone.device.replacePasscode(SimulatedDevice.passcode, with: nil)
        #expect(throws: Never.self) { try phone.device.replacePasscode(nil, with: "1234") }
        // Bob's, and the damaged one.
        #expect(try phone.device.documents.names(in: .keychain).count == 2)
    }
}
