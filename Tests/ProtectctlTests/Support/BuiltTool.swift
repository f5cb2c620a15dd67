import Foundation
import Testing

/// The tool as this build made it.
enum BuiltTool {
    /// Its path: it lies beside the tests' own program, wherever the build folder is.
    static func path() throws -> String {
        let own = [
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            CommandLine.arguments.first, Bundle.main.executablePath,
        ]
        let places = own.compactMap { $0 }.map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: "protectctl").path
        }
        return try #require(
            places.first { FileManager.default.isExecutableFile(atPath: $0) },
            "there is no tool in any of \(places)"
        )
    }
}
