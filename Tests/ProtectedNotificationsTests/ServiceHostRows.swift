import Glibc
import ProtectedNotifications
import ProtectionModel
import Synchronization
import Testing

@Suite(
    "Service extensions in this process (rows N-36 to N-44, N-71, N-72)",
    .timeLimit(.minutes(30))
)
struct ServiceHostRows {
    private typealias Answer = @Sendable (NotificationContent) -> Void

    /// An extension whose two methods are closures.
    private struct Extension: ServiceExtension {
        var receive: @Sendable (NotificationRequest, @escaping Answer) -> Void = { _, _ in }
        var expire: @Sendable () -> Void = {}

        func didReceive(_ request: NotificationRequest, answer: @escaping Answer) {
            receive(request, answer)
        }
        func timeWillExpire() { expire() }
    }

    /// What is kept of a handler for later.
    private final class Keeper: Sendable {
        private let answers = Mutex<[String: Answer]>([:])
        private let notes = Mutex<[String]>([])

        func keep(_ answer: @escaping Answer, for identifier: String = "a") {
            answers.withLock { $0[identifier] = answer }
        }
        func answer(_ body: String, to identifier: String = "a") {
            answers.withLock { $0[identifier] }?(NotificationContent(body: body))
        }
        func note(_ note: String) { notes.withLock { $0.append(note) } }
        var all: [String] { notes.withLock { $0 } }
    }

    /// An app's requests, which outlast its extension.
    private final class Scheduled: Sendable {
        private let schedule = Mutex(NotificationSchedule())

        func add(_ request: NotificationRequest) {
            schedule.withLock { schedule in
                _ = try? schedule.add(request, now: Timestamp(seconds: 0), deviceZone: "UTC")
            }
        }
        var all: [NotificationRequest] { schedule.withLock { $0.pending.map(\.request) } }
    }

    private let clock = StandingClock()
    private let keeper = Keeper()
    private let request: NotificationRequest

    init() throws {
        request = try NotificationRequest("a", NotificationContent(body: "Encrypted"))
    }

    private func host(
        canFilter: Bool = false,
        _ make: @escaping @Sendable () throws -> any ServiceExtension
    ) -> ServiceHost {
        let keeper = keeper
        return ServiceHost(clock: clock, canFilter: canFilter, makeExtension: make) {
            keeper.note("\($0.identifier): \($1)")
        }
    }

    @Test("N-36: an answer at 29.9 s is shown")
    func row36() async {
        let outcome = await host { [clock] in
            clock.move(to: .seconds(5))
            return Extension(receive: { _, answer in
                clock.move(to: .milliseconds(29_900))
                answer(NotificationContent(body: "Hello"))
            })
        }.run(request)
        #expect(outcome.ending == .delivered && outcome.content?.body == "Hello")
        #expect(outcome.notes == [])
    }

    @Test(
        "the extension is given the request, on a thread where it may block, and an instance a push"
    )
    func instances() async {
        let host = host { [keeper] in
            keeper.note("made")
            return Extension(receive: { request, answer in
                keeper.note(request.content.body)
                // A task would never run it on the same thread.
                let handedOver = Happening()
                Task {
                    answer(NotificationContent(body: "From elsewhere"))
                    handedOver.happen()
                }
                while !handedOver.hasHappened { sched_yield() }
            })
        }
        for _ in 0..<2 {
            #expect(await host.run(request).content?.body == "From elsewhere")
        }
        #expect(keeper.all == ["made", "Encrypted", "made", "Encrypted"])
    }

    @Test("an answer that cannot be shown gives way to the original, and why is noted")
    func refused() async {
        struct Refusing: ServiceExtension {
            func didReceive(_ request: NotificationRequest, answer: @escaping Answer) {}
            func didReceive(
                _ request: NotificationRequest,
                answer: @escaping Answer,
                refuse: @escaping @Sendable (ProtectionError) -> Void
            ) { refuse(ProtectionError(.invalidArgument, "not a list")) }
            func timeWillExpire() {}
        }
        let outcome = await host { Refusing() }.run(request)
        #expect(outcome.ending == .original && outcome.content?.body == "Encrypted")
        #expect(outcome.notes == [.failed(ProtectionError(.invalidArgument, "not a list"))])
    }

    @Test("N-37: at the deadline the extension is told once, and its answer is shown")
    func row37() async {
        let received = Happening()
        let host = host { [keeper] in
            Extension(
                receive: { _, answer in
                    keeper.keep(answer)
                    received.happen()
                },
                expire: {
                    keeper.note("expire")
                    keeper.answer("Best attempt")
                }
            )
        }
        async let outcome = host.run(request)
        await received.wait()
        #expect(keeper.all == [])
        clock.move(to: .seconds(30))
        #expect(await outcome.ending == .expired)
        #expect(await outcome.content?.body == "Best attempt")
        clock.move(to: .seconds(90))
        #expect(keeper.all == ["expire"])
    }

