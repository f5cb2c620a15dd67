import ProtectedFoundation

/// What the undisturbed run showed of the work that a body starts and does not wait for.
struct BackgroundWork: Sendable, Hashable {
    /// Whether some was done where nothing tells when it ends: on a queue or a thread that was used
    /// without the plugin, or in a detached task.
    var isUntracked = false
    /// Whether all on queues and threads ended.
    var jobsEnd = true
    /// Whether all tasks ended; those that wait for notifications never do.
    var tasksEnd = true
    /// The shortest timer that was not waited for.
    var postponement: Duration?

    /// What a report says of it.
    var notes: [String] { [postponementNote, jobNote].compactMap(\.self) }

    private var postponementNote: String? {
        postponement.map {
            "the body leaves work to a timer of \($0.inSeconds), which is not waited for: only timers of at "
                + "most \(PendingWork.horizon.inSeconds), and none that a timer starts, are"
        }
    }

    /// That something on a queue or thread does not end; nil when all did.
    var jobNote: String? {
        jobsEnd
            ? nil
            : "work that the body started on a queue or thread did not end, although it was waited for until "
                + "nothing had happened for \(WorkWatch.jobPatience.inSeconds): no run waits for it"
    }
}

/// Waits until work that was started on a queue, a thread or in a task has come to rest.
struct WorkWatch: Sendable {
    /// A device on which no operation has begun for so long, in real time, is quiet.
    static let quiet: Duration = .milliseconds(100)
    /// Tasks, and work of which nothing has come yet, are waited for longer.
    static let longest: Duration = .seconds(2)
    /// And work on queues and threads, which may reckon for a while, longer still.
    static let jobPatience: Duration = .seconds(10)
    private static let tick: Duration = .milliseconds(10)

    /// What is waited for.
    struct Patience: Sendable {
        /// What the undisturbed run showed; nil for nothing.
        var known: BackgroundWork?
        /// Whether what ended there must end now, too.
        var mustEnd = false
        /// Whether the device must be quiet even where no work was seen of which nothing tells.
        var isThorough = false
        /// Whether work of which nothing tells has its turn only while the code waits, as sessions have.
        var takesTurns = false
        /// Whether an operation must still come.
        var isMissing: @Sendable () -> Bool = { false }
    }

    let limit: Duration
    let patience: Patience
    private let device: TestDevice
    private let timer: any RunTimer

    init(
        _ device: TestDevice,
        _ timer: any RunTimer,
        within limit: Duration,
        _ patience: Patience
    ) {
        self.device = device
        self.timer = timer
        self.limit = limit
        self.patience = patience
    }

    /// What is left after `rest()`: `isOver` is false when the limit came first.
    struct Rest: Sendable {
        var isOver = true
        var work = BackgroundWork()
    }

    /// Waits.
    func rest() async -> Rest {
        var result = Rest()
        if needsToWait { result.isOver = await wait() } else { _ = flush() }
        let work = device.container.work.snapshot
        result.work = BackgroundWork(
            isUntracked: hasUntrackedWork,
            jobsEnd: !work.hasJobs,
            tasksEnd: !work.hasTasks,
            postponement: work.postponement
        )
        return result
    }

    /// Stores what was gathered.
    ///
    /// - Returns: whether there was something, so that others may have been told of it.
    private func flush() -> Bool {
        let before = device.monitor.activity.beginCount
        device.bind { device.container.synchronizeDefaults() }
        return device.monitor.activity.beginCount != before
    }

    /// How many operations were made, when that was too many.
    var excess: Int? { device.monitor.activity.excess }

    private var hasUntrackedWork: Bool { device.monitor.activity.untrackedCount > 0 }

    /// Whether something may come that nothing tells of.
    private var mustBeQuiet: Bool {
        !patience.takesTurns && (hasUntrackedWork || patience.known?.isUntracked ?? false)
            || patience.isThorough || patience.isMissing()
    }

    private var needsToWait: Bool {
        let work = device.container.work.snapshot
        return mustBeQuiet || work.hasJobs || work.hasTasks
    }

    private func wait() async -> Bool {
        let start = timer.now()
        var (changed, untrackedChanged) = (start, start)
        var last = device.monitor.activity
        while timer.now() - start < limit {
            await timer.pause(for: Self.tick)
            let now = device.monitor.activity
            if now.isUnderWay || now.beginCount != last.beginCount { changed = timer.now() }
            let mayBeUntracked = now.isUnderWay && now.untrackedCount > 0
            if mayBeUntracked || now.untrackedCount != last.untrackedCount {
                untrackedChanged = timer.now()
            }
            last = now
            if hasEnough(timer.now() - changed, timer.now() - untrackedChanged, now.hasEnded),
                !flush()
            {
                return true
            }
        }
        return false
    }

    /// Whether enough time has passed since the last operation, and since the last of which nothing else tells.
    private func hasEnough(_ time: Duration, _ untracked: Duration, _ hasEnded: Bool) -> Bool {
        let work = device.container.work.snapshot
        // A process that has ended unwinds.
        if hasEnded { return !work.hasJobs || time >= BoundedRun.unwinding }
        if work.hasJobs, patience.known?.jobsEnd ?? true {
            return !patience.mustEnd && time >= Self.jobPatience
        }
        if work.hasTasks, patience.known?.tasksEnd ?? true { return time >= Self.longest }
        // Beside what never ends there may be what does.
        if work.hasJobs || work.hasTasks, time < Self.quiet { return false }
        guard mustBeQuiet else { return true }
        return untracked >= (patience.isMissing() ? Self.longest : Self.quiet)
    }
}
