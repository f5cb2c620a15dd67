import ProtectionModel

extension CheckReport {
    mutating func note(_ error: StoreError, at path: String) {
        damaged.append(Finding(path: path, code: error.code, message: error.message))
    }

    mutating func noteRepair(_ error: StoreError, at path: String) {
        repaired.append(Finding(path: path, code: error.code, message: error.message))
    }
}
