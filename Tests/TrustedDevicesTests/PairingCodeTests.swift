import Foundation
import ProtectionModel
import TestSupport
import Testing
import TrustedDevices

@Suite("Codes for pairing")
struct PairingCodeTests {
    private static func text(_ code: borrowing PairingCode) throws -> String {
        try code.withText { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    private static func read(_ text: String) throws(ProtectionError) -> PairingCode {
        try PairingCode(reading: Array(text.utf8).span.bytes)
    }

    @Test("a code that was typed is the one that was shown, however it was typed")
    func typed() throws {
        let shown = try Self.text(try TrustingDevice.founder().circle.invite().code)
        #expect(shown.utf8.count == 35)
        let lower = shown.lowercased().replacing("-", with: "")
        for typed in [shown, lower, " \(shown)\n", lower.replacing("0", with: "o")] {
            #expect(try Self.text(try Self.read(typed)) == shown)
        }
        let path = NSTemporaryDirectory() + "code-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("\(shown)\n".utf8).write(to: URL(filePath: path))
        #expect(try Self.text(try PairingCode(contentsOfFile: path)) == shown)
        #expect(refusal { _ = try PairingCode(contentsOfFile: path + "-") } == .notFound)
    }

    @Test("what is no code is refused before anything is sent")
    func malformed() throws {
        let shown = try Self.text(try TrustingDevice.founder().circle.invite().code)
        let other = shown.first == "7" ? "8" : "7"
        let texts = [
            "", "2580", String(shown.dropLast()), shown + "0", other + shown.dropFirst(),
            String(repeating: "0", count: 100_000),
        ]
        for text in texts {
            #expect(refusal { _ = try Self.read(text) } == .invalidArgument, "\(text.prefix(40))")
        }
    }

    @Test("a code can no longer be shown once the device is locked")
    func locked() throws {
        let founder = try TrustingDevice.founder()
        let invitation = try founder.circle.invite()
        try founder.device.lock()
        #expect(refusal { _ = try Self.text(invitation.code) } == .protectedDataUnavailable)
    }
}
