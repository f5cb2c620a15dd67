import Foundation
import SystemIO
import Testing

@Suite("A device can be locked, whatever else is done to its agent")
struct LockReachTests {
    /// Connects so many times and says hello or nothing; says when it is done and waits for its end.
    private static let crowd = """
        import glob, os, socket, struct, sys, time
        path = glob.glob("run/protectctl/*.sock")[0]
        directory = [int(n, 16) for n in os.path.basename(path)[:-5].split("-")]
        body = struct.pack("<IQQH", 0, *directory, 1) + b"x"
        hello = struct.pack("<IHHQQI", 24 + len(body), 1, 1, 1, 0, 0) + body
        sockets = []
        for number in range(int(sys.argv[1])):
            one = socket.socket(socket.AF_UNIX)
            one.connect(path)
            one.settimeout(10)
            if sys.argv[2] == "hello":
                try:
                    one.send(hello)
                    one.recv(1000)
                except OSError: pass
            sockets.append(one)
        open("crowded", "w").close()
        while not os.path.exists("over"): time.sleep(0.01)
        """

    private static func crowded(
        _ count: Int,
        _ greeting: String,
        descriptors: Int,
        _ body: (Desk) throws -> Void
    ) throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        try desk.text(crowd, in: "crowd.py")
        // The agent gets the limit from whoever boots it.
        let start = try desk.shell(
            """
            (ulimit -n \(descriptors); exec $TOOL unlock --passcode-file passcode) || exit 1
            setsid python3 crowd.py \(count) \(greeting) > crowd.log 2>&1 < /dev/null &
            while ! [ -e crowded ] && kill -0 $!; do sleep 0.01; done
            """
        )
        #expect(start.status == 0, "\(start)")
        let log = try desk.text(of: "crowd.log")
        #expect(desk.exists("crowded"), "\(log)")
        defer { try? desk.text("", in: "over") }
        try body(desk)
    }

    @Test(
        "by connections that say nothing, or stay for ever",
        arguments: ["silence", "hello"],
        [(300, 1_024), (90, 40)]
    )
    func crowd(greeting: String, size: (count: Int, descriptors: Int)) throws {
        try Self.crowded(size.count, greeting, descriptors: size.descriptors) { desk in
            #expect(try desk.must("status --json").json().object?["state"] == .string("unlocked"))
            try desk.must("lock --now")
            #expect(try desk.must("status --json").json().object?["state"] == .string("locked"))
            try desk.must("shutdown")
        }
    }

    @Test(
        "by root, whatever another user lets listen at the usual place",
        .enabled(if: UserID.current == UserID.root, "only root believes other users")
    )
    func planted() throws {
        let desk = try Desk.with(passcode: true)
        // The kernel notes who listens: here nobody, in a folder that anyone can make.
        try desk.text(
            """
            import os, socket, sys, time
            name = os.listdir("run/protectctl")[0]
            os.makedirs("tmp/protectctl-0")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("tmp/protectctl-0/" + name)
            os.seteuid(65534)
            listener.listen()
            os.seteuid(0)
            open("planted", "w").close()
            while not os.path.exists("over"): time.sleep(0.01)
            """,
            in: "plant.py"
        )
        defer { try? desk.text("", in: "over") }
        try desk.shell(
            """
            setsid python3 plant.py > plant.log 2>&1 < /dev/null &
            while ! [ -e planted ] && kill -0 $!; do sleep 0.01; done
            """
        )
        let log = try desk.text(of: "plant.log")
        #expect(desk.exists("planted"), "\(log)")
        let changes: [String: String?] = ["XDG_RUNTIME_DIR": nil, "TMPDIR": desk.path("tmp")]
        let locked = try desk.run("lock --now", changes)
        #expect(locked.status == 0, "\(locked)")
        #expect(try desk.must("status --json").json().object?["state"] == .string("locked"))
        // Nor is it in the way of a device that is off.
        try desk.must("shutdown")
        let off = try desk.run("status --json", changes)
        #expect(try off.json().object?["state"] == .string("off"))
    }

    @Test("an agent out of reach does not count as locked", arguments: ["lock", "lock --now"])
    func unreachable(line: String) throws {
        let desk = try Desk.with(passcode: true)
        // A file in the folder's place, which the agent leaves alone.
        try desk.shell("mv run/protectctl run/hidden && touch run/protectctl")
        let result = try desk.run("\(line) --json")
        try desk.shell("rm run/protectctl && mv run/hidden run/protectctl")
        #expect(result.status == 69, "\(result)")
        let error = try result.error()
        #expect(error["message"]?.string?.contains("NOT known to be locked") == true)
        #expect(error["hint"]?.string?.contains("XDG_RUNTIME_DIR") == true)
    }

    @Test(
        "whatever is done to its socket",
        arguments: [
            "rm run/protectctl/*.sock", "rm -r run/protectctl", "mv run/protectctl run/hidden",
            "for name in run/protectctl/*; do touch file; mv file $name; done",
        ]
    )
    func socket(disturbance: String) throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell(disturbance)
        try desk.must("lock --now")
        #expect(try desk.must("status --json").json().object?["state"] == .string("locked"))
    }

    @Test("no agent starts that would have too few descriptors for a lock")
    func fewDescriptors() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell("ulimit -n 20; exec $TOOL agent run --json")
        #expect(result.status == 69, "\(result)")
        let error = try result.error()
        #expect(error["message"]?.string?.contains("file descriptors") == true)
        #expect(error["hint"]?.string?.contains("ulimit -n") == true)
    }

    @Test("a stopped agent is given up, and the device is not called locked")
    func stopped() throws {
        let desk = try Desk.with(passcode: true)
        let process = try #require(
            try desk.text(of: "phone/.holder").split(separator: " ").first.flatMap { Int32($0) }
        )
        try desk.shell("kill -STOP \(process)")
        defer { _ = try? desk.shell("kill -CONT \(process)") }
        let result = try desk.run("lock --now --json")
        #expect(result.status == 75, "\(result)")
        let error = try result.error()
        #expect(error["code"] == .string("timed-out"))
        #expect(error["message"]?.string?.contains("NOT known to be locked") == true)
        #expect(error["message"]?.string?.contains("may still do what it was asked") == true)
        #expect(error["hint"]?.string?.contains("kill -KILL \(process)") == true)
    }
}
