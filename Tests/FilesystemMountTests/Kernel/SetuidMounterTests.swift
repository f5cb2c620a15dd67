import FilesystemMount
import Foundation
import Glibc
import ProtectionModel
import Testing

@Suite("The helper that mounts for users")
struct SetuidMounterTests {
    @Test(
        "mounts and unmounts",
        .canMount,
        .enabled(if: access("/usr/bin/fusermount3", X_OK) == 0, "fusermount3 is not installed")
    )
    func helper() throws {
        let real = try RealMount {
            $0.alwaysUsesHelper = true
            $0.source = "a,b\\c"
        }
        try real.write("by the helper", to: "a")
        #expect(try real.text("a") == "by the helper")
        let entry = try #require(MountTable.ours().first { $0.point == real.mount.path })
        #expect(entry.source == "a,b\\c")
        let file = try real.open("a")
        #expect(throws: ProtectionError(.busy, "")) { try real.mount.unmount() }
        try file.write("B", at: 0)
        real.mount.end()
        #expect(!real.mount.isMounted)
    }

    /// Another process writes it: a descriptor of this one could be inherited by what another test starts,
    /// and a file that somebody may write cannot be run (`ETXTBSY`, execve(2)).
    private static func write(_ script: String, to program: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command = #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#
        shell.arguments = ["-c", command, "sh", program, script]
        try shell.run()
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0)
    }

    /// A script in the place of the helper.
    private static func mount(_ script: String) throws -> ProtectionError? {
        let folder = try RealMount.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/helper"
        try write(script, to: program)
        try FileManager.default.createDirectory(
            atPath: folder + "/mnt",
            withIntermediateDirectories: false
        )
        var options = MountOptions(source: "phone")
        options.alwaysUsesHelper = true
        options.helper = program
        do throws(ProtectionError) {
            _ = try Mount(at: folder + "/mnt", options, showing: MemoryTree())
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is heard when it refuses",
        arguments: [
            (
                "fusermount3: option allow_other only allowed if 'user_allow_other' is set in "
                    + "/etc/fuse.conf", ErrorCode.permissionDenied
            ),
            (
                "fusermount3: user has no write access to mountpoint /x",
                .permissionDenied
            ),
            ("fusermount3: fuse device not found, try 'modprobe fuse' first", .notFound),
            ("fusermount3: failed to open /dev/fuse: Permission denied", .permissionDenied),
            ("fusermount3: mount failed: Device or resource busy", .busy),
            ("fusermount3: something else", .inputOutput),
        ]
    )
    func refusals(message: String, code: ErrorCode) throws {
        let error = try Self.mount("echo \"\(message)\" >&2; exit 1")
        #expect(error?.code == code)
        #expect(error?.message.hasSuffix(": " + message.dropFirst(13)) == true)
    }

    @Test("that says nothing, or sends nothing, is an error all the same", arguments: ["3", "0"])
    func silent(status: String) throws {
        let error = try Self.mount("exit \(status)")
        #expect(error?.code == .inputOutput)
        #expect(error?.message.hasSuffix("ended with \(status)") == true)
    }

    @Test("gets the socket as its standard input, and what is to be mounted how")
    func arguments() throws {
        let script = """
            test -S /dev/stdin && test "$_FUSE_COMMFD" = 0 && test "$1" = -o && test "$3" = -- || exit 7
            echo "$2" >&2; exit 1
            """
        let error = try Self.mount(script)
        let options =
            "fsname=phone,subtype=protectctl,nosuid,nodev,default_permissions,max_read=1048576"
        #expect(error?.message.hasSuffix(": " + options) == true, "\(error?.message ?? "")")
    }

    @Test("that is missing is named with its package")
    func missing() throws {
        var options = MountOptions(source: "phone")
        options.alwaysUsesHelper = true
        options.helper = "fusermount3-that-nobody-has"
        let folder = try RealMount.makeFolder()
        defer { rmdir(folder) }
        let error = #expect(throws: ProtectionError(.notFound, "")) {
            try Mount(at: folder, options, showing: MemoryTree())
        }
        #expect(error?.message.contains("apt install fuse3") == true)
    }
}
