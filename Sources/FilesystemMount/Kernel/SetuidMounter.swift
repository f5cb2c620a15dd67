import ProtectionModel
import SystemIO
import SystemPackage

/// `fusermount3` of the package fuse3, which is setuid root and mounts and unmounts for users.
///
/// It sends the descriptor of `/dev/fuse` over the socket whose number `_FUSE_COMMFD` says; here that
/// is its standard input.
struct SetuidMounter: Sendable {
    /// More than it ever says, in bytes.
    private static let messageByteLimit = 4_096

    let program: String

    /// Lets it mount, and takes over the device.
    ///
    /// - Throws: ``ProtectionError`` with its own words.
    func mount(
        at point: MountPoint,
        _ options: MountOptions
    ) throws(ProtectionError) -> MountDevice {
        let name = options.source.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
        var words = ["fsname=\(name)", "subtype=\(Mount.subtype)", "nosuid", "nodev"]
        words += options.words
        if options.isReadOnly { words.append("ro") }
        let arguments = ["-o", words.joined(separator: ","), "--", point.path]
        let (descriptor, status, message) = try run(arguments)
        let device = descriptor.map { MountDevice(owning: $0) }
        guard status == 0, let device else {
            throw failure("cannot mount at '\(point.path)'", message, status, point)
        }
        return device
    }

    /// Lets it unmount.
    ///
    /// - Throws: ``ProtectionError`` with its own words.
    func unmount(_ point: MountPoint, detaching: Bool) throws(ProtectionError) {
        let arguments = ["-u"] + (detaching ? ["-z"] : []) + ["--", point.path]
        let (_, status, message) = try run(arguments)
        guard status == 0 else {
            throw failure("cannot unmount '\(point.path)'", message, status, point)
        }
    }

    /// Runs it to its end: the descriptor it sent, its exit status, what it said.
    private func run(
        _ arguments: [String]
    ) throws(ProtectionError) -> (descriptor: Int32?, status: Int32, message: String) {
        do {
            var channel = try DescriptorChannel()
            let pipe = try HostStream.pipe()
            let child = try start(arguments, channel.takeSending(), pipe.writing)
            let reading = pipe.takeReading()
            let descriptor = try? channel.receive()
            let message = Self.text(reading)
            return (descriptor, child.wait(), message)
        } catch {
            throw Self.failure(program, error)
        }
    }

    /// Starts it; our copy of the end of the socket that it gets is closed.
    private func start(
        _ arguments: [String],
        _ socket: consuming HostStream,
        _ output: borrowing HostStream
    ) throws(SystemError) -> ChildProcess {
        try ChildProcess.start(
            program,
            arguments,
            input: socket,
            output: output,
            environment: ["_FUSE_COMMFD": "0"]
        )
    }

    private static func text(_ stream: borrowing HostStream) -> String {
        var bytes = [UInt8](repeating: 0, count: messageByteLimit)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        let count = (try? stream.read(into: &raw)) ?? 0
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func failure(_ program: String, _ error: SystemError) -> ProtectionError {
        guard error.errno == .noSuchFileOrDirectory else {
            return ProtectionError(.inputOutput, "cannot run '\(program)': \(error)", cause: error)
        }
        return ProtectionError(
            .notFound,
            "'\(program)' is not installed (Debian, Ubuntu: apt install fuse3)",
            cause: error
        )
    }

    /// What failed, in the helper's own words without its name.
    private func failure(
        _ what: String,
        _ message: String,
        _ status: Int32,
        _ point: MountPoint
    ) -> ProtectionError {
        let lines = message.split(whereSeparator: \.isNewline).map { line in
            line.hasPrefix("fusermount3: ") ? line.dropFirst(13) : line
        }
        let words =
            lines.isEmpty ? "'\(program)' ended with \(status)" : lines.joined(separator: "; ")
        return ProtectionError(Self.code(words), "\(what): \(words)", path: point.path)
    }

    /// It has one exit status for everything, but speaks no other language than English.
    private static func code(_ words: String) -> ErrorCode {
        let codes: [(String, ErrorCode)] = [
            ("busy", .busy), ("ermission denied", .permissionDenied),
            ("not permitted", .permissionDenied), ("no write access", .permissionDenied),
            ("user_allow_other", .permissionDenied), ("not found", .notFound),
            ("No such", .notFound),
        ]
        return codes.first { words.contains($0.0) }?.1 ?? .inputOutput
    }
}
