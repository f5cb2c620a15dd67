package import ProtectionModel

extension ActivityValue {
    /// How many bytes user info has where the limits count them.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for what is nested deeper than 16 levels, or names a file of
    ///   the host.
    package static func byteCount(
        of userInfo: [String: ActivityValue]
    ) throws(ProtectionError) -> Int {
        try ActivityValueCoding.encode(.dictionary(userInfo)).count
    }
}
