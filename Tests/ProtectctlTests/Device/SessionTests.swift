import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("A device that follows its session", .timeLimit(.minutes(30)))
struct SessionTests {
    /// A desk whose device is run in the foreground with options, and unlocked.
    private static func desk(
        running options: String,
        _ environment: String = ""
    ) throws -> Desk {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        let result = try desk.shell(
            """
            env \(environment) $TOOL agent run \(options) > out 2> log &
            $TOOL wait before-first-unlock && $TOOL unlock --no-boot --passcode-file passcode
            """
        )
        let log = try desk.text(of: "log")
        try #require(result.status == 0, "\(result.talk) \(log)")
        return desk
    }

    @Test(
        "locks when the machine goes to sleep or a screen saver comes up, and says what it follows",
        .enabled(if: MockedMachine.isThere, "dbus-daemon and python3-dbusmock are not installed"),
        arguments: [MockedMachine.Command.prepareForSleep(true), .screenSaver(true), .endBus]
    )
    func locks(command: MockedMachine.Command) throws {
        let machine = try MockedMachine()
        let desk = try Self.desk(
            running: "--lock-with session,sleep,screensaver,idle",
            "DBUS_SYSTEM_BUS_ADDRESS=\(machine.systemBus) "
                + "DBUS_SESSION_BUS_ADDRESS=\(machine.sessionBus)"
        )
        let status = try desk.must("status").output
        #expect(status.contains("locks with"))
        #expect(status.contains("session, sleep, screensaver, idle"))
        #expect(status.contains("until the keys are gone, for up to 5s"))
        let before = try desk.must("status --json").json()["lockWith"]
        #expect(
            before?.shape
                == "{delayLimit:number,delayRefused:bool,delaysSleep:bool,events:{idle:string,"
                + "screensaver:string,session:string,sleep:string}}"
        )
        #expect(before?["delaysSleep"] == .bool(true))
        // As a name for a user's session it gives nothing back.
        try machine.perform(.session("Unlock"))
        try machine.perform(command)
        try desk.must("wait locked")
        if case .endBus = command {
            let after = try desk.must("status --json").json()["lockWith"]
            #expect(after?["events"]?["sleep"] == .string("lost"))
            #expect(after?["events"]?["screensaver"] == .string("followed"))
            #expect(try desk.must("status").output.contains("sleep (lost)"))
        }
        if case .prepareForSleep = command {
            try machine.perform(.inhibitors(0))
            try machine.perform(.prepareForSleep(false))
            try machine.perform(.inhibitors(1))
            try desk.must("unlock --passcode-file passcode")
        }
        try desk.must("shutdown")
        if case .endBus = command { return }
        #expect(try machine.perform(.inhibitors(0)) == "0")
    }

    @Test(
        "says what is missing where nothing can be followed, and does not start",
        arguments: [
            ("session", "DBUS_SYSTEM_BUS_ADDRESS"), ("screensaver", "DBUS_SESSION_BUS_ADDRESS"),
        ]
    )
    func noBus(source: String, variable: String) throws {
        let desk = try Desk()
        try desk.must("init --no-passcode")
        let result = try desk.run(
            "agent run --json --lock-with \(source)",
            [variable: "unix:path=/nowhere"]
        )
        #expect(result.status == 69, "\(result)")
        let error = try result.error()
        #expect(error["code"] == .string("agent-unreachable"))
        #expect(error["message"]?.string?.contains("bus cannot be listened to") == true)
        #expect(error["hint"]?.string?.contains("leave out of --lock-with") == true)
        #expect(try desk.must("status --json").json()["state"] == .string("off"))
        #expect(try desk.run("agent run --lock-with dusk").status == 64)
    }

    @Test("programs at locks and unlocks are given the event")
    func programs() throws {
        let desk = try Self.desk(running: "--on-lock 'cat > locked' --on-unlock 'cat > unlocked'")
        let status = try desk.must("status --json").json()
        #expect(status["onLock"] == .string("cat > locked"))
        #expect(status["onUnlock"] == .string("cat > unlocked"))
        #expect(try desk.must("status").output.contains("cat > unlocked"))
        try desk.must("lock")
        let result = try desk.shell(
            "until test -s unlocked && test -s locked; do sleep 0.01; done; cat unlocked locked"
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 2, "\(result)")
        let unlock = try JSONValue(text: lines[0])
        #expect(unlock.shape == "{at:string,event:string,state:string,version:number}")
        #expect(unlock["event"] == .string("did-become-available"))
        #expect(try JSONValue(text: lines[1])["event"] == .string("will-become-unavailable"))
    }

    @Test("a passcode comes on standard input as pam_exec gives it", arguments: ["2580\0", "2580"])
    func standardInput(passcode: String) throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        try desk.must("boot")
        // An empty password is none, and no attempt.
        for nothing in ["\0", "", "\n"] {
            #expect(try desk.run("unlock --stdin", input: nothing).status == 64)
        }
        #expect(try desk.must("status --json").json()["failedAttempts"] == .number(0))
        #expect(try desk.run("unlock --stdin", input: "2581\0").status == 77)
        try desk.must("unlock --stdin", input: passcode)
        #expect(try desk.must("status --json").json()["state"] == .string("unlocked"))
        #expect(try desk.run("unlock --stdin --passcode-file passcode").status == 64)
    }

    /// Whether the machine's other devices can be hidden from a command that locks them all.
    private static let canBeAlone: Bool = {
        guard UserID.current == UserID.root, let nothing = try? HostStream.source("/dev/null"),
            let script = try? ChildProcess.start(
                "unshare",
                ["-n", "-m", "setpriv", "--reuid=1234", "true"],
                input: nothing
            )
        else { return false }
        return script.wait() == 0
    }()

    @Test(
        "root locks the devices of all users, others their own, and what fails is named",
        .enabled(if: canBeAlone, "only root, where it may use unshare(1), can lock others' devices")
    )
    func all() throws {
        let desk = try Desk.with(passcode: true)
        try desk.text(Self.manyUsers, in: "many.sh")
        try desk.must("shutdown")
        let result = try desk.shell("chmod 755 . && unshare -n -m bash many.sh")
        #expect(
            result.output.split(separator: "\n").map(String.init) == [
                #"{"disconnected":[],"failed":[],"locked":1,"version":1,"withoutPasscode":0}"#,
                "locked", "unlocked",
                #"{"disconnected":[],"failed":[],"locked":2,"version":1,"withoutPasscode":0}"#,
                "locked", "locked",
                "status 75",
            ],
            "\(result)"
        )
        #expect(result.talk.contains("1 of 2 devices is NOT known to be locked"))
        #expect(result.talk.contains("locked 1 device\n"))
    }

    private static let manyUsers = """
        mount -t tmpfs none /run
        for folder in /tmp/protectctl-*; do [ -d "$folder/." ] && [ "$folder" != "$PWD" ] &&
            case $folder in /tmp/protectctl-[0-9]*) mount -t tmpfs none "$folder";; esac; done
        install -d -o 1234 theirs /run/user/1234
        chmod 700 /run/user/1234
        their() {
            setpriv --reuid=1234 --regid=1234 --clear-groups env -i PATH="$PATH" HOME="$PWD/theirs" \\
                XDG_RUNTIME_DIR=/run/user/1234 PROTECTCTL_DEVICE="$PWD/theirs/phone" "$TOOL" "$@"
        }
        state() { "$@" status --json | sed 's/.*"state":"\\([a-z-]*\\)".*/\\1/'; }
        cp "$(readlink -f "$TOOL")" tool && chmod 755 tool && TOOL=$PWD/tool
        { their init --kdf interactive --passcode-file - < passcode
        their unlock --passcode-file - < passcode
        "$TOOL" unlock --passcode-file passcode; } > made 2>&1 || cat made
        their lock --all --now --json; state their; state "$TOOL"
        their unlock --passcode-file - < passcode
        "$TOOL" lock --all --now --json; state their; state "$TOOL"
        for agent in $(pgrep -u 1234 -f 'agent run'); do kill -STOP "$agent"; done
        "$TOOL" lock --all; echo "status $?"
        for agent in $(pgrep -u 1234 -f 'agent run'); do kill -CONT "$agent"; done
        their shutdown; "$TOOL" shutdown
        """
}
