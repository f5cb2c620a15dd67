import Foundation
import SodiumCrypto
import Testing

/// A frozen device of format version 5, made with known randomness by the code of its time.
struct GoldenDevice: Sendable, CustomTestStringConvertible {
    let name: String
    let suite: ChunkCipherSuite
    let passcode: String?
    let seed: UInt64

    static let chacha20 = GoldenDevice(
        name: "chacha20-poly1305",
        suite: .chacha20Poly1305,
        passcode: "2580",
        seed: 1
    )
    static let aes256 = GoldenDevice(name: "aes-256-gcm", suite: .aes256GCM, passcode: nil, seed: 2)
    static let all = [chacha20, aes256]

    /// Those that this processor can open.
    static let readable = all.filter(\.suite.isAvailable)

    var testDescription: String { name }

    /// `device`, `keys`, `class-keys.json` and `listing.ndjson`.
    var fixture: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").appendingPathComponent(name, isDirectory: true)
    }

    var frozenKeys: URL { fixture.appendingPathComponent("class-keys.json") }
    var frozenListing: URL { fixture.appendingPathComponent("listing.ndjson") }

    /// A copy to work on; the fixture itself is never opened.
    func copy(to scratch: Scratch) throws -> URL {
        let root = scratch.url.appendingPathComponent(name, isDirectory: true)
        try FileTree.copy(fixture, to: root)
        return root
    }

    func listing() throws -> [ListedFile] {
        try ListedFile.parse(try Data(contentsOf: frozenListing))
    }

    /// Makes the device anew, with everything that stands beside it.
    func generate(at root: URL) throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let random = SeededRandomSource(seed: seed)
        try DeviceOnDisk.make(at: root, suite: suite, passcode: passcode, random: random)
        try fill(try DeviceOnDisk(at: root, passcode: passcode, random: random))
        try DeviceOnDisk.keyList(at: root, passcode: passcode)
            .write(to: root.appendingPathComponent("class-keys.json"))
        let listing = try DeviceOnDisk(at: root, passcode: passcode).listing()
        try ListedFile.encode(listing).write(to: root.appendingPathComponent("listing.ndjson"))
    }
}
