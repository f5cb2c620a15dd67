import SystemIO

/// A machine with a system bus, a session bus and a logind of its own, made of `dbus-daemon` and
/// python3-dbusmock; nothing of the real machine's is touched, and all goes with the object.
package final class MockedMachine: Sendable {
    /// Whether both programs are there; tests of this machine are skipped where they are not.
    package static let isThere: Bool = {
        guard let nothing = try? HostStream.source("/dev/null"),
            let python = try? ChildProcess.start(
                python,
                ["-c", "import dbusmock, gi, shutil; exit(not shutil.which('dbus-daemon'))"],
                input: nothing,
                output: try HostStream.sink("/dev/null"),
                environment: [:]
            )
        else { return false }
        return python.wait() == 0
    }()

    /// Debian's own, which is the one that its packages are for.
    private static let python = "/usr/bin/python3"

    /// Addresses of D-Bus's form.
    package let systemBus: String
    package let sessionBus: String
    /// The user whose session `lock` locks.
    package static let user: UInt32 = 1_000

    private let commands: HostStream
    private let answers: HostStream
    private let process: ChildProcess

    /// A machine with one session, of ``user``, and a screen saver.
    ///
    /// - Throws: ``SystemError``.
    package init() throws {
        let toMachine = try HostStream.pipe()
        let fromMachine = try HostStream.pipe()
        process = try ChildProcess.start(
            Self.python,
            ["-u", "-c", Self.script],
            input: toMachine.reading,
            output: fromMachine.writing,
            environment: [:]
        )
        commands = toMachine.takeWriting()
        answers = fromMachine.takeReading()
        systemBus = try Self.line(answers)
        sessionBus = try Self.line(answers)
    }

    deinit {
        _ = try? perform(.end)
        _ = process.wait()
    }

    /// Does something, and returns the machine's answer to it.
    ///
    /// - Throws: ``SystemError``.
    @discardableResult
    package func perform(_ command: Command) throws -> String {
        try commands.write(Array("\(command.line)\n".utf8).span.bytes)
        return try Self.line(answers)
    }

    private static func line(_ stream: borrowing HostStream) throws -> String {
        var line: [UInt8] = []
        while true {
            var bytes: [UInt8] = [0]
            var span = bytes.mutableSpan
            var raw = span.mutableBytes
            guard try stream.read(into: &raw) == 1, bytes[0] != UInt8(ascii: "\n") else { break }
            line += bytes
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// What can be done to the machine.
    package enum Command: Sendable {
        /// Emits a signal of a session's, `Lock` or `Unlock`.
        case session(String)
        /// Emits `PrepareForSleep`.
        case prepareForSleep(Bool)
        /// Emits `PrepareForSleep` with an argument of the wrong type.
        case prepareForSleepInWords
        /// Sets the user's `IdleHint`.
        case idle(Bool)
        /// Waits until so many inhibitor locks are held; the answer says of which kind, as
        /// `1 sleep delay`.
        case inhibitors(Int)
        /// Emits `ActiveChanged` of the screen saver.
        case screenSaver(Bool)
        /// Emits `PrepareForSleep(true)` and `Lock` from a program that is not logind, also straight to
        /// everybody who is connected.
        case impostor
        /// Ends logind, or the system bus.
        case endLogin
        case endBus
        /// Starts both again, at the same address.
        case restart
        /// The last one.
        case end

        fileprivate var line: String {
            switch self {
            case .session(let member): "session \(member)"
            case .prepareForSleep(let begins): "sleep \(begins)"
            case .prepareForSleepInWords: "words"
            case .idle(let isIdle): "idle \(isIdle)"
            case .inhibitors(let count): "inhibitors \(count)"
            case .screenSaver(let isActive): "saver \(isActive)"
            case .impostor: "impostor"
            case .endLogin: "end-login"
            case .endBus: "end-bus"
            case .restart: "restart"
            case .end: "end"
            }
        }
    }

    private static let script = #"""
        import os, subprocess, sys, tempfile, time
        import dbus, dbus.lowlevel, dbusmock
        folder = tempfile.mkdtemp()
        config = folder + "/bus.conf"
        LOGIN = "org.freedesktop.login1"
        ROOT = "/org/freedesktop/login1"

        def start_bus(name):
            path = "%s/%s" % (folder, name)
            if os.path.exists(path):
                os.unlink(path)
            daemon = subprocess.Popen(
                ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
                 "--address=unix:path=" + path],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            daemon.stdout.readline()
            return daemon, "unix:path=" + path

        def start_login():
            global login, manager
            case.system_bus_con = None
            login, manager = case.spawn_server_template("logind", {}, subprocess.DEVNULL)
            manager.AddProperty(LOGIN + ".Manager", "InhibitDelayMaxUSec", dbus.UInt64(5000000))
            manager.AddSession("c1", "seat0", dbus.UInt32(1000), "kiosk", True)

        def bus_of(address):
            return dbus.bus.BusConnection(address)

        def object_at(path):
            return system().get_object(LOGIN, path)

        connections = {}
        def system():
            if "system" not in connections:
                connections["system"] = bus_of(system_address)
            return connections["system"]

        class Case(dbusmock.DBusTestCase):
            @classmethod
            def get_dbus(cls, system_bus=False):
                return system() if system_bus else bus_of(session_address)

        case = Case
        daemon, system_address = start_bus("system")
        session_daemon, session_address = start_bus("session")
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = system_address
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = session_address
        start_login()
        SAVER = "org.gnome.ScreenSaver"
        saver = case.spawn_server(SAVER, "/org/gnome/ScreenSaver", SAVER, False, subprocess.DEVNULL)
        print(system_address, session_address, sep="\n", flush=True)

        def emit(path, interface, name, signature, arguments):
            object_at(path).EmitSignal(interface, name, signature, arguments,
                                       dbus_interface=dbusmock.MOCK_IFACE)

        def inhibitors():
            held = manager.ListInhibitors(dbus_interface=LOGIN + ".Manager")
            return " ".join([str(len(held))] + ["%s %s" % (i[0], i[3]) for i in held])

        def impostor():
            other = bus_of(system_address)
            names = [n for n in other.list_names() if n.startswith(":")]
            for name in [None] + names:
                for path, interface, member, truth in [
                        (ROOT, LOGIN + ".Manager", "PrepareForSleep", True),
                        (ROOT + "/session/c1", LOGIN + ".Session", "Lock", False)]:
                    message = dbus.lowlevel.SignalMessage(path, interface, member)
                    if truth:
                        message.append(True, signature="b")
                    if name:
                        message.set_destination(name)
                    other.send_message(message)
            other.flush()
            other.get_name_owner("org.freedesktop.DBus")

        def perform(words):
            global daemon
            what, flag = words[0], words[-1] == "true"
            if what == "session":
                emit(ROOT + "/session/c1", LOGIN + ".Session", words[1], "", [])
            elif what == "sleep":
                emit(ROOT, LOGIN + ".Manager", "PrepareForSleep", "b", [flag])
            elif what == "words":
                emit(ROOT, LOGIN + ".Manager", "PrepareForSleep", "s", ["true"])
            elif what == "idle":
                object_at(ROOT + "/user/1000").UpdateProperties(
                    LOGIN + ".User", {"IdleHint": flag}, dbus_interface=dbusmock.MOCK_IFACE)
            elif what == "inhibitors":
                while inhibitors().split()[0] != words[1]:
                    time.sleep(0.001)
                return inhibitors()
            elif what == "saver":
                bus_of(session_address).get_object(SAVER, "/org/gnome/ScreenSaver").EmitSignal(
                    SAVER, "ActiveChanged", "b", [flag], dbus_interface=dbusmock.MOCK_IFACE)
            elif what == "impostor":
                impostor()
            elif what == "end-login":
                login.kill()
                login.wait()
            elif what == "end-bus":
                daemon.kill()
                daemon.wait()
                login.kill()
                login.wait()
            elif what == "restart":
                connections.clear()
                if daemon.poll() is not None:
                    daemon, _ = start_bus("system")
                start_login()
            return "done"

        for line in sys.stdin:
            if line == "end\n":
                break
            print(perform(line.split()), flush=True)
        for child in [login, saver, daemon, session_daemon]:
            child.kill()
            child.wait()
        subprocess.call(["rm", "-r", folder])
        """#
}
