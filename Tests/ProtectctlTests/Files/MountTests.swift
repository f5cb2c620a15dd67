import Foundation
import Testing

/// What needs the kernel is left out where it has no FUSE, or does not let this process have it.
@Suite(
    "mount shows a device to every program",
    .enabled(
        if: FileManager.default.isWritableFile(atPath: "/dev/fuse"),
        "/dev/fuse is not there, or not for this user"
    )
)
struct MountTests {
    /// A desk with an unlocked device, mounted in the folder `shown`.
    private static func desk(_ options: String = "") throws -> Desk {
        let desk = try Desk.with(passcode: true, "--class complete --grace 0s")
        try desk.shell("mkdir shown")
        try desk.must("mount \(options) shown")
        return desk
    }

    /// Runs a script in a mounted device, and unmounts it.
    private static func run(_ script: String, _ options: String = "") throws -> ToolRun {
        let desk = try desk(options)
        defer { _ = try? desk.run("unmount --lazy shown") }
        return try desk.shell("cd shown; \(script)")
    }

    @Test("what one program writes another reads, and the device keeps it")
    func files() throws {
        let desk = try Self.desk()
        let result = try desk.shell(
            """
            set -e; cd shown
            echo hello > a; mkdir -p b/c; mv a b/c/d; ln -s b/c/d link; cat link
            head -c 300000 /dev/zero > zeros; truncate -s 5 zeros; wc -c < zeros
            mkfifo pipe; test -p pipe; ls
            """
        )
        #expect(result.output == "hello\n5\nb\nlink\npipe\nzeros\n", "\(result.talk)")
        try desk.must("unmount shown")
        #expect(try desk.names(in: "shown").isEmpty)
        #expect(try desk.must("cat /b/c/d").output == "hello\n")
        #expect(try desk.must("fsck").status == 0)
    }

    @Test("a lock takes open, mapped and closed files away, and the unlock gives them back")
    func lock() throws {
        let desk = try Self.desk()
        defer { _ = try? desk.run("unmount --lazy shown") }
        let result = try desk.shell(
            """
            cd shown; echo secret > a; exec 3< a; head -c 1 <&3
            "$TOOL" lock --now; "$TOOL" wait locked
            cat a; cat <&3; ls; mv a b; stat -c %s b
            "$TOOL" unlock --passcode-file ../passcode
            cat <&3; cat b
            """
        )
        #expect(result.output == "sa\n7\necret\nsecret\n", "\(result.talk)")
        #expect(result.talk.contains("cat: a: Required key not available"))
        #expect(result.talk.contains("Key has been revoked"))
    }

    @Test("with --while-locked wait a program waits for the unlock")
    func waiting() throws {
        let result = try Self.run(
            """
            echo secret > a; "$TOOL" lock --now; "$TOOL" wait locked
            cat a & sleep 0.2; "$TOOL" unlock --passcode-file ../passcode; wait
            """,
            "--while-locked wait"
        )
        #expect(result.output == "secret\n", "\(result.talk)")
    }

    @Test(
        "the class is an extended attribute, unless it is to be hidden",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"))
    )
    func classes() throws {
        let script = """
            echo a > a; /usr/bin/python3 - <<'END'
            import os
            try:
                print(os.getxattr("a", "user.protection.class").decode())
                os.setxattr("a", "user.protection.class", b"none")
                os.setxattr("a", "user.note", b"kept")
                print(os.listxattr("a"), os.getxattr("a", "user.protection.class").decode())
            except OSError as error:
                print(error.strerror)
            END
            """
        #expect(
            try Self.run(script).output
                == "complete\n['user.protection.class', 'user.note'] none\n"
        )
        #expect(try Self.run(script, "--class-xattr off").output == "No data available\n")
    }

    @Test("a mount that lets nobody write says so")
    func readOnly() throws {
        let result = try Self.run("touch a", "--read-only")
        #expect(result.talk.contains("Read-only file system"))
    }

    @Test("mount without a folder lists what is mounted")
    func list() throws {
        let desk = try Self.desk()
        defer { _ = try? desk.run("unmount --lazy shown") }
        #expect(try desk.must("mount").output.contains(desk.path("shown")))
        #expect(try desk.must("mount --json").output.contains("\"readOnly\":false"))
    }

    @Test("a device is mounted once, and the second is told where")
    func once() throws {
        let desk = try Self.desk()
        defer { _ = try? desk.run("unmount --lazy shown") }
        try desk.shell("mkdir other")
        let result = try desk.run("mount other")
        #expect(result.status == 75)
        #expect(result.talk.contains(desk.path("shown")), "\(result.talk)")
    }

    @Test(
        "a folder that cannot be used is named, and nothing is mounted",
        arguments: [
            ("missing", 66), ("passcode", 64), ("full", 64), ("phone", 64), ("phone/files", 64),
            (".", 64),
        ] as [(String, Int32)]
    )
    func refused(_ place: String, _ status: Int32) throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("mkdir full; touch full/file")
        let result = try desk.run("mount \(place)")
        #expect(result.status == status, "\(result.talk)")
        #expect(result.talk.hasPrefix("protectctl: error: "), "\(result.talk)")
        #expect(try desk.must("mount").output.contains(desk.folder.path) == false)
    }

    @Test("nobody is told to remove what is in a folder because it is no place for a mount")
    func fullFolder() throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("mkdir full; touch full/file")
        let talk = try desk.run("mount full").talk
        #expect(talk.contains("mount in an empty folder") && !talk.contains("rm -r"), "\(talk)")
    }

    @Test("a mount in use leaves the tree at once with --lazy, and ends with its last user")
    func lazy() throws {
        let desk = try Self.desk()
        let script = """
            exec 9>shown/held
            "$TOOL" unmount shown 2>/dev/null; echo $?
            "$TOOL" unmount --lazy shown; echo $?
            mountpoint -q shown; echo $?
            echo more >&9; exec 9>&-
            until "$TOOL" mount shown 2>/dev/null; do sleep 0.01; done
            cat shown/held
            """
        let result = try desk.shell(script)
        #expect(result.output == "75\n0\n32\nmore\n", "\(result)")
    }

    @Test("a mount ends when the device goes off, and what was written is there")
    func shutdown() throws {
        let desk = try Self.desk()
        let script = """
            echo a > shown/a; "$TOOL" shutdown
            while mountpoint -q shown; do sleep 0.01; done
            """
        #expect(try desk.shell(script).status != 137)
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("cat /a").output == "a\n")
    }

    @Test("what a killed mount leaves can be unmounted, and what an fsync acknowledged is there")
    func killed() throws {
        let desk = try Self.desk()
        let script = """
            echo a > shown/a; sync shown/a shown
            for file in $(grep -lzx mount /proc/[0-9]*/cmdline 2>/dev/null); do
                ! grep -qzx "$PWD/phone" $file || kill -9 $(basename $(dirname $file))
            done
            "$TOOL" mount shown 2>&1 | grep -c "protectctl unmount"
            "$TOOL" unmount shown; ls shown; "$TOOL" cat /a
            """
        #expect(try desk.shell(script).output == "1\na\n")
    }
}

@Suite("unmount ends a mount")
struct UnmountTests {
    @Test("a folder in which no device is mounted is named")
    func nothing() throws {
        let desk = try Desk.with(passcode: true)
        try Refused("unmount run", 66, "not-found").check(on: desk)
    }
}
