import Dispatch
import Glibc
import SessionWatching
import Synchronization
import SystemIO
import SystemPackage

/// A bus that sends what a test says, and the services on it.
final class ScriptedBus: Sendable {
    static let login = ":1.7"
    static let screenSaver = ":1.9"

    private struct State {
        var signals: [BusSignal] = []
        var calls: [BusCall] = []
        var attempts = 0
        var isUp = true
        /// A connection from before the bus went is of no use when it is up again.
        var generation = 0
        var owners = ["org.freedesktop.login1": login, "org.gnome.ScreenSaver": screenSaver]
        var values: [String: BusValue] = [:]
        var inhibits = true
        /// How long each answer takes.
        var delay: Duration = .zero
        var gate: DispatchSemaphore?
    }

    private let state = Mutex(State())
    private let arrival: WakeUp

    init() throws { arrival = try WakeUp() }

    /// Lets `signals` come, all at once.
    func send(_ signals: BusSignal...) {
        state.withLock { $0.signals += signals }
        arrival.signal()
    }

    /// Sets what a property has, of whatever object.
    func set(_ property: String, _ value: BusValue?) {
        state.withLock { $0.values[property] = value }
    }

    /// Takes a service away, or brings it, without a word.
    func setOwner(of name: String, _ owner: String?) {
        state.withLock { $0.owners[name] = owner }
    }

    /// Refuses inhibitor locks, or not any more.
    func refuseInhibitors(_ refuses: Bool = true) { state.withLock { $0.inhibits = !refuses } }

    /// Lets each answer take so long from now on.
    func slowDown(by delay: Duration) { state.withLock { $0.delay = delay } }

    /// Lets the next connection wait at a gate.
    func setGate(_ gate: DispatchSemaphore) { state.withLock { $0.gate = gate } }

    /// Ends all connections; later ones are refused.
    func goDown() {
        state.withLock { state in
            state.isUp = false
            state.generation += 1
        }
        arrival.signal()
    }

    /// Later connections succeed.
    func comeUp() { state.withLock { $0.isUp = true } }

    /// How often a connection was asked for.
    var attempts: Int { state.withLock { $0.attempts } }

    /// The methods called, by their names.
    var calls: [String] { state.withLock { $0.calls.map(\.member) } }

    /// A connection; `wait` lets time pass, as a slow bus does.
    func connect(
        _ wait: @escaping (Duration) -> Void
    ) throws(SystemError) -> any BusConnection {
        let generation: Int? = state.withLock { state in
            state.attempts += 1
            return state.isUp ? state.generation : nil
        }
        state.withLock { $0.gate.take() }?.wait()
        guard let generation else { throw SystemError(.connectionRefused, call: "connect") }
        return Connection(self, generation, wait)
    }

    private final class Connection: BusConnection {
        private let bus: ScriptedBus
        private let generation: Int
        private let wait: (Duration) -> Void

        init(_ bus: ScriptedBus, _ generation: Int, _ wait: @escaping (Duration) -> Void) {
            self.bus = bus
            self.generation = generation
            self.wait = wait
        }

        var entry: Poll.Entry { Poll.Entry(bus.arrival.descriptor) }

        func next(from isKnown: (String) -> Bool) throws(SystemError) -> BusSignal? {
            bus.arrival.clear()
            return try bus.state.withLock { (state) throws(SystemError) in
                guard state.generation == generation else {
                    throw SystemError(.connectionReset, call: "sd_bus_process")
                }
                while !state.signals.isEmpty {
                    let signal = state.signals.removeFirst()
                    if isKnown(signal.sender) { return signal }
                }
                return nil
            }
        }

        func call(
            _ call: BusCall,
            within patience: Duration
        ) throws(SystemError) -> [BusValue] {
            try bus.state.withLock { (state) throws(SystemError) in
                state.calls.append(call)
                wait(min(state.delay, patience))
                guard state.delay <= patience else {
                    throw SystemError(.timedOut, call: call.member)
                }
                switch call.member {
                case "AddMatch": return []
                case "GetNameOwner": return [.text(try Self.known(state.owners[call.arguments[0]]))]
                case "Get": return [.list([try Self.known(state.values[call.arguments[1]])])]
                case "Inhibit" where state.inhibits:
                    return [.descriptor(BusDescriptor(owning: Self.openFile()))]
                default: throw SystemError(.notSupported, call: call.member)
                }
            }
        }

        private static func known<Value>(_ value: Value?) throws(SystemError) -> Value {
            guard let value else { throw SystemError(.noSuchAddressOrDevice, call: "call") }
            return value
        }

        /// Any descriptor of its own will do.
        private static func openFile() -> Descriptor {
            Descriptor(rawValue: open("/dev/null", O_RDONLY | O_CLOEXEC))
        }
    }
}
