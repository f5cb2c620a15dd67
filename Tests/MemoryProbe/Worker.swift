import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Does to a device what its standard input says, one line a command, and answers each with one.
final class Worker {
    let store: FileStore
    let control: any DeviceControl
    let keys: any KeyService
    private var handles: [String: ProtectedFile] = [:]
    private var churns: [Churn] = []
    private var stalled: [StalledReader] = []
    private let inbox: InboxWorker
    private let handoff: HandoffWorker

    init(_ keys: any KeyService & DeviceControl, in directory: DeviceDirectory) throws {
        self.keys = keys
        control = keys
        let context = StoreContext(
            fileSystem: PosixFileSystem(),
            keys: keys,
            workerCount: 4,
            patience: LockPatience(limit: .seconds(5), pause: SystemTime.sleep)
        )
        store = try FileStore(in: directory.directory.descriptor, context)
        let documents = DeviceDocuments(in: directory, context)
        inbox = InboxWorker(documents, store)
        handoff = try HandoffWorker(documents)
    }

    /// Works until `quit` or the end of the input.
    func run() {
        Self.say("ready")
        while let line = readLine(), line != "quit" {
            do {
                Self.say("ok " + (try perform(line.split(separator: " ").map(String.init))))
            } catch {
                Self.say("failed " + ProbeError.word(for: error))
            }
        }
    }

    /// Says a line at once, whatever standard output is.
    static func say(_ line: String) {
        try? HostStream.standardOutput.write(Array((line + "\n").utf8).span.bytes)
    }

    private func perform(_ words: [String]) throws -> String {
        guard let command = words.first else { throw ProbeError("empty") }
        let arguments = Arguments(words: Array(words.dropFirst()))
        switch command {
        case "unlock":
            try control.unlock(try PasscodeFile(path: try arguments.text(0)).read(keys.arena))
        case "change":
            try control.changePasscode(
                try PasscodeFile(path: try arguments.text(0)).read(keys.arena),
                to: try PasscodeFile(path: try arguments.text(1)).read(keys.arena)
            )
        case "lock": try control.lock(skippingGrace: true)
        case "shutdown": try control.shutDown()
        case "status":
            let status = try keys.status()
            return "\(status.state.rawValue) locked-memory=\(status.isMemoryLocked)"
        case "calm": return churns.map { $0.finish() }.joined(separator: " ")
        case "stalled":
            defer { stalled = [] }
            return stalled.map { $0.finish() }.joined(separator: " ")
        case "inbox": return try inbox.perform(arguments)
        case "handoff": return try handoff.perform(arguments)
        default: return try handleFile(command, arguments)
        }
        return ""
    }

    private func handleFile(_ command: String, _ arguments: Arguments) throws -> String {
        let path = try DevicePath(try arguments.text(0))
        let pattern = Pattern(seed: try arguments.number(1))
        switch command {
        case "put":
            try store.write(
                PatternSource(pattern, count: try arguments.number(2)),
                to: path,
                as: try arguments.protection(3)
            )
        case "save":
            let piece = PlainPiece(pattern, count: Int(try arguments.number(2)))
            try piece.save(to: path, as: try arguments.protection(3), in: store)
        case "append":
            try store.append(PatternSource(pattern, count: try arguments.number(2)), to: path)
        case "get":
            let sink = PatternSink(pattern)
            try store.read(path, into: sink)
            return try describe(sink.count)
        case "mkdir": try store.makeDirectory(path)
        case "copy": try store.copy(path, to: try DevicePath(try arguments.text(2)))
        case "open": handles[path.description] = try store.open(path, .readWrite)
        case "close": try handles.removeValue(forKey: path.description)?.close()
        case "read": return try read(try handle(path), pattern)
        case "write":
            let piece = PlainPiece(pattern, count: Int(try arguments.number(2)))
            try piece.write(to: try handle(path), at: 0)
        case "replace":
            let piece = PlainPiece(pattern, count: Int(try arguments.number(2)))
            try piece.replaceContent(of: try handle(path))
        case "stall":
            stalled.append(try StalledReader(path, try arguments.text(2), store))
        case "churn": churns.append(try Churn(path, pattern, store))
        default: throw ProbeError("unknown-command")
        }
        return ""
    }

    private func handle(_ path: DevicePath) throws -> ProtectedFile {
        guard let handle = handles[path.description] else { throw ProbeError("no-handle") }
        return handle
    }

    private func read(_ handle: ProtectedFile, _ pattern: Pattern) throws -> String {
        let content = try handle.content(at: 0, count: Int(clamping: handle.size))
        let isIntact = content.withBytes { pattern.matches($0, from: 0) }
        return try describe(isIntact ? UInt64(content.count) : nil)
    }

    private func describe(_ count: UInt64?) throws -> String {
        guard let count else { throw ProbeError("wrong-content") }
        return "\(count)"
    }
}
