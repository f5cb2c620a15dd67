package import SystemIO

/// A connection to a bus, as far as a watch needs one; for one thread.
package protocol BusConnection: AnyObject {
    /// What to wait for before the next ``next(from:)``.
    var entry: Poll.Entry { get }
    /// Calls a method and waits for its answer, at most so long; what is there already is taken even
    /// when no time is left.
    ///
    /// - Throws: ``SystemError``.
    func call(_ call: BusCall, within patience: Duration) throws(SystemError) -> [BusValue]
    /// The next signal from a sender that is known; nil when none has come.
    ///
    /// - Throws: ``SystemError`` when the bus is gone.
    func next(from isKnown: (String) -> Bool) throws(SystemError) -> BusSignal?
}

extension MessageBus: BusConnection {}

/// What is called at one occasion, and has to be answered by one moment.
struct BusCalls {
    let connection: any BusConnection
    let deadline: Duration
    /// Never runs backwards.
    let elapsed: @Sendable () -> Duration

    /// The answer; a service that does not give it costs what is left of the time.
    func callAsFunction(_ call: BusCall) throws(SystemError) -> [BusValue] {
        try connection.call(call, within: max(deadline - elapsed(), .zero))
    }
}

/// The addresses of buses (D-Bus Specification, "Server Addresses").
package struct BusAddresses: Sendable, Equatable {
    /// That of the machine.
    package let system: String
    /// That of a user's session; nil when there is none.
    package let session: String?

    /// The values of `DBUS_SYSTEM_BUS_ADDRESS` and `DBUS_SESSION_BUS_ADDRESS`, each nil where it is
    /// not set, and of `XDG_RUNTIME_DIR`, in which a session's bus is else.
    package init(system: String?, session: String?, runtimeDirectory: String?) {
        self.system = system ?? "unix:path=/run/dbus/system_bus_socket"
        self.session =
            session ?? runtimeDirectory.map { "unix:path=" + Self.escaped($0 + "/bus") }
    }

    /// All bytes but those that may stand for themselves become `%` and two digits.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case _ where "-_/.".utf8.contains(byte): String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }.joined()
    }
}
