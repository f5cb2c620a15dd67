import FilesystemMount
import Foundation
import Glibc
import ProtectionModel
import Synchronization
import SystemIO
import SystemPackage
import Testing

@Suite("A mount", .canMount)
struct MountTests {
    @Test("stands in the table, with its source, until it is unmounted")
    func table() throws {
        let real = try RealMount()
        let entry = try #require(MountTable.ours().first { $0.point == real.mount.path })
        #expect(entry.source == "memory of a test" && entry.type == "fuse.protectctl")
        #expect(!entry.isReadOnly && real.mount.isMounted)
        try real.mount.unmount()
        #expect(!MountTable.ours().contains { $0.point == real.mount.path })
        try real.mount.waitUntilEnd()
        #expect(!real.mount.isMounted && real.tree.state.withLock { $0.isUnmounted })
    }

    @Test("that is read-only takes no write")
    func readOnly() throws {
        let real = try RealMount { $0.isReadOnly = true }
        #expect(throws: Errno.readOnlyFileSystem) { try real.open("a") }
        #expect(MountTable.ours().contains { $0.point == real.mount.path && $0.isReadOnly })
    }

    @Test("ends when somebody else unmounts it")
    func unmountedByOthers() throws {
        let real = try RealMount()
        try Mount.unmount(real.folder)
        try real.mount.waitUntilEnd()
        try real.mount.unmount()
    }

    @Test("in use is not unmounted, and goes on")
    func busy() throws {
        let real = try RealMount()
        let file = try real.open("a")
        #expect(throws: ProtectionError(.busy, "")) { try real.mount.unmount() }
        #expect(throws: ProtectionError(.busy, "")) { try Mount.unmount(real.folder) }
        try file.write("still", at: 0)
        #expect(try file.text() == "still")
    }

    @Test("in use ends when it has to, and who uses it hears that")
    func end() throws {
        let real = try RealMount()
        let file = try real.open("a")
        real.mount.end()
        #expect(throws: Errno.socketNotConnected) { try file.write("x", at: 0) }
        #expect(!real.mount.isMounted)
        try real.mount.waitUntilEnd()
    }

    @Test("ends although a request waits, which fails")
    func endWhileWaiting() throws {
        let real = try RealMount(MemoryTree(waitsWhileLocked: true))
        let file = try real.open("a")
        real.tree.isLocked = true
        let outcome = Mutex<Errno?>(nil)
        let thread = try SystemThread {
            do throws(Errno) { try file.write("x", at: 0) } catch {
                outcome.withLock { $0 = error }
            }
        }
        while real.tree.count("waiting") == 0 { SystemTime.sleep(.milliseconds(1)) }
        real.mount.end()
        thread.finish()
        #expect(outcome.withLock { $0 } == .interrupted)
    }

    @Test("lets a signal interrupt a request that waits, and go on after the unlock")
    func signal() throws {
        let real = try RealMount(MemoryTree(waitsWhileLocked: true))
        let file = try real.open("a")
        real.tree.isLocked = true
        let outcome = Mutex<Errno?>(nil)
        let thread = try SystemThread {
            do throws(Errno) { try file.write("x", at: 0) } catch {
                outcome.withLock { $0 = error }
            }
        }
        while real.tree.count("waiting") == 0 { SystemTime.sleep(.milliseconds(1)) }
        thread.interrupt()
        thread.finish()
        #expect(outcome.withLock { $0 } == .interrupted)
        real.tree.isLocked = false
        try file.write("x", at: 0)
        #expect(try file.text() == "x")
    }

    @Test("is not made where it cannot be, and says why")
    func refused() throws {
        let folder = try RealMount.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        let places: [(String, ErrorCode, String)] = [
            (folder + "/none", .notFound, "mount point '\(folder)/none' does not exist"),
            (file, .notADirectory, "mount point '\(file)' is not a folder"),
            (folder, .directoryNotEmpty, "mount point '\(folder)' is not empty"),
        ]
        for (path, code, message) in places {
            let error = #expect(throws: ProtectionError(code, "")) {
                try Mount(at: path, MountOptions(source: "x"), showing: MemoryTree())
            }
            #expect(error?.message == message)
        }
        #expect(!MountTable.ours().contains { $0.point.hasPrefix(folder) })
        let real = try RealMount()
        #expect(throws: ProtectionError(.busy, "")) {
            try Mount(at: real.folder, MountOptions(source: "x"), showing: MemoryTree())
        }
        #expect(throws: ProtectionError(.notFound, "")) { try Mount.unmount(folder) }
    }

    @Test("covers files only where that is asked for")
    func full() throws {
        let folder = try RealMount.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        var options = MountOptions(source: "x")
        options.isAllowedFull = true
        let mount = try Mount(at: folder, options, showing: MemoryTree())
        defer { mount.end() }
        #expect(access(folder + "/file", F_OK) == -1)
        try mount.unmount()
        #expect(access(folder + "/file", F_OK) == 0)
    }

    @Test("whose program is gone can be told from others, and unmounted")
    func abandoned() throws {
        let folder = try RealMount.makeFolder()
        defer { rmdir(folder) }
        do {
            let device = try MountDevice.open()
            try MountCalls.mount(
                device,
                from: "x",
                at: folder,
                type: Mount.type,
                options: ["rootmode=40000", "user_id=0", "group_id=0"],
                isReadOnly: false
            )
        }
        let error = #expect(throws: ProtectionError(.busy, "")) {
            try Mount(at: folder, MountOptions(source: "x"), showing: MemoryTree())
        }
        #expect(error?.message == "mount point '\(folder)' is a mount whose program has gone")
        try Mount.unmount(folder)
        #expect(!MountTable.ours().contains { $0.point == folder })
    }
}
