import CSQLite

/// The way from SQLite's pointer to the file behind it.
final class ServedFileReference: Sendable {
    let file: any ServedFile

    private init(_ file: any ServedFile) {
        self.file = file
    }

    /// Puts a file into the memory that SQLite keeps for it, for SQLite to give back by
    /// ``take(from:)``.
    static func put(_ file: any ServedFile, in place: UnsafeMutablePointer<sqlite3_file>) {
        let reference = Unmanaged.passRetained(ServedFileReference(file))
        let served = UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
        served.pointee.object = reference.toOpaque()
        served.pointee.base.pMethods = DatabaseFileMethods.table
    }

    /// The file behind a pointer; nil once it was taken back.
    static func file(of place: UnsafeMutablePointer<sqlite3_file>?) -> (any ServedFile)? {
        reference(in: place)?.takeUnretainedValue().file
    }

    /// Takes the file back.
    static func take(from place: UnsafeMutablePointer<sqlite3_file>?) -> (any ServedFile)? {
        guard let place, let reference = reference(in: place) else { return nil }
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
            .pointee.object = nil
        place.pointee.pMethods = nil
        return reference.takeRetainedValue().file
    }

    private static func reference(
        in place: UnsafeMutablePointer<sqlite3_file>?
    ) -> Unmanaged<ServedFileReference>? {
        guard let place else { return nil }
        let served = UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
        return served.pointee.object.map { .fromOpaque($0) }
    }
}
