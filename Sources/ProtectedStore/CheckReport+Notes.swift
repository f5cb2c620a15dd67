import ProtectionModel

extension CheckReport {
    mutating func note(_ error: StoreError, at path: String) {
        let finding = Finding(path: path, code: error.code, message: error.message)
        switch error.code {
        case .busy, .permissionDenied: unread.append(finding)
        default: damaged.append(finding)
        }
    }

    mutating func noteRepair(_ error: StoreError, at path: String) {
        repaired.append(Finding(path: path, code: error.code, message: error.message))
    }
}
