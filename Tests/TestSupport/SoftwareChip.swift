package import Foundation
package import Testing

/// A TPM in software, swtpm, with a state of its own and a socket in a temporary folder.
package final class SoftwareChip {
    private static let places = ["/usr/bin", "/usr/local/bin"]
    private static let program = places.map { $0 + "/swtpm" }
        .first(where: FileManager.default.isExecutableFile)

    /// Whether there is one to run; tests of a chip are skipped without, with these words.
    package static var isThere: Bool { program != nil && hasTools }
    package static let absence: Comment =
        "neither swtpm nor tpm2-tools: apt-get install swtpm tpm2-tools"
    private static var hasTools: Bool {
        places.contains { FileManager.default.isExecutableFile(atPath: $0 + "/tpm2_getcap") }
    }

    private let folder: URL
    /// Its folder, where tests put files, too.
    package var path: String { folder.path }
    private var process: Process?

    /// A chip fresh from the factory, switched on.
    package init() throws {
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
    /// How tpm2-tss reaches it.
    package var address: String { "swtpm:path=\(socket)" }
    /// What went over the socket, in hexadecimal digits.
    package var log: URL { folder.appending(path: "log") }

    /// Switches the chip on.
    package func start() throws {
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
        while process.isRunning, !FileManager.default.fileExists(atPath: socket + ".ctrl") {
            sched_yield()
        }
        // A socket has its name before it takes connections.
        while process.isRunning, (try? tool("tpm2_getcap", "commands")) == nil {}
        try #require(process.isRunning, "swtpm does not start")
    }

    /// Cuts the power.
    package func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        for path in [socket, socket + ".ctrl"] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Runs one of tpm2-tools.
    @discardableResult
    package func tool(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = [
            "PATH": Self.places.joined(separator: ":"), "TPM2TOOLS_TCTI": address,
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
    package func isTidy() throws -> Bool {
        for kind in ["transient", "loaded-session", "saved-session"] {
            guard try tool("tpm2_getcap", "handles-\(kind)").isEmpty else { return false }
        }
        return true
    }

    /// How many NV indices of the owner's there are.
    package func indexCount() throws -> Int {
        try tool("tpm2_getcap", "handles-nv-index").split(separator: "\n").filter {
            $0.contains("0x18") || $0.contains("0x19") || $0.contains("0x1A") || $0.contains("0x1B")
        }.count
    }
}
