import Foundation
import Testing

/// One of the examples, as this build made it.
struct Program {
    /// What is left of a run.
    struct Run {
        let status: Int32
        let output: String
        let talk: String
    }

    let name: String

    /// Every folder of programs, each with the name of its program.
    static var all: [String] {
        get throws {
            let folder = package.appending(path: "Sources")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        }
    }

    /// The path of a file that the examples are tried on.
    static func fixture(_ name: String) -> String {
        package.appending(path: "Fixtures").appending(path: name).path()
    }

    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs it with arguments, and waits for its end.
    func run(_ arguments: [String]) throws -> Run {
        let process = Process()
        process.executableURL = try path()
        process.arguments = arguments
        let (output, talk) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, talk)
        try process.run()
        // Far less than a pipe holds: neither can make the program wait for the other to be read.
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = talk.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit, "\(name) was ended by a signal")
        return Run(
            status: process.terminationStatus,
            output: String(decoding: said, as: UTF8.self),
            talk: String(decoding: complained, as: UTF8.self)
        )
    }

    /// It lies beside the tests' own program, wherever the build folder is.
    private func path() throws -> URL {
        let own = [
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            CommandLine.arguments.first, Bundle.main.executablePath,
        ]
        let places = own.compactMap(\.self).map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: name)
        }
        return try #require(
            places.first { FileManager.default.isExecutableFile(atPath: $0.path()) },
            "\(name) is in none of \(places)"
        )
    }
}
