import CSystemShims
import Glibc
import SystemPackage

/// A program in a process group of its own that is given its input and gives its output through pipes.
///
/// With the value goes the whole group: it is killed, and the program waited for. Descendants that left the group
/// are not found. The thread that starts a program has to outlast it: with the thread, as with this process, the
/// kernel kills the program (`PR_SET_PDEATHSIG`).
package struct ProcessGroup: ~Copyable {
    /// What a program did.
    package enum Event: Sendable, Equatable {
        /// It runs.
        case started
        /// It ended, with an exit status or 128 and a signal's number, having written `output`.
        case ended(status: Int32, output: [UInt8])
        /// It has written more than it may, and is not read any more.
        case wroteTooMuch
    }

    private let program: String
    private let process: Int32
    private let outputLimit: Int
    /// Each nil once nothing comes or goes there any more.
    private var start: PipeEnd?
    private var input: PipeEnd?
    private var output: PipeEnd?
    private var end: PipeEnd?
    private var unsent: ArraySlice<UInt8>
    private var received: [UInt8] = []

    /// Starts the program that `command` begins with, found by the PATH of `environment`, which is all that it
    /// inherits beside the working directory and standard error.
    ///
    /// `input` is sent as far as the program reads it; `outputLimit` is in bytes, and so is `memoryLimit`, its
    /// `RLIMIT_AS`. Returns before the program runs.
    ///
    /// - Throws: ``SystemError``.
    package init(
        _ command: [String],
        environment: [String: String],
        input bytes: [UInt8],
        outputLimit: Int,
        memoryLimit: UInt64? = nil
    ) throws(SystemError) {
        program = command.first ?? ""
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let paths = Self.paths(program, environment["PATH"])
        guard !(command + variables + paths).contains(where: { $0.utf8.contains(0) }),
            !environment.keys.contains(where: { $0.isEmpty || $0.utf8.contains(Self.equalsSign) })
        else { throw SystemError(.invalidArgument, call: "execve", name: program) }
        let group = try Self.start(paths, command, variables, memoryLimit)
        process = group.process
        start = PipeEnd(group.start)
        input = PipeEnd(group.input)
        output = PipeEnd(group.output)
        end = PipeEnd(group.end)
        unsent = bytes[...]
        self.outputLimit = outputLimit
    }

    deinit {
        if end != nil { _ = shim_end_group(process) }
    }

    private static let equalsSign = UInt8(ascii: "=")

    /// Where a program may be, in the order looked at.
    private static func paths(_ program: String, _ searchPath: String?) -> [String] {
        guard !program.isEmpty, !program.utf8.contains(UInt8(ascii: "/")) else { return [program] }
        return (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(program)" }
    }

    private static func start(
        _ paths: [String],
        _ command: [String],
        _ variables: [String],
        _ memoryLimit: UInt64?
    ) throws(SystemError) -> shim_group {
        let lists = [paths, command, variables].map { $0.map { strdup($0) } + [nil] }
        defer { for text in lists.joined() { free(text) } }
        var group = shim_group()
        let result = shim_start_group(
            lists[0].map { UnsafePointer($0) },
            lists[1],
            lists[2],
            memoryLimit ?? 0,
            &group
        )
        guard result == 0 else {
            throw SystemError(Errno(rawValue: -result), call: "fork", name: command.first)
        }
        return group
    }

    /// Waits until the program does something, `wakeUp` is signalled, or `timeout` has passed; may return early.
    ///
    /// - Throws: ``SystemError``, also when the program cannot be executed.
    package mutating func wait(
        for timeout: Duration,
        or wakeUp: WakeUp
    ) throws(SystemError) -> [Event] {
        var entries = [Poll.Entry(wakeUp.descriptor)]
        for pipe in [start, output, end].compactMap(\.self) {
            entries.append(Poll.Entry(pipe.descriptor))
        }
        if let input {
            entries.append(Poll.Entry(input.descriptor, wantsInput: false, wantsOutput: true))
        }
        try Poll.wait(&entries, timeout: timeout)
        let hasEnded = entries.contains { $0.hasInput && $0.descriptor == end?.descriptor }
        var events: [Event] = []
        if try takeStart(hasEnded: hasEnded) { events.append(.started) }
        send()
        if receive() { events.append(.wroteTooMuch) }
        if hasEnded { events.append(.ended(status: reap(), output: received)) }
        return events
    }

    /// Whether it runs now, and did not before; what has ended without a reason why not has run.
    ///
    /// The end of the pipe may take longer: another child of this process has it for a moment, too.
    private mutating func takeStart(hasEnded: Bool) throws(SystemError) -> Bool {
        guard let pipe = start else { return false }
        var code: Int32 = 0
        let count = shim_read_pipe(pipe.descriptor.rawValue, &code, 4)
        guard count != -Int(EAGAIN) || hasEnded else { return false }
        start = nil
        guard count == 4 else { return true }
        throw SystemError(Errno(rawValue: code), call: "execve", name: program)
    }

    /// Sends what there is room for; a program that does not read its input may do so.
    private mutating func send() {
        while let pipe = input {
            let count = unsent.withUnsafeBytes {
                shim_write_pipe(pipe.descriptor.rawValue, $0.baseAddress, $0.count)
            }
            if count == -Int(EAGAIN) { return }
            unsent = count < 0 ? [] : unsent.dropFirst(count)
            // Closed, the program sees the end of its input.
            if unsent.isEmpty { input = nil }
        }
    }

    /// Reads what is there; whether it is too much.
    private mutating func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while let pipe = output {
            let count = shim_read_pipe(pipe.descriptor.rawValue, &buffer, buffer.count)
            if count == -Int(EAGAIN) { return false }
            guard count > 0 else {
                output = nil
                return false
            }
            received += buffer.prefix(count)
            guard received.count <= outputLimit else {
                output = nil
                received = []
                return true
            }
        }
        return false
    }

    /// Sends a signal to the whole group.
    package func signal(_ signal: Signal) {
        if end != nil { shim_signal_group(process, signal.number) }
    }

    /// Kills the group, and waits for the program to be gone; `timeout` passes only for one that is stuck in the
    /// kernel.
    package mutating func finish(within timeout: Duration) {
        signal(.kill)
        let deadline = SystemTime.sinceBoot() + timeout
        while let end {
            var entries = [Poll.Entry(end.descriptor)]
            let rest = deadline - SystemTime.sinceBoot()
            guard rest > .zero, (try? Poll.wait(&entries, timeout: rest)) != nil else { return }
            if entries[0].hasInput { _ = reap() }
        }
    }

    /// Ends the group, whose program has ended.
    private mutating func reap() -> Int32 {
        end = nil
        return shim_end_group(process)
    }
}

extension ProcessGroup {
    /// A signal that ends programs.
    package enum Signal: Sendable {
        /// A program may do something first.
        case terminate
        case kill

        fileprivate var number: Int32 { self == .terminate ? SIGTERM : SIGKILL }
    }

    /// Our end of a pipe, which closes itself.
    private final class PipeEnd: Sendable {
        let descriptor: Descriptor

        init(_ number: Int32) { descriptor = Descriptor(rawValue: number) }

        deinit { close(descriptor.rawValue) }
    }
}
