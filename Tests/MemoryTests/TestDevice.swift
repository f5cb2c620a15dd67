import Foundation
import MemoryProbe
import ProtectionModel

/// A device on disk and everything about it that a scan looks for; gone with the object.
final class TestDevice {
    let folder: String
    private(set) var needles: [Needle] = []
    private var onDisk: DeviceOnDisk?
    /// Sealed files by their names on disk.
    private var names: [String: String] = [:]
    private var known: Set<String> = []

    var directory: String { folder + "/device" }
    var keyFolder: String { folder + "/key" }
    var runtimeFolder: String { folder + "/run" }
    var passcodeFile: String { folder + "/passcode" }

    /// Arguments of a probe that holds the keys.
    var place: [String] { [directory, keyFolder] }

    init() throws {
        folder = "/tmp/memory-\(UInt64.random(in: 0 ... .max))"
        for path in [folder, folder + "/key", folder + "/run"] {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        }
        try makePasscode(at: passcodeFile)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Writes 48 random letters to a file, and looks for them from now on.
    func makePasscode(at path: String) throws {
        let passcode = (0..<48).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
        try Data(passcode + [UInt8(ascii: "\n")]).write(to: URL(filePath: path))
        needles.append(Needle(name: "passcode in \(path)", bytes: passcode))
    }

    /// Works out the keys of the device that now exists.
    func learnKeys(passcodeFile: String? = nil) throws {
        let line = try Data(contentsOf: URL(filePath: passcodeFile ?? self.passcodeFile))
        let disk = try DeviceOnDisk(
            directory: directory,
            key: keyFolder + "/key",
            passcode: Array(line.dropLast())
        )
        onDisk = disk
        needles += disk.needles.flatMap(\.forms)
    }

    /// Works out the keys of all files that are there, before a later change replaces them; a file
    /// that is new gets the name and the plaintext of `path` and `seed`.
    func learnFile(_ path: String, seed: UInt64) throws {
        let new = try entries().first { names[$0] == nil }
        if let new {
            names[new] = path
            needles.append(
                Needle(name: "\(path): plaintext", bytes: Pattern(seed: seed).bytes)
            )
        }
        try learnFileKeys()
    }

    /// Every save and fold gives a file new keys.
    func learnFileKeys() throws {
        guard let onDisk else { return }
        for (entry, path) in names {
            let file = directory + "/files/" + entry
            guard FileManager.default.fileExists(atPath: file) else { continue }
            let secrets = try onDisk.secrets(ofFile: file, named: path)
            guard let last = secrets.last,
                known.insert(last.bytes.description).inserted
            else { continue }
            needles += secrets.flatMap(\.forms)
        }
    }

    private func entries() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory + "/files").filter {
            !$0.hasPrefix(".")
        }
    }
}
