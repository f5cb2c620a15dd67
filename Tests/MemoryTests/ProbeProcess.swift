import Foundation
import Testing

/// A running probe: takes commands, answers each with a line.
final class ProbeProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received: [UInt8] = []

    /// Copies the probe's program.
    ///
    /// Another process does it: a descriptor open for writing here would be inherited by whatever
    /// a test beside this one starts at that moment, and for as long as any process can write to a
    /// program, nobody can run it ("text file busy").
    static func copyProgram(to place: String) throws {
        let copier = try Process.run(URL(filePath: "/bin/cp"), arguments: [path, place])
        copier.waitUntilExit()
        try #require(copier.terminationStatus == 0)
    }

    /// Starts a probe, by way of `prefix` (a program and its arguments) when there is one.
    init(_ arguments: [String], program: String = path, prefix: [String] = []) throws {
        // A probe that is gone is a failed test and not the end of all of them.
        signal(SIGPIPE, SIG_IGN)
        let words = prefix + [program] + arguments
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        // Politer signals may be blocked, as in the thread that started it; an agent does not look
        // at its input.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The probe stands where the tests' own program does.
    static let path: String = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own ?? "").deletingLastPathComponent().path + "/MemoryProbe"
    }()

    var scanner: MemoryScanner { MemoryScanner(process: process.processIdentifier) }

    /// The next line; empty at the end.
    func line() -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return "" }
            received += more
        }
    }

    /// Gives a command and waits for the answer.
    @discardableResult
    func answer(_ command: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        return line()
    }

    /// Gives a command that must succeed.
    @discardableResult
    func perform(
        _ command: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let answer = try answer(command)
        try #require(answer.hasPrefix("ok "), "\(command): \(answer)", sourceLocation: location)
        return String(answer.dropFirst(3))
    }
}
