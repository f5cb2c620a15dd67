import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import SystemPackage

extension ErrorReport {
    /// What the host's kernel said.
    init(_ error: SystemError) {
        self.init(
            ErrorCode(error),
            error.name.map { "'\($0)': \(error.errno)" } ?? "\(error)",
            path: error.name
        )
    }

    /// What Foundation said: the kernel's reason where it has one.
    init(_ error: CocoaError) {
        if let reason = SystemError(error) {
            self.init(reason)
        } else {
            let subject = error.filePath.map { "'\($0)': " } ?? ""
            self.init(
                Self.code(of: error),
                subject + error.localizedDescription,
                path: error.filePath
            )
        }
    }

    private static func code(of error: CocoaError) -> ErrorCode {
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: .notFound
        case .fileWriteFileExists: .alreadyExists
        case .fileReadNoPermission, .fileWriteNoPermission, .fileWriteVolumeReadOnly:
            .permissionDenied
        case .fileWriteOutOfSpace: .noSpace
        default: .inputOutput
        }
    }

    /// The status that a shell shows for a program that wrote to a pipe without a reader:
    /// 128 and the number of SIGPIPE.
    static let readerGone: Int32 = 141

    /// Whether the reader of our output is gone: then there is nothing to say.
    static func isReaderGone(_ error: any Error) -> Bool {
        let cause = (error as? ProtectionError)?.cause ?? error
        return (cause as? SystemError)?.errno == .brokenPipe
    }
}

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
