import CloudRecords
import Foundation
import ProtectionModel
import Synchronization

/// Runs code once to count its requests, and then again and again with something happening to each of them in turn.
struct RequestRunner<App: Sendable>: Sendable {
    /// What the undisturbed runs have shown.
    private struct Baseline {
        let requests: [CloudRequest]
        let content: CloudContent
        let unstable: CloudContent.Stability
    }

    /// A cloud and the app of a run.
    private struct Scene: Sendable {
        let cloud: TestCloud
        let app: App
    }

    /// What happens in a run.
    private struct Disturbance: Sendable {
        /// The number of the request, from 1.
        let step: Int
        let headline: String
        let strike: @Sendable (TestCloud, ConflictLog) -> Void
        /// Whether what is in the cloud is compared in full, by numbers alone or not at all.
        let judgement: Judgement
    }

    private enum Judgement { case rows, counts, none }

    private let test: RequestTest<App>
    private let report: FailureReport
    private let stage: RunStage
    private let seed: UInt64

    init(_ test: RequestTest<App>, _ report: FailureReport, within limit: Duration) {
        self.test = test
        self.report = report
        stage = RunStage(report, within: limit)
        seed = test.options.device.seed ?? .random(in: 0 ... .max)
    }

    // MARK: What is asked for

    func run(with faults: [RequestFault]) async throws -> StepReport {
        try await run { baseline in
            faults.flatMap { fault in
                baseline.requests.indices.compactMap { index in
                    disturbance(fault, at: index, baseline)
                }
            }
        }
    }

    private func disturbance(
        _ fault: RequestFault,
        at index: Int,
        _ baseline: Baseline
    ) -> Disturbance? {
        let request = baseline.requests[index]
        guard fault.isPossible(for: request) else { return nil }
        let number = baseline.requests[...index].count { $0.call == request.call }
        let retryAfter = test.options.retryAfter
        return Disturbance(
            step: index + 1,
            headline: "at request \(index + 1) of \(baseline.requests.count), \(request.sentence): "
                + fault.name,
            strike: { cloud, _ in
                cloud.faults.plan(fault.plan(for: request.call, number: number, retryAfter))
            },
            judgement: fault.takesRecords ? .none : .rows
        )
    }

    func run(against other: @escaping @Sendable (inout Record) -> Void) async throws -> StepReport {
        try await run { baseline in
            baseline.requests.indices.filter { !baseline.requests[$0].saves.isEmpty }.map { index in
                Disturbance(
                    step: index + 1,
                    headline: "at request \(index + 1) of \(baseline.requests.count), "
                        + "\(baseline.requests[index].sentence): another device was first",
                    strike: { cloud, log in
                        cloud.watch.begin { [weak cloud] request, number in
                            guard let cloud, number == index + 1 else { return }
                            log.win(request, in: cloud, changing: other)
                        }
                    },
                    judgement: .counts
                )
            }
        }
    }

    // MARK: Runs

    private func run(
        _ disturbances: (Baseline) -> [Disturbance]
    ) async throws -> StepReport {
        let start = stage.timer.now()
        var result = StepReport()
        guard let baseline = try await baseline(&result) else { return result }
        var failures: [String: Int] = [:]
        for disturbance in disturbances(baseline)
        where test.only?.contains(disturbance.step) ?? true {
            try Task.checkCancellation()
            // After so many of a kind the others would say the same.
            let kind = disturbance.headline.split(separator: ":").last.map { "\($0)" } ?? ""
            guard failures[kind, default: 0] < StepRunner.failureLimit else { continue }
            let begin = stage.timer.now()
            let finding = try await run(disturbance, baseline)
            result.runCount += 1
            result.took(stage.timer.now() - begin, at: disturbance.step)
            guard finding.isFaulty else { continue }
            failures[kind, default: 0] += 1
            if !result.failedSteps.contains(disturbance.step) {
                result.failedSteps.append(disturbance.step)
            }
            if finding.didOverrun { break }
        }
        result.failedSteps.sort()
        result.elapsed = stage.timer.now() - start
        return result
    }

    /// A cloud of its own for a run, always the same.
    private func scene() async throws -> Scene {
        var options = test.options
        options.device.seed = seed
        let cloud = try TestCloud(options)
        let app = try await cloud.whileCurrent(on: cloud.device) { try await test.prepare(cloud) }
        cloud.watch.begin()
        return Scene(cloud: cloud, app: app)
    }

