package import ProtectionModel

extension StorageUse {
    /// The weakest class it names itself; `nil` when it names none.
    package var weakestClass: ProtectionClass? {
        classes.map(\.protectionClass).min { $0.strength < $1.strength }
    }
}
