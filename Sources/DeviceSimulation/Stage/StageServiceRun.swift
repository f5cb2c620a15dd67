import DeviceIdentifiers
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel

/// A run of a service extension that stands in a scenario as data, on the device's own clock.
///
/// The extension reads as soon as it is called, works for a while, then answers. The clock moves with it, and
/// whatever that brings happens: a grace may end, and a file that comes later is locked.
struct StageServiceRun {
    /// What the extension does next by itself.
    private enum Happening {
        case start
        /// It adds its own requests, and answers.
        case answer
        /// It could not read, and answers.
        case giveUp
    }

    private let service: StepService
    private let application: BundleIdentifier
    private let device: SimulatedDevice
    private let payload: RemotePayload
    private let request: NotificationRequest
    private let begin: Duration
    private var run: ServiceRun
    private var next: (happening: Happening, time: Duration)?
    /// What was sealed in the push, once it is open.
    private var opened: NotificationContent?
    /// Why the extension could not read; nil when it could.
    private(set) var refusal: ProtectionError?

    /// A run whose process starts now.
    init(
        _ service: StepService,
        of application: BundleIdentifier,
        on device: SimulatedDevice,
        _ payload: RemotePayload,
        _ request: NotificationRequest
    ) {
        self.service = service
        self.application = application
        self.device = device
        self.payload = payload
        self.request = request
        begin = device.clock.now()
        let entitlements = try? device.notifications.entitlements(of: application)
        run = ServiceRun(request, canFilter: entitlements?.contains(.filtering) == true)
        next = (.start, service.start)
    }

    /// Moves the clock until the run has ended, and says how.
    mutating func finish() -> ServiceOutcome? {
        while let deadline = run.deadline {
            guard let (happening, time) = next, time <= deadline else {
                move(to: deadline)
                expire(at: deadline)
                continue
            }
            next = nil
            move(to: time)
            take(happening, at: time)
        }
        // What an extension still answers whose time was over is noted.
        if let (happening, time) = next, happening != .start {
            _ = run.take(.answered(request.content), at: time)
        }
        return run.outcome
    }

    private func move(to time: Duration) {
        device.advance(by: max(.zero, begin + time - device.clock.now()))
    }

    private mutating func take(_ happening: Happening, at time: Duration) {
        switch happening {
        case .start:
            guard run.take(.started, at: time).contains(.callDidReceive) else { return }
            next = read() ? (.answer, time + service.takes) : (.giveUp, time)
        case .answer:
            let answer = add() ? service.shows ?? opened ?? request.content : fallback
            _ = run.take(.answered(answer), at: time)
        case .giveUp:
            _ = run.take(.answered(fallback), at: time)
        }
    }

    private mutating func expire(at time: Duration) {
        guard run.take(.time, at: time).contains(.callTimeWillExpire), service.answersOnExpiry
        else { return }
        next = nil
        _ = run.take(.answered(fallback), at: time)
    }

    private var fallback: NotificationContent { service.fallback ?? request.content }

    // MARK: What it needs

    /// Reads what it must; a file that is locked or missing is left as it is.
    private mutating func read() -> Bool {
        attempt { run throws(ProtectionError) in
            for path in run.service.reads { _ = try run.device.files.read(path) }
            guard run.service.shows == nil else { return }
            run.opened = try run.open()
        }
    }

    /// What is sealed in the push; nothing to show for what has come before, or is over.
    private func open() throws(ProtectionError) -> NotificationContent? {
        let center = device.notifications.center(of: application)
        return switch try center.open(payload) {
        case .message(let message): message.content
        case .repeated, .expired: NotificationContent()
        case nil: nil
        }
    }

    /// Notifies of what it has found out itself.
    private mutating func add() -> Bool {
        attempt { run throws(ProtectionError) in
            let center = run.device.notifications.center(of: run.application)
            for (index, content) in run.service.adds.enumerated() {
                try center.add(
                    NotificationRequest("\(run.request.identifier)-\(index + 1)", content)
                )
            }
        }
    }

    private mutating func attempt(
        _ body: (inout StageServiceRun) throws(ProtectionError) -> Void
    ) -> Bool {
        do throws(ProtectionError) { try body(&self) } catch {
            refusal = error
            return false
        }
        return true
    }
}
