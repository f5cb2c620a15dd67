import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Class B: complete unless open")
struct UnlessOpenClassTests {
    private let device: SimulatedDevice
    private let content = Array("download".utf8)

    init() throws {
        device = try .make()
    }

    @Test("row 3: a file is made in a class B folder while locked")
    func createLocked() throws {
        try device.files.makeDirectory("/folder", as: .completeUnlessOpen)
        try device.lock()
        try device.files.write(content, to: "/folder/b")
        #expect(try device.files.metadata(of: "/folder/b").protection == .completeUnlessOpen)
    }

    @Test("row 22: a handle opened before the lock reads and writes on")
    func handleLocked() throws {
        try device.files.write(content, to: "/b", as: .completeUnlessOpen)
        let handle = try device.files.open("/b")
        try device.lock()
        #expect(try handle.read(at: 0, count: 100) == content)
        try handle.append(content)
        try handle.truncate(to: 12)
        #expect(try handle.read(at: 0, count: 100) == content + Array("down".utf8))
        try handle.close()
        try device.unlock()
        #expect(try device.files.read("/b") == content + Array("down".utf8))
    }

    @Test("row 23: a file made while locked is written and read back through its own handle")
    func createdHandle() throws {
        try device.lock()
        let handle = try device.files.open("/b", creating: true, as: .completeUnlessOpen)
        try handle.write(content, at: 0)
        #expect(try handle.read(at: 0, count: 100) == content)
    }

    @Test("row 24: made while locked and closed, it opens only after the unlock")
    func createdAndClosed() throws {
        try device.lock()
        let handle = try device.files.open("/b", creating: true, as: .completeUnlessOpen)
        try handle.write(content, at: 0)
        try handle.close()
        #expect(refusal { try device.files.open("/b", .read) } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try device.files.read("/b") == content)
    }

    @Test("row 24: before the first unlock too")
    func createdBeforeFirstUnlock() throws {
        try device.holder.reboot()
        let handle = try device.files.open("/b", creating: true, as: .completeUnlessOpen)
        try handle.write(content, at: 0)
        #expect(try handle.read(at: 0, count: 100) == content)
        try handle.close()
        #expect(refusal { try device.files.read("/b") } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try device.files.read("/b") == content)
    }

    @Test("row 25: open in one process, it opens in no other while locked, nor again in the same")
    func secondProcess() throws {
        try device.files.write(content, to: "/b", as: .completeUnlessOpen)
        let handle = try device.files.open("/b", .read)
        let other = try device.secondStore()
        #expect(try other.read("/b") == content)
        try device.lock()
        #expect(refusal { try other.open("/b", .read) } == .protectedDataUnavailable)
        #expect(refusal { try device.files.open("/b", .read) } == .protectedDataUnavailable)
        #expect(try handle.read(at: 0, count: 100) == content)
    }

    @Test("row 26: opening an existing one as if to create it is refused while locked")
    func createExisting() throws {
        try device.files.write(content, to: "/b", as: .completeUnlessOpen)
        try device.lock()
        #expect(
            refusal { try device.files.open("/b", creating: true, as: .completeUnlessOpen) }
                == .protectedDataUnavailable
        )
    }

    @Test("row 27: a new name is created while locked")
    func createNew() throws {
        try device.files.write(content, to: "/b", as: .completeUnlessOpen)
        try device.lock()
        let handle = try device.files.open("/b2", creating: true, as: .completeUnlessOpen)
        try handle.write(content, at: 0)
        #expect(try device.files.names(in: .root) == ["b", "b2"])
    }

    @Test("row 91: the wrap is an ephemeral public key and a sealed key, new for each file")
    func ephemeralKey() throws {
        for name in ["b", "c"] {
            try device.files.write(
                content,
                to: .root.appending(name),
                as: .completeUnlessOpen
            )
        }
        try device.files.write(content, to: "/a", as: .complete)
        let wraps = try device.host.entries().map { entry in
            // Of the header: length of the wrap (2) at 60, the wrap from 152 on.
            let bytes = try device.host.bytes(HostFiles.tree + "/" + entry)
            return Array(bytes[152..<152 + Int(bytes[60])])
        }
        .sorted { $0.count < $1.count }
        #expect(wraps.map(\.count) == [72, 80, 80])
        #expect(wraps[1][..<32] != wraps[2][..<32])
        #expect(wraps[1][..<32].contains { $0 != 0 })
    }

    @Test("row 91: no class B private key is left while locked, and the public key is")
    func privateKey() throws {
        let fileID = FileID([UInt8](repeating: 7, count: 16))
        let request = NewKeyRequest(fileID: fileID, protection: .completeUnlessOpen)
        let new = try #require(try device.holder.makeKeys([request]).first)
        func unwrap() throws -> Result<SecretBox, ProtectionError>? {
            try device.holder.unwrap([UnwrapRequest(new.wrapped, fileID: fileID)]).first
        }
        #expect(throws: Never.self) { try unwrap()?.get() }
        try device.lock()
        #expect(throws: ProtectionError(.protectedDataUnavailable, "")) { try unwrap()?.get() }
        #expect(try device.holder.makeKeys([request]).count == 1)
    }
}
