import ProtectionModel
import SystemIO

/// One bus: who is believed there, and what they say.
///
/// Lives on the thread of its watch. Anybody on a bus may send a signal straight to this process. So a signal counts only if its
/// sender, which the bus itself writes, is who owns the name of the service.
final class BusWatch {
    typealias Handler = (SessionEvent, _ whenDone: @escaping @Sendable () -> Void) -> Void

    let bus: WatchedBus
    /// Nil while the bus is gone.
    private(set) var connection: (any BusConnection)?
    private(set) var delay: SleepDelay?
    private(set) var delayLimit: Duration?
    /// When a delay that was refused is asked for again.
    private(set) var delayRetry: Retry?
    private let sources: Set<LockSource>
    private let user: UInt32
    private let pauses: SessionWatch.Pauses
    private let elapsed: @Sendable () -> Duration
    private let connect: SessionWatch.Connect
    /// The unique names of the services that are there.
    private var owners: [String: String] = [:]

    /// Watches a bus for what `sources` tell about `user`.
    init(
        _ bus: WatchedBus,
        for sources: Set<LockSource>,
        of user: UInt32,
        pauses: SessionWatch.Pauses,
        elapsed: @escaping @Sendable () -> Duration,
        connect: @escaping SessionWatch.Connect
    ) {
        self.bus = bus
        self.sources = sources.filter { $0.bus == bus }
        self.user = user
        self.pauses = pauses
        self.elapsed = elapsed
        self.connect = connect
    }

    /// Whether what is followed can be heard.
    var standing: SessionReport.Standing {
        if connection == nil { return .lost }
        if !owners.isEmpty { return .followed }
        // A screen saver may come later, and nothing is lost without one.
        return bus == .system ? .lost : .absent
    }

    /// Connects, asks for the signals, and finds out who may send them.
    ///
    /// - Throws: `ProtectionError` with `agent-unreachable`.
    func open() throws {
        do {
            let deadline = elapsed() + pauses.patience
            let connection = try connect(bus, pauses.patience)
            let calls = BusCalls(connection: connection, deadline: deadline, elapsed: elapsed)
            for rule in rules { _ = try calls(.ofBus("AddMatch", [rule])) }
            // After the rules, so that no change of owner is missed in between. The question starts a
            // logind that is not there yet.
            if bus == .system { delayLimit = LoginService.delayLimit(on: calls) }
            owners = [:]
            for name in bus.services {
                owners[name] = try? calls(.ofBus("GetNameOwner", [name])).first?.text
            }
            guard bus != .system || !owners.isEmpty else {
                throw ProtectionError(
                    .agentUnreachable,
                    "nobody answers as '\(LoginService.name)' on the system bus"
                )
            }
            self.connection = connection
            if sources.contains(.sleep) { takeDelay() }
        } catch let error as SystemError {
            throw ProtectionError(.agentUnreachable, Self.words(error, bus), cause: error)
        }
    }

    private static func words(_ error: SystemError, _ bus: WatchedBus) -> String {
        guard error.call == MessageBus.loading else {
            return "the \(bus.rawValue) bus cannot be listened to: \(error)"
        }
        return "the library '\(MessageBus.library)' of systemd 241 or later, which speaks to "
            + "message buses, is not installed"
    }

    private var rules: [String] {
        let signals =
            bus == .system
            ? LoginService.signals(of: sources)
            : bus.services.map { "interface='\($0)',member='ActiveChanged'" }
        let senders = bus == .system ? signals.map { _ in LoginService.name } : bus.services
        let changes = bus.services.map { name in
            "type='signal',sender='\(BusCall.busName)',interface='\(BusCall.busName)',"
                + "member='NameOwnerChanged',arg0='\(name)'"
        }
        return changes + zip(senders, signals).map { "type='signal',sender='\($0)',\($1)" }
    }

    /// Takes what has come, as long as `goesOn`.
    func hear(while goesOn: () -> Bool, _ tell: Handler) {
        do {
            while goesOn(), let signal = try connection?.next(from: isKnown) {
                take(signal, tell)
            }
        } catch {
            close()
            tell(.lost(bus)) {}
        }
    }

