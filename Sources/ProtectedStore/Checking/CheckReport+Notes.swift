import ProtectionModel

extension CheckReport {
    /// Notes that one of two copies of a record is damaged.
    mutating func noteDamagedCopy(of record: String, at path: DevicePath, isRepaired: Bool) {
        let finding = Finding(
            path: path.description,
            code: .authenticationFailure,
            message: "one of the two copies of \(record) \(isRepaired ? "was" : "is") damaged"
        )
        if isRepaired { repaired.append(finding) } else { damaged.append(finding) }
    }

    mutating func note(_ error: ProtectionError, at path: String) {
        let finding = Finding(path: path, code: error.code, message: error.message)
        switch error.code {
        case .busy, .permissionDenied: unread.append(finding)
        default: damaged.append(finding)
        }
    }

    mutating func noteRepair(_ error: ProtectionError, at path: String) {
        repaired.append(Finding(path: path, code: error.code, message: error.message))
    }

    /// Adds what was found in the device's own documents; their paths get a word in front, as the
    /// user has no files there.
    package mutating func add(documents report: CheckReport) {
        checked += report.checked
        skippedLocked += report.skippedLocked
        unread += report.unread.map(\.ofDocument)
        damaged += report.damaged.map(\.ofDocument)
        notes += report.notes.map(\.ofDocument)
        repaired += report.repaired.map(\.ofDocument)
    }
}

extension CheckReport.Finding {
    fileprivate var ofDocument: Self {
        Self(path: "system:\(path)", code: code, message: message)
    }
}