    private func perform(
        _ scene: Scene,
        _ context: RunContext,
        _ part: @escaping @Sendable (App, TestCloud) async throws -> Void
    ) async throws -> RunStage.Part {
        let client = CurrentCloud(try scene.cloud.client(on: scene.cloud.device))
        let driver = ClockDriver(scene.cloud, stage.timer)
        driver.start()
        defer { driver.stop() }
        return await stage.perform(scene.cloud.device, RunStage.Terms(), { context }) { _ in
            try await CurrentCloud.$ofTask.withValue(client) {
                try await part(scene.app, scene.cloud)
            }
        }
    }

    // MARK: Undisturbed

    /// - Returns: nil when the code cannot be judged, which the test has then been told.
    private func baseline(_ result: inout StepReport) async throws -> Baseline? {
        var contents: [CloudContent] = []
        var requests: [CloudRequest] = []
        for _ in 0..<2 {
            let scene = try await scene()
            let context = RunContext(
                headline: "in the run in which nothing happens",
                details: "The seed was \(seed)."
            )
            let ran = try await perform(scene, context, test.body)
            if ran.didOverrun { return nil }
            if let error = ran.outcome.error { throw error }
            requests = scene.cloud.watch.requests
            let verified = try await perform(scene, context, test.verify)
            if verified.didOverrun { return nil }
            if let error = verified.outcome.error { throw error }
            let isFaulty = findsFault(scene, context, [])
            guard ran.failureCount + verified.failureCount == 0, !isFaulty else { return nil }
            contents.append(CloudContent(scene.cloud.serverRecords))
        }
        result.stepCount = requests.count
        guard !requests.isEmpty else {
            report.fail(
                "the body asked the cloud for nothing",
                "Hand `cloud.client(on:)` to the code under test, or let it find the cloud of the run by "
                    + "`CKContainer.default()` of CloudKitCompatibility."
            )
            return nil
        }
        let unstable = contents[0].stable(beside: contents[1])
        guard unstable.counts.isEmpty else {
            report.fail(
                "two undisturbed runs leave different numbers of records",
                "Each run must begin like the first: make in the preparation what remembers something."
            )
            return nil
        }
        return Baseline(requests: requests, content: contents[0], unstable: unstable)
    }

    // MARK: Disturbed

    private func run(
        _ disturbance: Disturbance,
        _ baseline: Baseline
    ) async throws -> (isFaulty: Bool, didOverrun: Bool) {
        let scene = try await scene()
        let log = ConflictLog()
        disturbance.strike(scene.cloud, log)
        let context = RunContext(
            headline: disturbance.headline,
            details:
                "Repeat it with seed \(seed) and `only: \(disturbance.step)...\(disturbance.step)`. "
                + "Requests: \(baseline.requests.map(\.sentence).joined(separator: ", "))."
        )
        let ran = try await perform(scene, context, test.body)
        guard !ran.didOverrun else { return (true, true) }
        scene.cloud.watch.end()
        var faults = earlyFaults(scene.cloud)
        scene.cloud.faults.forget()
        let verified = try await perform(scene, context, test.verify)
        guard !verified.didOverrun else { return (true, true) }
        if let error = verified.outcome.error {
            faults.append(Fault("the verification threw \(error)", ""))
        }
        faults += log.faults(in: scene.cloud).map { Fault($0, Advice.overwritten) }
        let content = CloudContent(scene.cloud.serverRecords)
        switch disturbance.judgement {
        case .rows:
            faults += baseline.content.faults(of: content, baseline.unstable)
                .map { Fault($0, Advice.records) }
        case .counts:
            faults += baseline.content.countFaults(of: content, baseline.unstable)
                .map { Fault($0, Advice.records) }
        case .none: break
        }
        let isFaulty = findsFault(scene, context, faults)
        return (isFaulty || ran.failureCount + verified.failureCount > 0, false)
    }

    private func earlyFaults(_ cloud: TestCloud) -> [Fault] {
        guard let first = cloud.watch.early.first else { return [] }
        return [
            Fault(
                "a busy cloud was asked again \(first.rest.inSeconds) before the time that it named"
                    + (cloud.watch.early.count > 1 ? ", \(cloud.watch.early.count) times" : ""),
                Advice.early
            )
        ]
    }

