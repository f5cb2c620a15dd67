public import ProtectionModel

extension DevicePath {
    /// The path of a child, as a test writes it: `"/Documents" / "\(number)"`.
    ///
    /// Only tests have it: their names are their own, so one that is not a name stops the program, as a
    /// literal does. An app's code, which is handed names, uses `appending(_:)`.
    ///
    /// - Precondition: `name` is one valid component: not empty, `.` or `..`, without a slash or NUL, at
    ///   most 255 bytes.
    public static func / (folder: DevicePath, name: String) -> DevicePath {
        do { return try folder.appending(name) } catch { preconditionFailure(error.message) }
    }
}
