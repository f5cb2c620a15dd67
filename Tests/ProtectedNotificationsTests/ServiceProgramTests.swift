import Foundation
import Glibc
import Preferences
import ProtectedNotifications
import ProtectionModel
import Testing

/// Here alone real time passes; so what is expected is an order or an ending, never that something is fast.
@Suite("Service extensions that are programs", .timeLimit(.minutes(10)))
struct ServiceProgramTests {
    private let request: NotificationRequest

    init() throws {
        request = try NotificationRequest("a", NotificationContent(body: "Encrypted"))
    }

    /// A program of the shell; without a budget, one that no machine is too busy for.
    private func program(
        _ script: String,
        _ arguments: [String] = [],
        budget: Duration = .seconds(300),
        grace: Duration = .milliseconds(200),
        canFilter: Bool = false,
        memoryLimit: UInt64? = nil
    ) -> ServiceProgram {
        var limits = ServiceRun.Limits()
        limits.budget = budget
        limits.grace = grace
        return ServiceProgram(
            ["sh", "-c", script, "sh"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "COLOR": "blue"],
            canFilter: canFilter,
            limits: limits,
            memoryLimit: memoryLimit
        )
    }

    /// What answers with the words that a script writes.
    private func answering(_ words: String) -> String {
        #"printf '{"version":1,"identifier":"a","content":{"aps":{"alert":"%s"}}}' "\#(words)""#
    }

    private func body(_ script: String, memoryLimit: UInt64? = nil) async -> String? {
        let outcome = await program(answering(script), memoryLimit: memoryLimit).run(request)
        #expect(outcome.ending == .delivered && outcome.notes == [])
        return outcome.content?.body
    }