    @Test(
        "N-37, N-40: it is told also while didReceive blocks its thread, whose late answer is noted"
    )
    func row37Blocked() async {
        let (received, released, returned) = (Happening(), Happening(), Happening())
        let host = host { [keeper] in
            Extension(
                receive: { _, answer in
                    keeper.keep(answer)
                    received.happen()
                    while !released.hasHappened { sched_yield() }
                    keeper.answer("Far too late")
                    returned.happen()
                },
                expire: { keeper.answer("Best attempt") }
            )
        }
        async let outcome = host.run(request)
        await received.wait()
        clock.move(to: .seconds(30))
        #expect(await outcome.content?.body == "Best attempt")
        #expect(await outcome.notes == [])
        released.happen()
        await returned.wait()
        #expect(keeper.all == ["a: twice"])
    }

    @Test("N-38, N-39: without an answer the original is shown; one after the end is noted as late")
    func row38() async {
        let (received, expired) = (Happening(), Happening())
        let host = host { [keeper] in
            Extension(
                receive: { _, answer in
                    keeper.keep(answer)
                    received.happen()
                },
                expire: { expired.happen() }
            )
        }
        async let outcome = host.run(request)
        await received.wait()
        clock.move(to: .seconds(30))
        await expired.wait()
        clock.move(to: .seconds(31))
        #expect(await outcome.ending == .original)
        #expect(await outcome.content?.body == "Encrypted")
        #expect(await outcome.notes == [])
        keeper.answer("Late")
        keeper.answer("Later")
        keeper.answer("Still later")
        #expect(keeper.all == ["a: late", "a: twice"])
    }

    @Test("N-38: an extension that blocks both its threads for good ends at the deadline")
    func row38Blocked() async {
        let (received, expired, released) = (Happening(), Happening(), Happening())
        let host = host {
            Extension(
                receive: { _, _ in
                    received.happen()
                    while !released.hasHappened { sched_yield() }
                },
                expire: {
                    expired.happen()
                    while !released.hasHappened { sched_yield() }
                }
            )
        }
        async let outcome = host.run(request)
        await received.wait()
        clock.move(to: .seconds(30))
        await expired.wait()
        clock.move(to: .seconds(31))
        #expect(await outcome.ending == .original)
        released.happen()
    }

    @Test(
        "an extension that answers and does not return has delivered, by the deadline at the latest"
    )
    func answerWithoutReturn() async {
        let (answered, released) = (Happening(), Happening())
        let host = host { [keeper] in
            Extension(
                receive: { _, answer in
                    answer(NotificationContent(body: "Hello"))
                    answered.happen()
                    while !released.hasHappened { sched_yield() }
                },
                expire: { keeper.note("expire") }
            )
        }
        async let outcome = host.run(request)
        await answered.wait()
        clock.move(to: .seconds(30))
        #expect(await outcome.ending == .delivered)
        #expect(await outcome.content?.body == "Hello")
        released.happen()
        #expect(keeper.all == [])
    }

    @Test("N-40: of two answers the first is shown, the second noted with the outcome")
    func row40() async {
        let outcome = await host {
            Extension(receive: { _, answer in
                answer(NotificationContent(body: "First"))
                answer(NotificationContent(body: "Second"))
                answer(NotificationContent())
            })
        }.run(request)
        #expect(outcome.content?.body == "First")
        #expect(outcome.notes == [.twice])
        #expect(keeper.all == [])
    }

    @Test("answers from many threads at once: one counts, and it is one of them")
    func manyThreads() async {
        let host = host {
            Extension(receive: { _, answer in
                let answered = (0..<4).map { _ in Happening() }
                for (number, happening) in answered.enumerated() {
                    Task {
                        answer(NotificationContent(body: "\(number)"))
                        happening.happen()
                    }
                }
                while !answered.allSatisfy(\.hasHappened) { sched_yield() }
            })
        }
        for _ in 0..<50 {
            let outcome = await host.run(request)
            #expect(outcome.ending == .delivered)
            #expect(["0", "1", "2", "3"].contains(outcome.content?.body))
            #expect(outcome.notes == [.twice])
        }
    }

    @Test("N-41: where the start takes 31 s neither method is called")
    func row41() async {
        let outcome = await host { [clock, keeper] in
            clock.move(to: .seconds(31))
            return Extension(
                receive: { _, _ in keeper.note("receive") },
                expire: { keeper.note("expire") }
            )
        }.run(request)
        #expect(outcome.ending == .killedAtStart && outcome.content?.body == "Encrypted")
        #expect(keeper.all == [])
    }

