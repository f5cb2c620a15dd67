import Foundation

extension ProtectedFileManager {
    /// The path of a file's URL; Foundation refuses others by their scheme, too.
    static func path(of url: URL, reading: Bool) throws -> String {
        guard url.isFileURL else {
            throw CocoaError(
                reading ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme,
                userInfo: [NSURLErrorKey: url]
            )
        }
        return url.path
    }
}