    private func expectOriginal(
        _ outcome: ServiceOutcome,
        _ code: ErrorCode?,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.ending == .original, sourceLocation: location)
        #expect(outcome.content == request.content, sourceLocation: location)
        let notes = code.map { [ServiceOutcome.Note.failed(ProtectionError($0, ""))] } ?? []
        #expect(outcome.notes == notes, sourceLocation: location)
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/service-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// Waits for a process to be gone; one that somebody else has to wait for may be dead only.
    private func expectGone(_ process: String?) async throws {
        let process = try #require(process).trimmingCharacters(in: .newlines)
        for _ in 0..<6_000 {
            let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            guard let status, status.split(separator: " ")[2] != "Z" else { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("process \(process) is still there")
    }

    @Test("a program that writes what it reads changes nothing, whatever the content is")
    func identity() async throws {
        var content = NotificationContent(
            title: "Ann",
            subtitle: "Lunch \"now\"",
            body: "1 \u{1F355}\n"
        )
        content.badge = 0
        content.sound = .critical(name: "bell.aiff", volume: 0.5)
        content.threadIdentifier = "ann"
        content.categoryIdentifier = "message"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.25
        content.attachments = [.init("photo", "/a/photo.jpg"), .init("film", "/film.mp4")]
        content.userInfo = [
            "encrypted-content": .string("AQ"), "number": .integer(-7), "flag": .boolean(false),
            "list": .array([.real(1.5), .dictionary(["version": .string("")])]),
        ]
        let request = try NotificationRequest("a b/\"c\"", content)
        let outcome = await program("cat").run(request)
        #expect(outcome.ending == .delivered && outcome.notes == [])
        #expect(outcome.content == content)
        #expect(outcome.badge == 0)
    }

    @Test("the request is one JSON object with version, identifier and content")
    func document() async throws {
        try await withFolder { folder in
            _ = await program(#"cat > "$1/request""#, [folder]).run(request)
            let text = try String(contentsOfFile: folder + "/request", encoding: .utf8)
            #expect(
                text
                    == #"{"content":{"aps":{"alert":{"body":"Encrypted"}}},"identifier":"a","version":1}"#
            )
        }
    }

    @Test("what a program changes is shown")
    func change() async {
        let outcome = await program("sed s/Encrypted/Hello/").run(request)
        #expect(outcome.ending == .delivered && outcome.content?.body == "Hello")
    }

    @Test("what JSON lacks is given to no program", arguments: ["when", "aps"])
    func unspeakable(key: String) async throws {
        var content = NotificationContent(body: "Encrypted")
        content.userInfo = [key: key == "aps" ? .string("") : .real(.infinity)]
        let outcome = await program("cat").run(try NotificationRequest("a", content))
        #expect(outcome.ending == .original && outcome.content == content)
        #expect(outcome.notes == [.failed(ProtectionError(.invalidArgument, ""))])
    }

    @Test(
        "an empty answer suppresses with the filtering entitlement alone",
        arguments: [false, true]
    )
    func empty(canFilter: Bool) async {
        let answer = #"{"version":1,"identifier":"a","content":{"aps":{"badge":3}}}"#
        let outcome = await program("echo '\(answer)'", canFilter: canFilter).run(request)
        #expect(outcome.ending == (canFilter ? .suppressed : .original))
        #expect(outcome.badge == (canFilter ? 3 : nil))
        #expect(outcome.notes == [])
    }

    @Test("an answer with a key in the place of a text is not one")
    func wordKey() async {
        let alert = #"{"loc-key":"%1$@%1$@","loc-args":["x"]}"#
        let answer = #"{"version":1,"identifier":"a","content":{"aps":{"alert":\#(alert)}}}"#
        let outcome = await program("echo '\(answer)'").run(request)
        #expect(outcome.ending == .original && outcome.notes.count == 1)
    }

    @Test("unknown keys of 'aps' and space around an answer of 64 KiB are no fault")
    func tolerated() async {
        let answer = #"{"version":1,"identifier":"a","content":{"aps":{"alert":"x","new":[1]}}}"#
        let space = String(repeating: " ", count: 65_536 - answer.utf8.count)
        let outcome = await program(#"printf '%s%s' "$1" "$2""#, [space, answer]).run(request)
        #expect(outcome.content?.body == "x")
    }

    @Test(
        "what is not an answer is none, and says where it is wrong but nothing of what it says",
        arguments: [
            "", " ", "2580", "null", "[]", "{}", "{", "\u{0}", #"{"aps":{"alert":"2580"}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{}}} {"2580":1}"#,
            #"{"version":2580,"identifier":"a","content":{"aps":{}}}"#,
            #"{"version":"1","identifier":"a","content":{"aps":{}}}"#,
            #"{"version":1,"content":{"aps":{}}}"#,
            #"{"version":1,"identifier":"2580","content":{"aps":{}}}"#,
            #"{"version":1,"identifier":1,"content":{"aps":{}}}"#,
            #"{"version":1,"identifier":"a"}"#,
            #"{"version":1,"identifier":"a","content":"2580"}"#,
            #"{"version":1,"identifier":"a","content":{"alert":"2580"}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{"badge":"2580"}}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{"badge":-2580}}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{"alert":{"body":2580}}}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{},"x":1e999}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{}},"extra":2580}"#,
            #"{"version":1,"version":1,"identifier":"a","content":{"aps":{}}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{}},"attachments":{}}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{}},"attachments":["2580"]}"#,
            #"{"version":1,"identifier":"a","content":{"aps":{}},"attachments":[{"path":"/x"}]}"#,
            attachments(#"{"identifier":"1","path":"/../2580"}"#),
            attachments(#"{"identifier":"1","path":"2580"}"#),
            attachments(#"{"identifier":"1","path":"/a","type":"2580"}"#),
            attachments(#"{"identifier":"1","path":"/a"},{"identifier":"1","path":"/b"}"#),
            #"{"version":1,"identifier":"a","content":{"aps":{},"x":"#
                + String(repeating: "[", count: 10_000),
            "- yaml: true", "{version: 1, identifier: a, content: {aps: {}}}",
        ]
    )
    func malformed(answer: String) async {
        let escaped = answer.replacing("\u{0}", with: "\\0")
        let outcome = await program(
            #"printf "$2" "$1""#,
            [escaped, answer == escaped ? "%s" : "%b"]
        )
        .run(request)
        expectOriginal(outcome, .malformedPayload)
        #expect(outcome.notes.first?.description.contains("2580") == false)
    }

    private static func attachments(_ list: String) -> String {
        #"{"version":1,"identifier":"a","content":{"aps":{}},"attachments":[\#(list)]}"#
    }

    @Test("bytes that are not UTF-8 are no answer")
    func notText() async {
        let script = #"printf '{"version":1,"identifier":"a","content":{"aps":{"alert":"\377"}}}'"#
        expectOriginal(await program(script).run(request), .malformedPayload)
    }

    @Test("more than 64 KiB are no answer, and nobody reads on", arguments: ["cat; yes", "yes"])
    func tooMuch(script: String) async {
        expectOriginal(await program(script).run(request), .payloadTooLarge)
    }

    @Test("a byte more than 64 KiB is too much")
    func byteTooMuch() async {
        expectOriginal(
            await program("head -c 65537 /dev/zero").run(request),
            .payloadTooLarge
        )
        expectOriginal(
            await program("head -c 65536 /dev/zero").run(request),
            .malformedPayload
        )
    }

    @Test(
        "a program that fails has not answered",
        arguments: ["exit 3", "kill -9 $$", "kill -15 $$"]
    )
    func failing(end: String) async {
        let outcome = await program("cat; \(end)").run(request)
        expectOriginal(outcome, .inputOutput)
        let word = end == "exit 3" ? "status 3" : end.contains("9") ? "signal 9" : "signal 15"
        #expect(outcome.notes.first?.description.hasSuffix(word) == true)
    }

    @Test(
        "a program that cannot be started leaves the original, and the reason",
        arguments: [
            [], [""], ["no-such-program"], ["/no/such/program"], ["/"], ["/etc/passwd"],
            ["./no-such-program"], ["/bin/sh/x"], ["/bin/sh\u{0}x", "-c", "cat"],
            ["/bin/sh", "-c", "cat\u{0}"],
        ]
    )
    func unstartable(command: [String]) async {
        let program = ServiceProgram(command, environment: [:], canFilter: true)
        expectOriginal(await program.run(request), .inputOutput)
    }

    @Test("a variable that is not one starts nothing", arguments: ["", "A=B", "A\u{0}"])
    func environmentName(name: String) async {
        let program = ServiceProgram(["/bin/cat"], environment: [name: "1"], canFilter: true)
        expectOriginal(await program.run(request), .inputOutput)
    }

    @Test("a file that may not be executed, or is no program, is not started")
    func notExecutable() async throws {
        try await withFolder { folder in
            let path = folder + "/program"
            for mode in [0o600, 0o700] {
                _ = FileManager.default.createFile(
                    atPath: path,
                    contents: Data("#!/no/such/interpreter\n".utf8),
                    attributes: [.posixPermissions: mode]
                )
                let program = ServiceProgram([path], environment: [:], canFilter: true)
                let outcome = await program.run(request)
                expectOriginal(outcome, .inputOutput)
                #expect(outcome.notes.first?.description.contains(path) == true)
            }
        }
    }

    /// Runs a program until it ends as expected, each time with a longer budget: on a busy machine it may have
    /// done nothing by a short one.
    private func run(
        _ script: String,
        _ arguments: [String] = [],
        grace: Duration,
        until isExpected: (ServiceOutcome) -> Bool
    ) async -> ServiceOutcome? {
        for budget in [200, 2_000, 20_000] {
            let program = program(
                script,
                arguments,
                budget: .milliseconds(budget),
                grace: grace
            )
            let outcome = await program.run(request)
            if isExpected(outcome) { return outcome }
        }
        return nil
    }

    @Test("N-38: a program that does not answer is told by SIGTERM, and the original is shown")
    func row38() async throws {
        let outcome = await run("cat > /dev/null; exec sleep 1000", grace: .seconds(300)) {
            $0.notes.first?.description.hasSuffix("signal 15") == true
        }
        expectOriginal(try #require(outcome), .inputOutput)
    }

    @Test("N-38: one that does not listen is killed a moment later, and all of its group")
    func row38Deaf() async throws {
        try await withFolder { folder in
            func pid(_ name: String) -> String? {
                let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                return text?.isEmpty == false ? text : nil
            }
            let outcome = await run(
                #"trap '' TERM; sleep 1000 & echo $! > "$1/sleep"; echo $$ > "$1/shell"; wait"#,
                [folder],
                grace: .milliseconds(200)
            ) { $0.ending == .original && pid("shell") != nil }
            expectOriginal(try #require(outcome), nil)
            try await expectGone(pid("sleep"))
            try await expectGone(pid("shell"))
        }
    }

    @Test("N-37: what it answers to SIGTERM is shown; its own children have it, too")
    func row37() async throws {
        let script =
            "trap '\(answering("$COLOR").replacing("'", with: "'\\''")); exit 0' TERM\n"
            + "cat > /dev/null; sleep 1000; sleep 1000; exit 4"
        let outcome = await run(script, grace: .seconds(300)) { $0.ending == .expired }
        #expect(try #require(outcome).content?.body == "blue")
        #expect(try #require(outcome).notes == [])
    }

    @Test("N-38: a program that has stopped itself ends all the same")
    func stopped() async throws {
        let outcome = await run("kill -STOP $$; cat", grace: .milliseconds(200)) {
            $0.ending == .original && $0.notes == []
        }
        expectOriginal(try #require(outcome), nil)
    }

    @Test("N-41: without any budget it is killed at its start, and not told")
    func row41() async {
        let outcome = await program("cat", budget: .zero).run(request)
        #expect(outcome.ending == .killedAtStart && outcome.content == request.content)
        #expect(outcome.notes == [])
    }

    @Test("a child that keeps the output open holds nothing up, and goes with the program")
    func grandchild() async throws {
        let quiet = await body("$(sleep 1000 >&2 & echo $!)")
        try await expectGone(quiet)
        let outcome = await program("sleep 1000 & " + answering("$!")).run(request)
        #expect(outcome.ending == .delivered)
        try await expectGone(outcome.content?.body)
    }

    @Test("nobody has to read the request, however long it is, nor does SIGPIPE end this process")
    func unread() async throws {
        let long = try NotificationRequest(
            "a",
            NotificationContent(body: String(repeating: "x", count: 1_000_000))
        )
        for script in [answering("done"), "exec 0<&-; " + answering("done")] {
            let outcome = await program(script).run(long)
            #expect(outcome.ending == .delivered && outcome.content?.body == "done")
        }
        let waiting = await program("exec sleep 1000", budget: .milliseconds(200)).run(long)
        #expect(waiting.content == long.content)
        let read = await program(answering("$(wc -c)")).run(long)
        let count = try #require(read.content.flatMap { Int($0.body) })
        #expect(count > 1_000_000)
    }

    @Test("it has the environment that it is given, and no other")
    func environment() async {
        #expect(await body("$COLOR ${HOME-unset} ${USER-unset}") == "blue unset unset")
    }

    @Test("it leads a process group of its own")
    func group() async throws {
        let words = try #require(await body("$$ $(cut -d ' ' -f 5 /proc/$$/stat)")).split(
            separator: " "
        )
        #expect(words.count == 2 && words[0] == words[1])
    }

    @Test(
        "it has no descriptors but its streams, also where this process forgot to close some on exec"
    )
    func descriptors() async throws {
        let forgotten = fcntl(open("/dev/null", O_RDONLY | O_CLOEXEC), F_DUPFD, 700)
        try #require(forgotten >= 700)
        defer { close(forgotten) }
        #expect(await body("$(readlink /proc/$$/fd/\(forgotten) || echo none)") == "none")
        #expect(
            await body("$(ls /proc/$$/fd | head -3 | tr '\\n' ' ')")?.hasPrefix("0 1 2") == true
        )
    }

    @Test("its memory is limited in it alone, before it runs")
    func memoryLimit() async {
        #expect(await body("$(ulimit -v)", memoryLimit: 1 << 30) == "1048576")
        #expect(await body("$(ulimit -v)") != "1048576")
        // The kernel cannot even put the program into so little.
        let outcome = await program("cat", memoryLimit: 4_096).run(request)
        expectOriginal(outcome, .inputOutput)
    }

    @Test("runs leave neither descriptors nor threads nor processes behind")
    func leaks() async throws {
        func count(_ folder: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder).count
        }
        let before = (try count("/proc/self/fd"), try count("/proc/self/task"))
        let script = answering("$$")
        for number in 0..<200 {
            let outcome = await program(number.isMultiple(of: 2) ? script : "exit 1").run(request)
            guard outcome.ending == .delivered else { continue }
            // Waited for, it has no number any more, not even as a zombie.
            let pid = try #require(outcome.content?.body)
            #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
        }
        // Other tests run at the same time, but none of them opens so many.
        #expect(try count("/proc/self/fd") < before.0 + 150)
        #expect(try count("/proc/self/task") < before.1 + 150)
    }

    @Test("N-72: many at once answer for their own requests")
    func row72() async throws {
        let requests = try (0..<20).map {
            try NotificationRequest("\($0)", NotificationContent(body: "For \($0)"))
        }
        await withTaskGroup { group in
            for request in requests {
                group.addTask { (request, await program("cat").run(request)) }
            }
            for await (request, outcome) in group {
                #expect(outcome.ending == .delivered && outcome.content == request.content)
            }
        }
    }

    @Test("a task that is cancelled ends the program")
    func cancelled() async throws {
        try await withFolder { folder in
            let task = Task { [request] in
                await program(#"echo $$ > "$1/pid"; exec sleep 1000"#, [folder]).run(request)
            }
            var pid: String?
            while pid?.hasSuffix("\n") != true {
                try await Task.sleep(for: .milliseconds(5))
                pid = try? String(contentsOfFile: folder + "/pid", encoding: .utf8)
            }
            task.cancel()
            expectOriginal(await task.value, .inputOutput)
            try await expectGone(pid)
        }
        let task = Task { [request] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await program("exec sleep 1000").run(request)
        }
        expectOriginal(await task.value, .inputOutput)
    }
}
