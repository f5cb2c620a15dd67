package import ProtectionModel

/// The bytes of an activity, as one device seals them for another.
package enum ActivityCoding {
    /// What is sealed.
    ///
    /// - Throws: ``ProtectionError`` with `payload-too-large`.
    package static func bytes(of activity: UserActivity) throws(ProtectionError) -> [UInt8] {
        try activity.content.bytes()
    }

    /// The same bytes once they were read; nil for what cannot be read.
    package static func canonical(_ bytes: [UInt8]) -> [UInt8]? {
        ActivityContent(bytes).flatMap { try? $0.bytes() }
    }
}
