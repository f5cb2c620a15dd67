import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport
import Testing

@Suite("Login credentials of applications")
struct DeviceCredentialsTests {
    private static let app = "com.example.app"

    private let device: SimulatedDevice
    private let credentials: DeviceCredentials

    init() throws {
        device = try .make()
        credentials = DeviceCredentials(device.documents)
    }

    private func text(_ account: String) throws -> String? {
        guard let credential = try credentials.credential(of: account, for: Self.app) else {
            return nil
        }
        return try credential.withBytes { String(decoding: $0.array, as: UTF8.self) }
    }

    private func store(
        _ text: String,
        _ account: String,
        as protection: ProtectionClass = .complete
    ) throws {
        let credential = try LoginCredential(published: text)
        try credentials.store(credential, of: account, for: Self.app, as: protection)
    }

    @Test("are read as they were stored, replaced and removed, each account for itself")
    func stored() throws {
        #expect(try text("ada") == nil)
        #expect(try credentials.accounts(of: Self.app).isEmpty)
        try store("secret", "ada")
        try store(String(repeating: "x", count: LoginCredential.byteLimit), "grace@example.com")
        try store("new secret", "ada")
        #expect(try text("ada") == "new secret")
        #expect(try text("grace@example.com")?.count == LoginCredential.byteLimit)
        #expect(try credentials.accounts(of: Self.app) == ["ada", "grace@example.com"])
        #expect(try credentials.accounts(of: "com.example.other").isEmpty)
        try credentials.remove("ada", of: Self.app)
        #expect(try text("ada") == nil)
        #expect(refusal { try credentials.remove("ada", of: Self.app) } == .notFound)
        try credentials.removeAll(of: Self.app)
        try credentials.removeAll(of: Self.app)
        #expect(try credentials.accounts(of: Self.app).isEmpty)
    }

    @Test("outlive a power loss, and are nowhere on the disk in plain")
    func durable() throws {
        try store("correct horse battery staple", "ada")
        try device.crash()
        try device.unlock()
        let credential = try DeviceCredentials(device.documents).credential(
            of: "ada",
            for: Self.app
        )
        #expect(try credential?.withBytes { $0.byteCount } == 28)
        for (path, bytes) in try device.host.allBytes(below: "/device") {
            let plain = Array("battery".utf8)
            #expect(bytes.indices.contains { bytes[$0...].starts(with: plain) } == false, "\(path)")
        }
    }

    @Test(
        "are unavailable while their class is closed, and never absent",
        arguments: [true, false]
    )
    func locked(reboots: Bool) throws {
        try store("secret", "ada")
        if reboots { try device.holder.reboot() } else { try device.lock() }
        #expect(refusal { try text("ada") } == .protectedDataUnavailable)
        #expect(refusal { try store("other", "ada") } == .protectedDataUnavailable)
        #expect(try credentials.accounts(of: Self.app) == ["ada"])
        try device.unlock()
        #expect(try text("ada") == "secret")
    }

    @Test("of a class that stays open can be read while locked")
    func background() throws {
        try store("token", "sync", as: .completeUntilFirstUserAuthentication)
        try device.lock()
        #expect(try text("sync") == "token")
    }

    @Test("a damaged one is damaged")
    func damaged() throws {
        try store("secret", "ada")
        let tree = try device.host.onlyEntry("/device/system")
        let file = try device.host.onlyEntry(try device.host.onlyEntry(tree))
        try device.host.overwrite([UInt8](repeating: 9, count: 700), file)
        #expect(refusal { try text("ada") } == .authenticationFailure)
    }

    @Test(
        "names that could lead elsewhere are refused",
        arguments: ["", ".", "..", "a/b", "../x", "a\0b"]
    )
    func names(name: String) throws {
        let credential = try LoginCredential(published: "x")
        #expect(
            refusal { try credentials.store(credential, of: name, for: Self.app) }
                == .invalidArgument
        )
        #expect(
            refusal { try credentials.store(credential, of: "ada", for: name) } == .invalidArgument
        )
        #expect(refusal { try credentials.accounts(of: name) } == .invalidArgument)
    }

    @Test("of no length or too great a length are refused", arguments: [0, 4_001, 10_000])
    func lengths(count: Int) throws {
        #expect(
            refusal { _ = try LoginCredential(published: String(repeating: "x", count: count)) }
                == .invalidArgument
        )
        let path = NSTemporaryDirectory() + "credential-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 120, count: count).write(to: URL(filePath: path))
        #expect(refusal { _ = try LoginCredential(contentsOfFile: path) } == .invalidArgument)
    }

    @Test(
        "are read from a file without the newline at its end",
        arguments: ["a", "a\n", "a\n\n", "\n\n"]
    )
    func fromFile(content: String) throws {
        let path = NSTemporaryDirectory() + "credential-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(content.utf8).write(to: URL(filePath: path))
        let credential = try LoginCredential(contentsOfFile: path)
        let expected = content.hasSuffix("\n") ? String(content.dropLast()) : content
        #expect(try credential.withBytes { String(decoding: $0.array, as: UTF8.self) } == expected)
        #expect(refusal { _ = try LoginCredential(contentsOfFile: path + "-none") } == .notFound)
    }
}
