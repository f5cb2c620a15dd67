import Foundation

/// `reader/read_device.py`, which shares no code with the store.
enum IndependentReader {
    struct Outcome {
        let status: Int32
        let files: [ListedFile]
        let talk: String
    }

    private static let interpreter = "/usr/bin/python3"

    private static var script: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("reader/read_device.py")
    }

    /// Whether interpreter and modules are here: Debian's python3, python3-cryptography,
    /// python3-pycryptodome.
    static let isAvailable: Bool = {
        let check = """
            import cryptography
            try: import Cryptodome
            except ImportError: import Crypto
            """
        return (try? run(["-c", check]))?.status == 0
    }()

    static func read(_ device: URL, keys: URL) throws -> Outcome {
        let (status, output, talk) = try run([script.path, device.path, keys.path])
        return Outcome(status: status, files: try ListedFile.parse(output), talk: talk)
    }

    private static func run(
        _ arguments: [String]
    ) throws -> (status: Int32, output: Data, talk: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        // No bytecode is left in the repository, and no module is taken from elsewhere.
        process.arguments = ["-B", "-s"] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        let scratch = try Scratch()
        let files = ["output", "talk"].map { scratch.url.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        // Files and not pipes: nobody has to empty them while the process runs.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let talk = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
        return (process.terminationStatus, try Data(contentsOf: files[0]), talk)
    }
}
