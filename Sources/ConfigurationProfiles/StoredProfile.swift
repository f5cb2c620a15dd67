import Preferences
import ProtectionModel

/// The document of an installed profile: a binary property list with the version of its format, the
/// moment of installation and the bytes of the profile as they came.
struct StoredProfile {
    let installed: InstalledProfile
    let bytes: [UInt8]

    private static let version: PreferenceValue = .integer(1)
    private static let suffix = ".mobileconfig"

    var document: [UInt8] {
        PropertyList(
            .dictionary([
                "Version": Self.version, "InstalledAt": .date(installed.installedAt),
                "Profile": .data(bytes),
            ])
        ).binary
    }

    init(installed: InstalledProfile, bytes: [UInt8]) {
        self.installed = installed
        self.bytes = bytes
    }

    /// - Throws: `ProtectionError` with `authentication-failure` for anything but such a document,
    ///   and `unsupported-version` for a newer one.
    init(reading document: [UInt8], of name: DocumentName) throws(ProtectionError) {
        // A profile of the largest size must still fit.
        var limits = PropertyListLimits.standard
        limits.byteCount += 4_096
        guard let list = try? PropertyList(reading: document, limits: limits),
            case .dictionary(let values) = list.root, let version = values["Version"]
        else { throw Self.damaged(name) }
        guard version == Self.version else {
            throw ProtectionError(.unsupportedVersion, "'\(name.name)' is of a newer version")
        }
        guard let moment = values.date("InstalledAt"), case .data(let bytes) = values["Profile"],
            let profile = try? ConfigurationProfile(reading: bytes)
        else { throw Self.damaged(name) }
        // A document that was swapped with another does not belong under this name.
        guard try Self.documentName(for: profile.identifier) == name else {
            throw Self.damaged(name)
        }
        installed = InstalledProfile(profile: profile, installedAt: moment)
        self.bytes = bytes
    }

    private static func damaged(_ name: DocumentName) -> ProtectionError {
        ProtectionError(.authenticationFailure, "the installed profile '\(name.name)' is damaged")
    }

    static func isName(_ name: DocumentName) -> Bool { name.name.hasSuffix(suffix) }

    /// The document of a profile.
    ///
    /// Identifiers can be long and odd: what is not a letter, digit, dash or dot is escaped, and a
    /// long one is cut and told apart by a checksum. Two could still meet, so the document says
    /// whose it is.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument`, which no name made here calls for.
    static func documentName(for identifier: String) throws(ProtectionError) -> DocumentName {
        var name = ""
        for byte in identifier.utf8 {
            let scalar = UnicodeScalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || scalar == "-" || scalar == "." && !name.isEmpty)
            name +=
                isPlain ? String(scalar) : "%" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
        }
        if name.utf8.count > longestName {
            name = "\(name.prefix(longestName - 33))~\(String(checksum(identifier), radix: 16))"
        }
        return try DocumentName(name + suffix, in: .profiles)
    }

    private static let longestName = 200

    /// FNV-1a with 128 bits (RFC 9923).
    private static func checksum(_ text: String) -> UInt128 {
        let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
        let basis: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        return text.utf8.reduce(basis) { ($0 ^ UInt128($1)) &* prime }
    }
}
