import Foundation

/// The scenarios that ship with the package.
enum ShippedScenarios {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Policies/scenarios")

    static let names: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        return (names ?? []).filter { $0.hasSuffix(".yml") }.sorted()
    }()

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