    @Test("N-41: a start that blocks for good is killed, and calls nothing when it goes on")
    func row41Blocked() async {
        let (starting, released, made) = (Happening(), Happening(), Happening())
        let host = host { [keeper] in
            starting.happen()
            while !released.hasHappened { sched_yield() }
            defer { made.happen() }
            return Extension(receive: { _, _ in keeper.note("receive") })
        }
        async let outcome = host.run(request)
        await starting.wait()
        clock.move(to: .seconds(30))
        #expect(await outcome.ending == .killedAtStart)
        released.happen()
        await made.wait()
        #expect(keeper.all == [])
    }

    @Test(
        "N-42: an empty answer, with and without the filtering entitlement",
        arguments: [false, true]
    )
    func row42(canFilter: Bool) async {
        let outcome = await host(canFilter: canFilter) {
            Extension(receive: { _, answer in
                var content = NotificationContent()
                content.badge = 3
                answer(content)
            })
        }.run(request)
        #expect(outcome.ending == (canFilter ? .suppressed : .original))
        #expect(outcome.content == (canFilter ? nil : request.content))
        #expect(outcome.badge == (canFilter ? 3 : nil))
    }

    @Test("N-43, N-44: an extension that finds its data locked shows what it has instead")
    func row43() async {
        let outcome = await host {
            Extension(receive: { _, answer in
                do {
                    throw ProtectionError(.protectedDataUnavailable, "locked")
                } catch {
                    answer(NotificationContent(body: "You have a message"))
                }
            })
        }.run(request)
        #expect(outcome.ending == .delivered && outcome.content?.body == "You have a message")
    }

    @Test("N-44: one that cannot even start without its data leaves the original, and the reason")
    func row44() async {
        let error = ProtectionError(.protectedDataUnavailable, "locked")
        let outcome = await host { throw error }.run(request)
        #expect(outcome.ending == .original && outcome.content?.body == "Encrypted")
        #expect(outcome.notes == [.failed(error)])
        struct Other: Error {}
        let other = await host { throw Other() }.run(request)
        #expect(other.ending == .original)
        #expect(other.notes == [.failed(ProtectionError(.inputOutput, ""))])
    }

    @Test(
        "N-71: an extension that adds requests itself and answers empty shows nothing of the push"
    )
    func row71() async throws {
        let own = try NotificationRequest("own", NotificationContent(body: "Hello"))
        let scheduled = Scheduled()
        let outcome = await host(canFilter: true) {
            Extension(receive: { _, answer in
                scheduled.add(own)
                answer(NotificationContent())
            })
        }.run(request)
        #expect(outcome.ending == .suppressed && outcome.content == nil)
        #expect(scheduled.all == [own])
    }

    @Test("N-72: two pushes at once are two runs, and no answer is the other's")
    func row72() async throws {
        let second = try NotificationRequest("b", NotificationContent(body: "Encrypted, too"))
        let received = ["a": Happening(), "b": Happening()]
        let expired = Happening()
        let host = host { [keeper] in
            let name = Mutex("")
            return Extension(
                receive: { request, answer in
                    name.withLock { $0 = request.identifier }
                    keeper.keep(answer, for: request.identifier)
                    received[request.identifier]?.happen()
                },
                expire: { if name.withLock({ $0 }) == "a" { expired.happen() } }
            )
        }
        async let first = host.run(request)
        async let other = host.run(second)
        await received["a"]?.wait()
        await received["b"]?.wait()
        keeper.answer("For b", to: "b")
        #expect(await other.content?.body == "For b")
        // Twice, and never an answer for the run that waits still.
        keeper.answer("For b again", to: "b")
        #expect(keeper.all == ["b: twice"])
        clock.move(to: .seconds(30))
        await expired.wait()
        clock.move(to: .seconds(31))
        #expect(await first.ending == .original)
        #expect(await first.content?.body == "Encrypted")
    }

    @Test("a hundred pushes at once have a hundred answers of their own")
    func manyRuns() async throws {
        let host = host {
            Extension(receive: { request, answer in
                answer(NotificationContent(body: "For " + request.identifier))
            })
        }
        let requests = try (0..<100).map {
            try NotificationRequest("\($0)", NotificationContent(body: "Encrypted"))
        }
        await withTaskGroup { group in
            for request in requests {
                group.addTask { (request.identifier, await host.run(request).content?.body) }
            }
            for await (identifier, body) in group { #expect(body == "For " + identifier) }
        }
    }

    @Test("a task that is cancelled ends the run with the original, though the clock stands still")
    func cancelled() async {
        let received = Happening()
        let host = host { Extension(receive: { _, _ in received.happen() }) }
        let task = Task { [request] in await host.run(request) }
        await received.wait()
        task.cancel()
        let outcome = await task.value
        #expect(outcome.ending == .original && outcome.content?.body == "Encrypted")
        #expect(outcome.notes == [.failed(ProtectionError(.inputOutput, ""))])
        let again = Task { [request] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await host.run(request)
        }
        #expect(await again.value.ending == .original)
    }
}
