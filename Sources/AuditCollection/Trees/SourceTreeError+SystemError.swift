import PolicyAudit
import SystemIO
import SystemPackage

extension SourceTreeError {
    /// Why the system did not give a file.
    init(_ error: SystemError) {
        switch error.errno {
        case .noSuchFileOrDirectory: self.init(.missing, "there is no such file")
        case .tooManySymbolicLinkLevels, .notDirectory:
            self.init(.link, "a symbolic link, which is not followed")
        default: self.init(.unreadable, "\(error.errno)".lowercased())
        }
    }
}
