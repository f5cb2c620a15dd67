import Foundation
import Testing

@Suite("The agent as a service")
struct ServiceTests {
    /// A service manager in small: starts the agent, waits until it is ready, runs what comes then.
    private static let manager = """
        import os, signal, socket, subprocess, sys
        address = sys.argv[1]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(address.replace("@", "\\0"))
        listener.settimeout(30)
        environment = dict(os.environ, NOTIFY_SOCKET=address)
        agent = subprocess.Popen(["bash", "-c", "exec " + sys.argv[2]], env=environment)
        ready = listener.recv(100).decode()
        status = subprocess.call(["bash", "-c", sys.argv[3]])
        agent.send_signal(signal.SIGTERM)
        print(ready, status, agent.wait())
        """

    private static func file(_ name: String) throws -> String {
        String(
            decoding: try Data(contentsOf: Checkout.root.appending(path: name)),
            as: UTF8.self
        )
    }

    /// The settings of the service in the article for builders of appliances.
    private static func example() throws -> [String] {
        let article = try file(
            "Sources/ProtectedStore/Documentation.docc/RunningAnAppliance.md"
        )
        let unit = try #require(article.components(separatedBy: "```ini\n").dropFirst().first)
        let section = try #require(unit.components(separatedBy: "[Service]\n").dropFirst().first)
        return section.components(separatedBy: "\n\n")[0].split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func values(of name: String, in settings: [String]) -> [String] {
        settings.filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test(
        "is called started once it answers, so that the unlock behind it finds it",
        arguments: ["notify", "@protectctl-test"]
    )
    func example(socket: String) throws {
        let settings = try Self.example()
        #expect(Self.values(of: "Type", in: settings) == ["notify"])
        let start = try #require(Self.values(of: "ExecStart", in: settings).first)
        let post = try #require(Self.values(of: "ExecStartPost", in: settings).first)
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        let key = try #require(
            try desk.shell("ls $PWD/state/protectctl/keys/*").output.split(separator: "\n").first
        )
        let places = [
            "/usr/local/bin/protectctl": "$TOOL", "/var/lib/kiosk/phone": desk.path("phone"),
            "/var/lib/kiosk-key/phone.key": String(key), "/run/kiosk": desk.path("service"),
            // Needs a logind; SessionTests have a mocked one.
            " --lock-with sleep": "",
        ]
        let script =
            (Self.values(of: "Environment", in: settings).map { "export \($0)" } + [
                "export CREDENTIALS_DIRECTORY=$PWD; mkdir service",
                "python3 manager.py \"$NAME\" '\(start)' '\(post) && /usr/local/bin/protectctl status'",
            ]).joined(separator: "\n")
        try desk.text(Self.manager, in: "manager.py")
        let name = socket.hasPrefix("@") ? socket + UUID().uuidString : desk.path(socket)
        let result = try desk.shell(
            "NAME=\(name)\n" + places.reduce(script) { $0.replacing($1.key, with: $1.value) }
        )
        #expect(result.output.hasSuffix("READY=1 0 0\n"), "\(result)")
        #expect(result.output.contains("unlocked"), "\(result)")
    }

    @Test("is told of in the article and in the manual page in the same words")
    func sameWords() throws {
        let page = try ManualTests.page()
        let settings = try Self.example()
        #expect(settings.count > 10)
        for setting in settings { #expect(page.contains("\n\(setting)\n"), "\(setting)") }
    }

    @Test("has a unit for a user's manager that waits until it is ready")
    func unit() throws {
        let lines = try Self.file("share/systemd/protectctl-agent@.service")
            .components(separatedBy: "\n")
        #expect(lines.contains("Type=notify"))
        #expect(
            lines.contains(
                "ExecStart=@BINDIR@/protectctl agent run --device %f "
                    + "--lock-with session,sleep,screensaver"
            )
        )
    }

    @Test("has a unit for a mount, which comes after the agents at a log-in")
    func mountUnit() throws {
        func lines(_ name: String) throws -> [String] {
            try Self.file("share/systemd/\(name)").components(separatedBy: "\n")
        }
        #expect(try lines("protectctl-agent@.service").contains("Before=protectctl.target"))
        let mount = try lines("protectctl-mount@.service")
        #expect(mount.contains("Wants=protectctl.target"))
        #expect(mount.contains("After=protectctl.target"))
        // Once it is reached it orders nothing any more.
        #expect(try lines("protectctl.target").contains("StopWhenUnneeded=yes"))
    }

    @Test("has a unit for the system that locks all devices before the machine sleeps")
    func lockUnit() throws {
        let lines = try Self.file("share/systemd/protectctl-lock.service")
            .components(separatedBy: "\n")
        #expect(lines.contains("ExecStart=@BINDIR@/protectctl lock --all --now"))
        #expect(lines.contains("Before=sleep.target"))
        #expect(lines.contains("WantedBy=sleep.target"))
    }

    /// Starts the agent as a service manager would, and ends it without mercy.
    private static func killedService() throws -> Desk {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        try desk.text(
            """
            import os, socket, subprocess
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            listener.bind("notify")
            listener.settimeout(30)
            os.mkdir("service", 0o700)
            environment = dict(os.environ, NOTIFY_SOCKET=os.path.abspath("notify"),
                               XDG_RUNTIME_DIR=os.path.abspath("service"))
            agent = subprocess.Popen([os.environ["TOOL"], "agent", "run"], env=environment)
            listener.recv(100)
            agent.kill()
            agent.wait()
            """,
            in: "killed.py"
        )
        // The runtime directory goes with the unit.
        #expect(try desk.shell("python3 killed.py 2> log && rm -r service").status == 0)
        return desk
    }

    @Test(
        "nobody starts another agent while the service is down",
        arguments: [
            "boot", "reboot", "unlock --passcode-file passcode", "ls", "put passcode /a",
        ],
        ["run", "service"]
    )
    func down(line: String, runtime: String) throws {
        let desk = try Self.killedService()
        let result = try desk.run("\(line) --json", ["XDG_RUNTIME_DIR": desk.path(runtime)])
        #expect(result.status == 69, "\(result)")
        let error = try result.error()
        #expect(error["code"] == .string("agent-unreachable"))
        let hint = try #require(error["hint"]?.string)
        #expect(error["message"]?.string?.hasSuffix("may start its agent") == true)
        #expect(hint.hasPrefix("start "))
        #expect(hint.contains("remove '\(desk.path("phone/.service"))'"))
        #expect(try desk.must("status --json").json().object?["state"] == .string("off"))
    }

    @Test("what needs no agent works while the service is down, and its mark can be taken away")
    func takenBack() throws {
        let desk = try Self.killedService()
        try desk.must("lock --now")
        try desk.must("shutdown")
        try desk.must("wait off")
        #expect(try desk.run("ls --no-boot").status == 75)
        try desk.shell("rm phone/.service")
        try desk.must("unlock --passcode-file passcode")
    }

    @Test("a command of a service manager starts no agent, whatever the device is like")
    func managed() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.run("boot --json", ["NOTIFY_SOCKET": "/run/systemd/notify"])
        #expect(result.status == 69)
        #expect(try result.code() == "agent-unreachable")
        #expect(!desk.exists("phone/.service"))
    }

    @Test("a service that finds an agent says which process it is and how to end it")
    func occupied() throws {
        let desk = try Desk.with(passcode: false)
        let environment: [String: String?] = ["NOTIFY_SOCKET": "/nowhere"]
        let result = try desk.run("agent run --json", environment)
        #expect(result.status == 75, "\(result)")
        let error = try result.error()
        let message = try #require(error["message"]?.string)
        let process = try #require(message.firstMatch(of: /process ([0-9]+) \(protectctl\) holds/))
        #expect(try desk.shell("kill -0 \(process.1)").status == 0)
        #expect(error["hint"]?.string?.contains("protectctl shutdown") == true)
        // Wherever it answers.
        try desk.shell("mkdir other")
        #expect(try desk.run("shutdown", ["XDG_RUNTIME_DIR": desk.path("other")]).status == 0)
        try desk.must("wait off")
    }

    @Test("works on where the manager has gone, and says so in the log")
    func noManager() throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.shell(
            """
            NOTIFY_SOCKET=$PWD/nowhere $TOOL agent run 2> log & agent=$!
            $TOOL wait unlocked && kill -TERM $agent
            wait $agent
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        #expect(try desk.text(of: "log").contains("service manager was not told"))
    }
}