    private func findsFault(_ scene: Scene, _ context: RunContext, _ faults: [Fault]) -> Bool {
        var faults = faults
        for secret in scene.cloud.watch.secrets {
            faults += scene.cloud.places(of: secret).map {
                Fault(
                    "what is to be kept secret can be read by the operator in \($0)",
                    Advice.secret
                )
            }
        }
        for fault in faults {
            report.fail(
                scene.cloud.device,
                "\(context.headline): \(fault.headline)",
                [fault.advice, context.details].filter { !$0.isEmpty }.joined(separator: "\n")
            )
        }
        var isFaulty = !faults.isEmpty
        for device in scene.cloud.devices {
            isFaulty = DeviceVerdict(report: report).findsFault(device, context) || isFaulty
        }
        return isFaulty
    }
}

/// What another device has saved before the app could.
final class ConflictLog: Sendable {
    /// A field that the app has not changed itself.
    private struct Change: Sendable {
        let id: RecordID
        let scope: DatabaseScope
        let type: String
        let key: String
        let value: RecordValue?
    }

    private let changes = Mutex<[Change]>([])

    /// Saves the records of a request as another device of the user.
    func win(
        _ request: CloudRequest,
        in cloud: TestCloud,
        changing change: @Sendable (inout Record) -> Void
    ) {
        guard
            let container = try? RecordContainer(
                cloud.options.container,
                service: cloud.service,
                account: CloudAccount(TestCloud.user)
            )
        else { return }
        let database = container.database(request.scope)
        for record in request.saves { win(record, in: database, changing: change) }
    }

    private func win(
        _ record: Record,
        in database: RecordDatabase,
        changing change: (inout Record) -> Void
    ) {
        var other: Record
        if let there = try? database.record(record.id) {
            other = there
        } else if UUID(uuidString: record.id.name) == nil {
            other = Record(record.type, record.id)
            for (key, value) in record.fields { other[key] = value }
        } else {
            // Nobody else draws this name.
            return
        }
        let before = other.fields
        change(&other)
        guard (try? database.save(other)) != nil else { return }
        let saved = other
        let changed = saved.changedKeys.filter {
            saved[$0] != before[$0] && !record.changedKeys.contains($0)
        }
        changes.withLock { changes in
            changes += changed.sorted().map { key in
                Change(
                    id: record.id,
                    scope: database.scope,
                    type: record.type,
                    key: key,
                    value: saved[key]
                )
            }
        }
    }

    /// Changes of the other device that are not there, a sentence each.
    func faults(in cloud: TestCloud) -> [String] {
        let records = cloud.serverRecords
        return changes.withLock { $0 }.compactMap { change in
            let record = records.first {
                $0.database == change.scope && $0.id == change.id && !$0.isRemoved
            }
            guard let record else {
                return
                    "'\(change.type)' \(change.id) was removed, although another device had changed it"
            }
            guard record.fields[change.key] != change.value else { return nil }
            return
                "'\(change.key)' of '\(change.type)' \(change.id) was overwritten, which another device "
                + "had changed and the app had not"
        }
    }
}

/// Moves the clock of the devices while code waits on it and asks for nothing.
private final class ClockDriver: Sendable {
    private static let tick: Duration = .milliseconds(5)

    private struct State {
        var alarm: RunAlarm?
        var requestCount = -1
        var isOver = false
    }

    private let cloud: TestCloud
    private let timer: any RunTimer
    private let state = Mutex(State())

    init(_ cloud: TestCloud, _ timer: any RunTimer) {
        self.cloud = cloud
        self.timer = timer
    }

    func start() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.alarm = timer.alarm(after: Self.tick) { [weak self] in self?.look() }
        }
    }

    private func look() {
        let count = cloud.requests.count
        let isIdle = state.withLock { state in
            defer { state.requestCount = count }
            return state.requestCount == count && !state.isOver
        }
        if isIdle, let next = cloud.devices.compactMap(\.clock.nextDeadline).min() {
            cloud.advance(by: max(.zero, next - cloud.device.clock.now.offset))
        }
        start()
    }

    func stop() {
        let alarm = state.withLock { state in
            state.isOver = true
            return state.alarm
        }
        alarm?.cancel()
    }
}

/// Something wrong, and what to do about it.
private struct Fault: Sendable {
    let headline: String
    let advice: String

    init(_ headline: String, _ advice: String) {
        self.headline = headline
        self.advice = advice
    }
}

private enum Advice {
    static let records =
        "Keep what is to be saved until the cloud has said that it was; name records yourself, and repeat a "
        + "request whose answer was lost with the same names: what was done is then met as a conflict."
    static let overwritten =
        "Merge into the record that the conflict brings (`server`), and save that; save changed keys only."
    static let early =
        "Wait as long as the error's `retryAfter` says, on the device's `clock` in a test."
    static let secret =
        "Put it into an encrypted field: what the operator has can be read by others."
}
