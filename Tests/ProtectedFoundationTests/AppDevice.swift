import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Testing

/// What the tests of this target do with a device again and again.
extension TestDevice {
    /// The URL of a file of the device.
    func url(_ path: DevicePath) -> URL { container.url(of: path) }

    /// The host's path of a file of the device.
    func path(_ path: DevicePath) -> String { url(path).path }

    /// What an unprotected class says of a file, whatever the state.
    func protection(_ path: DevicePath) throws -> ProtectionClass {
        try files.metadata(of: path).protection
    }
}

/// The Cocoa error that `body` throws; a failure of the test when it throws none.
func cocoaError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) throws -> CocoaError {
    try #require(
        #expect(throws: CocoaError.self, sourceLocation: sourceLocation) { try body() },
        sourceLocation: sourceLocation
    )
}

extension CocoaError {
    /// The number of the POSIX error underneath; nil for none.
    var underlyingPOSIX: POSIXErrorCode? {
        (userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code
    }
}
