import FilesystemMount
import Foundation
import Glibc
import ProtectionModel
import SystemPackage
import Testing

/// A tree that the kernel shows in a folder of its own; whatever a test does, nothing stays mounted.
final class RealMount {
    /// Why nothing can be mounted here; nil when it can.
    static let refusal: String? = {
        do {
            _ = try RealMount()
            return nil
        } catch {
            return "\(error)"
        }
    }()

    let tree: MemoryTree
    let folder: String
    private(set) var mount: Mount

    /// Mounts a tree.
    init(
        _ tree: MemoryTree = MemoryTree(),
        _ change: (inout MountOptions) -> Void = { _ in }
    ) throws {
        self.tree = tree
        folder = try Self.makeFolder()
        var options = MountOptions(source: "memory of a test")
        options.allowsOthers = true
        change(&options)
        do { mount = try Mount(at: folder, options, showing: tree) } catch {
            rmdir(folder)
            throw error
        }
    }

    deinit {
        mount.end()
        rmdir(folder)
    }

    /// An empty folder.
    static func makeFolder() throws -> String {
        var name = Array((NSTemporaryDirectory() + "mount-XXXXXX").utf8CString)
        try #require(mkdtemp(&name) != nil)
        return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Opens a file for reading and writing, which is made if need be.
    func open(_ name: String, _ flags: Int32 = O_RDWR | O_CREAT) throws -> OpenFile {
        try OpenFile(path(name), flags)
    }

    func write(_ text: String, to name: String) throws {
        try open(name, O_RDWR | O_CREAT | O_TRUNC).write(text, at: 0)
    }

    func text(_ name: String) throws -> String {
        try open(name, O_RDONLY).text()
    }
}

/// An open file of the host, closed at its end.
final class OpenFile: Sendable {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(Errno) {
        let result = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard result >= 0 else { throw Errno(rawValue: errno) }
        descriptor = result
    }

    deinit {
        close(descriptor)
    }

    func write(_ text: String, at offset: Int) throws(Errno) {
        let count = pwrite(descriptor, text, text.utf8.count, off_t(offset))
        try check(count == text.utf8.count)
    }

    func text(from offset: Int = 0, _ limit: Int = 1 << 20) throws(Errno) -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, limit, off_t(offset))
        try check(count >= 0)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    var size: Int {
        get throws(Errno) {
            var status = stat()
            try check(fstat(descriptor, &status) == 0)
            return Int(status.st_size)
        }
    }
}

/// Throws errno for a system call that failed.
func check(_ isDone: Bool) throws(Errno) {
    let code = errno
    guard isDone else { throw Errno(rawValue: code) }
}

extension Trait where Self == ConditionTrait {
    /// Runs only where this process can mount.
    static var canMount: Self {
        .enabled(
            if: RealMount.refusal == nil,
            "nothing can be mounted here: \(RealMount.refusal ?? "")"
        )
    }
}
