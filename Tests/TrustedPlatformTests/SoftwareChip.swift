#if TPM
import Foundation
import KeyManagement
import SodiumCrypto
import Testing
import TrustedPlatform

/// A TPM in software, swtpm, with a state of its own and a socket in a temporary folder.
final class SoftwareChip {
    private static let places = ["/usr/bin", "/usr/local/bin"]
    private static let program = places.map { $0 + "/swtpm" }
        .first(where: FileManager.default.isExecutableFile)

    /// Whether there is one to run; tests of a chip are skipped without, with these words.
    static var isThere: Bool { program != nil && hasTools }
    static let absence: Comment = "neither swtpm nor tpm2-tools: apt-get install swtpm tpm2-tools"
    private static var hasTools: Bool {
        places.contains { FileManager.default.isExecutableFile(atPath: $0 + "/tpm2_getcap") }
    }

    let folder: URL
    var path: String { folder.path }
    private var process: Process?

    /// A chip fresh from the factory, switched on.
    init() throws {
        // Addresses of sockets are short.
        folder = URL(filePath: "/tmp/chip-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "state"),
            withIntermediateDirectories: true
        )
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private var socket: String { folder.appending(path: "socket").path }
    /// What went over the socket, in hexadecimal digits.
    var log: URL { folder.appending(path: "log") }

    func address() throws -> TPMAddress { try TPMAddress("swtpm:path=\(socket)") }

    /// A client of the chip.
    func chip(owner: SecretBox? = nil) throws -> TPM { TPM(try address(), owner: owner) }

    /// Switches the chip on.
    func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = [
            "socket", "--tpm2", "--tpmstate", "dir=\(folder.path)/state",
            "--server", "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl",
            "--flags", "not-need-init,startup-clear", "--log", "file=\(log.path),level=20",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        // It answers as soon as both sockets are there.
        while process.isRunning, (try? chip().lockoutCounter()) == nil { sched_yield() }
        try #require(process.isRunning, "swtpm does not start")
    }

    /// Cuts the power.
    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        for path in [socket, socket + ".ctrl"] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Runs one of tpm2-tools.
    @discardableResult
    func tool(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = [
            "PATH": Self.places.joined(separator: ":"), "TPM2TOOLS_TCTI": "swtpm:path=\(socket)",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words): \(text)")
        return text
    }

    /// Whether no key, object or session was left in the chip.
    func isTidy() throws -> Bool {
        for kind in ["transient", "loaded-session", "saved-session"] {
            guard try tool("tpm2_getcap", "handles-\(kind)").isEmpty else { return false }
        }
        return true
    }

    /// How many NV indices of the owner's there are.
    func indexCount() throws -> Int {
        try tool("tpm2_getcap", "handles-nv-index").split(separator: "\n").filter {
            $0.contains("0x18") || $0.contains("0x19") || $0.contains("0x1A") || $0.contains("0x1B")
        }.count
    }
}

/// Secrets of tests.
enum Sample {
    static let arena = SecureArena()

    /// `count` bytes, all the same.
    static func secret(_ byte: UInt8, count: Int = 32) throws -> SecretBox {
        let bytes = [UInt8](repeating: byte, count: count)
        return SecretBox(
            try SecureBytes(count: count, group: .transit, arena: arena) { $0.storeBytes(bytes) }
        )
    }

    /// What is in a secret, to compare it.
    static func bytes(_ secret: borrowing SecureBytes) throws -> [UInt8] {
        try secret.withBytes { $0.array }
    }
}
#endif
