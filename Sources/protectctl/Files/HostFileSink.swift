import KeyManagement
import ProtectedStore
import SodiumCrypto
import Synchronization
import SystemIO

/// A new host file that takes the content of a protected file in any order, and its name last.
///
/// Until then it has no name, so that a process that is killed leaves nothing; where the file system
/// has no such files it has a random one, and so, for a moment, has a file that replaces another.
/// Whoever writes one holds its `flock`: a file with such a name that can be locked is garbage, which
/// the next `get` into the folder collects.
///
/// Such a name is `.protectctl-get.` and the Base64URL of 8 random bytes and their hash, so that no
/// file of the user's has it, not even one that begins in the same way.
final class HostFileSink: ContentSink {
    private static let prefix = ".protectctl-get."
    private static let randomByteCount = 8

    private let folder: HostFolder
    private let name: String
    private let file: OwnedFile
    /// The name that the file has for now, or is about to have.
    private let temporary: Mutex<String?>
    private let onProgress: @Sendable (Int) -> Void

    /// Makes a file in `folder`.
    init(
        _ name: String,
        in folder: HostFolder,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.name = name
        self.folder = folder
        self.onProgress = onProgress
        let made = try Self.translating(name, folder) { () throws(SystemError) in
            try Self.make(in: folder)
        }
        temporary = Mutex(made.name)
        file = made.file
    }

    var isSequential: Bool { false }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try file.write(bytes, at: offset)
        onProgress(bytes.byteCount)
    }

    /// Gives the file its name; it stays the user's alone.
    func finish() throws {
        try Self.translating(name, folder) { () throws(SystemError) in
            if try !linkAtOnce() { try rename() }
        }
    }

    /// Gives the file its name, and what it has besides.
    func finish(_ attributes: HostAttributes, _ losses: AttributeLosses) throws {
        try Self.translating(name, folder) { () throws(SystemError) in
            try attributes.apply(to: file, losses)
            if try !linkAtOnce() { try rename() }
        }
    }

    /// - Returns: false when the file has a name already, or another file has this one.
    private func linkAtOnce() throws(SystemError) -> Bool {
        guard temporary.withLock({ $0 == nil }) else { return false }
        do {
            try file.link(as: name, in: folder.file.descriptor)
            return true
        } catch {
            guard ErrorCode(error) == .alreadyExists else { throw error }
        }
        // Only a rename replaces, and a rename needs a name to start from.
        let random = Self.randomName()
        // Known before it is there: a signal in between must find it.
        temporary.withLock { $0 = random }
        try file.link(as: random, in: folder.file.descriptor)
        return false
    }

    private func rename() throws(SystemError) {
        guard let from = temporary.withLock({ $0 }) else { return }
        try file.fileSystem.rename(
            from,
            in: folder.file.descriptor,
            to: name,
            in: folder.file.descriptor,
            replacing: true
        )
        temporary.withLock { $0 = nil }
    }

    /// Makes a symbolic link, in the place of a file or link if there is one.
    static func makeLink(
        to target: [UInt8],
        _ name: String,
        in folder: HostFolder,
        _ attributes: HostAttributes,
        _ losses: AttributeLosses
    ) throws {
        try translating(name, folder) { () throws(SystemError) in
            // Only a rename replaces.
            let random = randomName()
            let descriptor = folder.file.descriptor
            let system = folder.file.fileSystem
            try folder.file.makeLink(to: target, as: random)
            do throws(SystemError) {
                try attributes.apply(toLink: random, in: folder.file, losses)
                try system.rename(random, in: descriptor, to: name, in: descriptor, .replacing)
            } catch {
                try? system.unlink(random, in: descriptor, folder: false)
                throw error
            }
        }
    }

    /// Leaves nothing behind.
    func discard() {
        guard let name = temporary.withLock({ $0 }) else { return }
        try? file.fileSystem.unlink(name, in: folder.file.descriptor, folder: false)
    }

    private struct Made: ~Copyable {
        let file: OwnedFile
        let name: String?
    }

    private static func make(in folder: HostFolder) throws(SystemError) -> Made {
        if let file = try OwnedFile.nameless(in: folder.file.descriptor) {
            // For when it gets a name on its way to another.
            _ = try? file.fileSystem.lock(file.descriptor, .exclusive)
            return Made(file: file, name: nil)
        }
        while true {
            // Not made from the file's name, which may be as long as a name can be.
            let name = randomName()
            let file = try OwnedFile(
                name,
                in: folder.file.descriptor,
                [.writing, .creatingNew],
                on: folder.file.fileSystem
            )
            // What cannot be locked here cannot be locked by a collector. One that came between the
            // two calls has removed the file.
            let isOurs = (try? file.fileSystem.lock(file.descriptor, .exclusive)) ?? true
            if isOurs, try file.status().links > 0 { return Made(file: file, name: name) }
        }
    }

    private static func randomName() -> String {
        name(from: SystemRandomSource().bytes(randomByteCount))
    }

    private static func name(from random: [UInt8]) -> String {
        let hash = GenericHash.hash(of: Array("protectctl get".utf8) + random, count: 16)
        return prefix + Base64URL.encode(random + hash)
    }

    /// Whether this is a name that only `randomName()` makes.
    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix),
            let bytes = Base64URL.decode(String(name.dropFirst(prefix.count)))
        else { return false }
        return name == Self.name(from: Array(bytes.prefix(randomByteCount)))
    }

    /// Removes the files that were left behind in a folder; other people's, and those that cannot be
    /// looked at, stay.
    static func collectAbandoned(in folder: HostFolder) {
        let names = try? folder.file.fileSystem.names(in: folder.file.descriptor)
        for name in names ?? [] where isTemporary(name) {
            try? collect(name, in: folder.file)
        }
    }

    private static func collect(
        _ name: String,
        in folder: borrowing OwnedFile
    ) throws(SystemError) {
        let system = folder.fileSystem
        let status = try system.status(of: name, in: folder.descriptor)
        guard status.kind == .file, status.owner == UserID.current, status.links == 1
        else { return }
        let file = try OwnedFile(name, in: folder.descriptor, [], on: system)
        guard try system.lock(file.descriptor, .exclusive),
            try system.status(of: name, in: folder.descriptor).identity == file.status().identity
        else { return }
        try system.unlink(name, in: folder.descriptor, folder: false)
    }

    /// The kernel names the temporary, or nothing.
    private static func translating<Result: ~Copyable>(
        _ name: String,
        _ folder: HostFolder,
        _ body: () throws(SystemError) -> Result
    ) throws(ToolError) -> Result {
        do {
            return try body()
        } catch {
            let path = "\(folder.path)/\(name)"
            throw ToolError(ErrorCode(error), "cannot write '\(path)': \(error.errno)", path: path)
        }
    }
}

/// A pipe, terminal or device that takes the content of a protected file, front to back.
final class HostStreamSink: ContentSink {
    private let stream: HostStream
    private let onProgress: @Sendable (Int) -> Void

    init(_ stream: consuming HostStream, onProgress: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.stream = stream
        self.onProgress = onProgress
    }

    var isSequential: Bool { true }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try stream.write(bytes)
        onProgress(bytes.byteCount)
    }
}
