import ConfigurationProfiles
import KeyManagement
import Preferences
import ProtectionModel
import SystemIO

/// A profile from a file of the host.
enum ProfileInput {
    /// The bytes of a file; no more than show that it is too large for a profile.
    ///
    /// - Throws: `SystemError`.
    static func bytes(of path: String) throws -> [UInt8] {
        try HostInput.bytes(of: path, limit: PropertyListLimits.standard.byteCount)
    }

    /// Runs a reading of a file, and names the file in its error.
    static func reading<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ProtectionError {
            throw ToolError(error.code, "'\(path)': \(error.description)", path: path)
        }
    }

    /// Whether the signer of a profile is trusted; nil for a profile without a signer.
    static func trust(
        of signature: ProfileSignature,
        anchors path: String?
    ) throws -> ProfileTrust? {
        guard case .signed(let signer) = signature else { return nil }
        guard let path else { return .notChecked(reason: "no --trust was given") }
        let anchors = try bytes(of: path)
        return try reading(path) {
            try signer.trust(anchors: anchors, at: MachineClock().wallTime())
        }
    }

    /// One line about who made a profile.
    static func sentence(_ signature: ProfileSignature, _ trust: ProfileTrust?) -> String {
        switch signature {
        case .unsigned: return "not signed"
        case .notChecked(let reason): return "signed, not checked: \(reason)"
        case .signed(let signer):
            let whether =
                switch trust {
                case .trusted: "trusted"
                case .untrusted(let reason): "not trusted: \(reason)"
                case .notChecked(let reason): "trust not checked: \(reason)"
                case nil: "trust not checked"
                }
            return "signed by \(signer.subject), issued by \(signer.issuer); \(whether)"
        }
    }
}
