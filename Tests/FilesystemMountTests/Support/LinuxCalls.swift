import Glibc
import SystemPackage
import Testing

/// System calls of Linux that Swift's module of the C library leaves out.
enum LinuxCalls {
    private static func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function
    {
        unsafeBitCast(try #require(dlsym(nil, name)), to: type)
    }

    /// fallocate(2).
    static func fallocate(_ file: OpenFile, _ mode: Int32, _ offset: Int, _ count: Int) throws {
        typealias Call = @convention(c) (Int32, Int32, off_t, off_t) -> Int32
        let call = try symbol("fallocate", as: Call.self)
        try check(call(file.descriptor, mode, off_t(offset), off_t(count)) == 0)
    }

    /// copy_file_range(2) to the start of a file.
    static func copy(_ source: OpenFile, from offset: Int, to target: OpenFile) throws -> Int {
        typealias Call =
            @convention(c) (
                Int32, UnsafeMutablePointer<off_t>, Int32, UnsafeMutablePointer<off_t>, Int, UInt32
            ) -> Int
        var (from, to) = (off_t(offset), off_t(0))
        let call = try symbol("copy_file_range", as: Call.self)
        let count = call(source.descriptor, &from, target.descriptor, &to, 1 << 20, 0)
        try check(count >= 0)
        return count
    }

    /// renameat2(2).
    static func rename(_ path: String, to newPath: String, _ flags: UInt32) throws {
        typealias Call =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
        let call = try symbol("renameat2", as: Call.self)
        try check(call(AT_FDCWD, path, AT_FDCWD, newPath, flags) == 0)
    }

    /// setxattr(2); 1 demands a new attribute, 2 one that is there.
    static func setxattr(_ path: String, _ name: String, _ value: String, _ flags: Int32) throws {
        typealias Call =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, Int, Int32
            ) -> Int32
        let call = try symbol("setxattr", as: Call.self)
        try check(call(path, name, value, value.utf8.count, flags) == 0)
    }

    /// getxattr(2) with room for so many bytes; with room for none, zeros as many as there are.
    static func getxattr(_ path: String, _ name: String, room: Int = 100) throws -> String {
        typealias Call =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<UInt8>, Int
            ) -> Int
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try symbol("getxattr", as: Call.self)(path, name, &bytes, room)
        try check(count >= 0)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// listxattr(2).
    static func listxattr(_ path: String) throws -> String {
        typealias Call =
            @convention(c) (
                UnsafePointer<CChar>, UnsafeMutablePointer<UInt8>, Int
            ) -> Int
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try symbol("listxattr", as: Call.self)(path, &bytes, bytes.count)
        try check(count >= 0)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// removexattr(2).
    static func removexattr(_ path: String, _ name: String) throws {
        typealias Call = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
        try check(try symbol("removexattr", as: Call.self)(path, name) == 0)
    }

    /// statfs(2): type, block size, blocks, free, available, files, free files, id, longest name.
    static func statfs(_ path: String) throws -> [Int] {
        typealias Call = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int>) -> Int32
        var fields = [Int](repeating: 0, count: 15)
        try check(try symbol("statfs", as: Call.self)(path, &fields) == 0)
        return fields
    }

    /// When a file was made, from statx(2).
    static func created(_ path: String) throws -> timespec {
        typealias Call =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutablePointer<UInt64>
            ) -> Int32
        var fields = [UInt64](repeating: 0, count: 32)
        try check(try symbol("statx", as: Call.self)(AT_FDCWD, path, 0, 0x800, &fields) == 0)
        try #require(fields[0] & 0x800 != 0, "the time is told")
        return timespec(
            tv_sec: Int(fields[10]),
            tv_nsec: Int(UInt32(truncatingIfNeeded: fields[11]))
        )
    }
}
