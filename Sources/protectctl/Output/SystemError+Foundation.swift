import Foundation
import SystemIO
import SystemPackage

extension SystemError {
    /// The kernel's reason for what Foundation said; nil where it has none.
    init?(_ error: CocoaError) {
        guard let reason = error.underlying as? POSIXError else { return nil }
        self.init(
            Errno(rawValue: reason.code.rawValue),
            call: "\(error.code)",
            name: error.filePath
        )
    }
}