    private func isKnown(_ sender: String) -> Bool {
        sender == BusCall.busName || owners.values.contains(sender)
    }

    /// Gives everything up.
    func close() {
        connection = nil
        owners = [:]
        endDelay()
    }

    private func endDelay() {
        delay?.end()
        delay = nil
        delayRetry = nil
    }

    /// The calls of one occasion; nil while the bus is gone.
    private var calls: BusCalls? {
        connection.map {
            BusCalls(connection: $0, deadline: elapsed() + pauses.patience, elapsed: elapsed)
        }
    }

    /// What came while nobody listened.
    func catchUp(_ tell: Handler) {
        guard sources.contains(.sleep), let calls, LoginService.isPreparingForSleep(on: calls)
        else { return }
        tellOfSleep(tell)
    }

    private func take(_ signal: BusSignal, _ tell: Handler) {
        if signal.sender == BusCall.busName {
            takeOwner(signal, tell)
        } else {
            switch bus {
            case .system: LoginService.message(in: signal).map { take($0, tell) }
            case .session: takeScreenSaver(signal, tell)
            }
        }
    }

    /// Someone else has the name of a service now, or nobody has.
    private func takeOwner(_ signal: BusSignal, _ tell: Handler) {
        let names = signal.arguments.map(\.text)
        guard signal.member == "NameOwnerChanged", names.count == 3, let name = names[0],
            let owner = names[2], bus.services.contains(name)
        else { return }
        let before = owners[name]
        owners[name] = owner.isEmpty ? nil : owner
        guard bus == .system, before != owners[name] else { return }
        if before != nil {
            endDelay()
            tell(.lost(bus)) {}
        }
        guard owners[name] != nil else { return }
        if sources.contains(.sleep) { takeDelay() }
        tell(.found(bus)) {}
        catchUp(tell)
    }

    private func take(_ message: LoginService.Message, _ tell: Handler) {
        switch message {
        case .willSleep where sources.contains(.sleep): tellOfSleep(tell)
        case .isAwake where sources.contains(.sleep): takeDelay()
        case .sessionLocked where sources.contains(.session) && concernsUser(message):
            tell(.lock(.session)) {}
        case .isIdle(let user) where sources.contains(.idle):
            // When the whole machine is idle, so is every user.
            if user == nil || concernsUser(message) { tell(.lock(.idle)) {} }
        default: break
        }
    }

    /// A session that does not say whose it is counts as ours.
    private func concernsUser(_ message: LoginService.Message) -> Bool {
        guard let calls, let owner = LoginService.owner(of: message, on: calls)
        else { return true }
        return owner == UInt64(user)
    }

    private func takeScreenSaver(_ signal: BusSignal, _ tell: Handler) {
        guard sources.contains(.screensaver), bus.services.contains(signal.interface),
            signal.member == "ActiveChanged", signal.arguments.count == 1,
            case .truth(true) = signal.arguments[0]
        else { return }
        tell(.lock(.screensaver)) {}
    }

    /// Whoever is told ends the delay when the keys are gone, even if that is after the next waking.
    private func tellOfSleep(_ tell: Handler) {
        let delay = delay
        tell(.lock(.sleep)) { delay?.end() }
    }

    /// Asks again for a delay that was refused, when it is time.
    func retryDelay() {
        guard let retry = delayRetry, retry.moment <= elapsed() else { return }
        takeDelay(pause: min(retry.pause * 2, pauses.longest))
    }

    /// With how long to wait before it is asked for again, should it be refused.
    private func takeDelay(pause: Duration? = nil) {
        guard let calls else { return }
        let pause = pause ?? pauses.first
        let retry = Retry(moment: elapsed() + pause, pause: pause)
        delay = LoginService.delaySleep(on: calls).map(SleepDelay.init)
        delayRetry = delay == nil ? retry : nil
    }
}
