import ProtectionModel
import Synchronization
import SystemIO

/// Runs a program as a service extension.
///
/// It reads the request on its standard input, and answers on its standard output by ending with status 0. Both
/// are one JSON object, `{"version": 1, "identifier": "…", "content": {"aps": {…}, …}, "attachments":
/// [{"identifier": "…", "path": "/…"}]}`, whose `content` is as in a payload and whose `attachments` may be left
/// out: a program that writes what it reads changes nothing. An answer has at most 64 KiB; anything else is no
/// answer, and the original is shown.
///
/// SIGTERM to its process group tells that its time is up. At the end of the run, also after an answer, what is
/// left of the group is killed. Its start is over once the kernel has executed it, so that only one on a file
/// system that does not answer is killed at start. Standard error is this process's.
public struct ServiceProgram: Sendable {
    private let command: [String]
    private let environment: [String: String]
    private let canFilter: Bool
    private let limits: ServiceRun.Limits
    private let memoryLimit: UInt64?

    /// Names a program, which the PATH of `environment` finds, and its arguments; both can be seen by others on
    /// this machine and are no place for secrets.
    ///
    /// `environment` is all that it gets, `memoryLimit` the most of its address space in bytes (`RLIMIT_AS`), and
    /// `canFilter` says that the app has the entitlement `com.apple.developer.usernotifications.filtering`.
    public init(
        _ command: [String],
        environment: [String: String],
        canFilter: Bool,
        limits: ServiceRun.Limits = ServiceRun.Limits(),
        memoryLimit: UInt64? = nil
    ) {
        self.command = command
        self.environment = environment
        self.canFilter = canFilter
        self.limits = limits
        self.memoryLimit = memoryLimit
    }

    /// Runs the program for a request; several may run at once.
    ///
    /// A task that is cancelled ends the run, as a program does that fails.
    public func run(_ request: NotificationRequest) async -> ServiceOutcome {
        let run = ServiceRun(request, canFilter: canFilter, limits)
        do {
            let json = try ServiceDocument.json(request)
            let cancellation = try Cancellation()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiting in
                    do {
                        // Waiting for a program blocks, and the kernel ends it with its starter.
                        try SystemThread.detach {
                            converse(run, request, json, cancellation, waiting)
                        }
                    } catch { waiting.resume(throwing: error) }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch { return .failed(request, .service(error)) }
    }

    private func converse(
        _ run: ServiceRun,
        _ request: NotificationRequest,
        _ json: [UInt8],
        _ cancellation: Cancellation,
        _ waiting: CheckedContinuation<ServiceOutcome, any Error>
    ) {
        do {
            let start = SystemTime.sinceBoot()
            var program = ProgramRun(
                run,
                request,
                try ProcessGroup(
                    command,
                    environment: environment,
                    input: json,
                    outputLimit: ServiceDocument.byteLimit,
                    memoryLimit: memoryLimit
                ),
                start: start
            )
            waiting.resume(returning: program.outcome(cancellation))
            // A program that is stuck in the kernel is waited for here, where it hinders nobody.
            _ = consume program
        } catch { waiting.resume(throwing: error) }
    }
}

/// Whether nobody waits for a run any more.
private final class Cancellation: Sendable {
    let wakeUp: WakeUp
    private let isCancelled = Atomic(false)

    init() throws(SystemError) { wakeUp = try WakeUp() }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    func check() throws {
        if isCancelled.load(ordering: .acquiring) { throw CancellationError() }
    }
}

/// A program that runs.
private struct ProgramRun: ~Copyable {
    private var run: ServiceRun
    private let request: NotificationRequest
    private var group: ProcessGroup
    private let start: Duration

    init(
        _ run: ServiceRun,
        _ request: NotificationRequest,
        _ group: consuming ProcessGroup,
        start: Duration
    ) {
        self.run = run
        self.request = request
        self.group = group
        self.start = start
    }

    private var elapsed: Duration { SystemTime.sinceBoot() - start }

    mutating func outcome(_ cancellation: Cancellation) -> ServiceOutcome {
        while true {
            if let outcome = run.outcome {
                group.finish(within: .seconds(1))
                return outcome
            }
            do {
                try cancellation.check()
                let rest = (run.deadline ?? .zero) - elapsed
                let events = try group.wait(for: rest, or: cancellation.wakeUp)
                for event in events { hear(event) }
                take(.time)
            } catch { take(.failed(.service(error))) }
        }
    }

    private mutating func take(_ event: ServiceRun.Event) {
        let actions = run.take(event, at: elapsed)
        if actions.contains(.callTimeWillExpire) { group.signal(.terminate) }
    }

    private mutating func hear(_ event: ProcessGroup.Event) {
        switch event {
        case .started: take(.started)
        case .wroteTooMuch:
            take(
                .failed(
                    ProtectionError(
                        .payloadTooLarge,
                        "the answer of the service extension has more than "
                            + "\(ServiceDocument.byteLimit) bytes"
                    )
                )
            )
        case .ended(0, let output):
            do throws(ProtectionError) {
                take(.answered(try ServiceDocument.answer(output, to: request)))
            } catch { take(.failed(error)) }
        case .ended(let status, _):
            let end = status > 128 ? "by signal \(status - 128)" : "with status \(status)"
            take(
                .failed(ProtectionError(.inputOutput, "the service extension ended \(end)"))
            )
        }
    }
}
