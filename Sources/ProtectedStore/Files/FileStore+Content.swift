import KeyManagement
public import ProtectionModel
import SodiumCrypto
import SystemIO

extension FileStore {
    /// Replaces a file's whole content, or makes the file: the old content or the new, never a
    /// mixture.
    ///
    /// The new file takes `protection`, else its folder's class; the old file's class plays no part
    /// and its key is not needed, as with atomic saves on iOS.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `not-found` for a missing
    ///   folder, `is-a-directory`, `no-space`, `io-error`; nothing has changed then, unless the
    ///   message says that the file has its new content and only its name could not be made
    ///   durable.
    public func write(
        _ bytes: [UInt8],
        to path: DevicePath,
        as protection: ProtectionClass? = nil,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            _ = try write(BytesSource(bytes), to: path, as: protection, durability: durability)
        }
    }

    /// Replaces a file's content by a stream of any size; see the variant for bytes.
    ///
    /// - Returns: the class that the file got.
    /// - Throws: as for bytes, and what the source throws.
    @discardableResult
    package func write(
        _ source: any ContentSource,
        to path: DevicePath,
        as protection: ProtectionClass? = nil,
        attributes: NewAttributes = NewAttributes(mode: 0o600),
        durability: Durability = .full
    ) throws -> ProtectionClass {
        try save(
            source,
            to: path,
            NewFile(protection: protection, attributes: attributes, durability: durability)
        )
    }

    /// What a file that is saved whole gets besides its content, and what it may replace.
    private struct NewFile {
        /// Nil for the folder's class.
        var protection: ProtectionClass?
        var attributes = NewAttributes(mode: 0o600)
        var durability = Durability.full
        var condition = InodeMaker.Condition.freeOrFile
    }

    @discardableResult
    private func save(
        _ source: any ContentSource,
        to path: DevicePath,
        _ new: NewFile
    ) throws -> ProtectionClass {
        try operations.perform(.save, path, as: new.protection) {
            try saveUnreported(source, to: path, new)
        }
    }

    private func saveUnreported(
        _ source: any ContentSource,
        to path: DevicePath,
        _ new: NewFile
    ) throws -> ProtectionClass {
        let place = try tree.place(of: path)
        guard try tree.status(of: place)?.kind != .directory else {
            throw ProtectionError(.isADirectory, path: path)
        }
        try checkMayBeFile(path)
        let protection = try new.protection ?? inheritedProtection(at: place)
        let maker = InodeMaker(context: context)
        let inode = try maker.make(
            source,
            protection: protection,
            attributes: context.attributes(.file, new.attributes),
            new.attributes.extended,
            at: place,
            durability: new.durability
        )
        let old = try maker.commit(
            inode,
            at: place,
            if: new.condition,
            durability: new.durability
        )
        if let old { finishReplacing(old, in: [place.folder], .none) }
        return protection
    }

    /// - Throws: `ProtectionError` with `not-found` for a new file by a path that says it leads to
    ///   a folder.
    func checkMayBeFile(_ path: DevicePath) throws {
        guard !path.namesFolder else {
            throw ProtectionError(.notFound, "the folder '\(path)' does not exist", path: path)
        }
    }

    /// Writes into the existing file instead of putting a new one in its place: needs its key and
    /// keeps its class; `protection` counts only when the file is made.
    ///
    /// - Throws: as ``write(_:to:as:durability:)``.
    public func overwrite(
        _ bytes: [UInt8],
        to path: DevicePath,
        as protection: ProtectionClass? = nil
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            while true {
                do {
                    let handle = try open(path, .write)
                    try handle.replaceContent(bytes)
                    return try handle.close()
                } catch let error as ProtectionError where error.code == .notFound {
                }
                do {
                    // Whole from the start: a file made empty and then filled could stay empty.
                    return try create(bytes, at: path, as: protection)
                } catch let error as ProtectionError {
                    // Another process was quicker, so there is something to write into.
                    guard error.code == .alreadyExists else { throw error }
                }
            }
        }
    }

    /// Makes a file, which must not exist, whole from the start.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists`, and as ``write(_:to:as:durability:)``.
    public func create(
        _ bytes: [UInt8],
        at path: DevicePath,
        as protection: ProtectionClass? = nil
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let new = NewFile(protection: protection, condition: .free)
            try save(BytesSource(bytes), to: path, new)
        }
    }

    /// Appends a stream to a file, all or nothing; makes the file when it is missing.
    ///
    /// - Throws: as ``open(_:_:creating:as:)``.
    package func append(
        _ source: any ContentSource,
        to path: DevicePath,
        as protection: ProtectionClass? = nil
    ) throws {
        if let handle = try openIfThere(path) {
            try handle.append(source)
            return try handle.close()
        }
        // Whole from the start: a file made empty and then filled could stay empty.
        guard let late = try make(source, path, protection) else { return }
        defer { try? late.close() }
        try late.whileReading { content, file in
            try append(SnapshotSource(content, file), to: path, as: protection)
        }
    }

    private func openIfThere(_ path: DevicePath) throws -> ProtectedFile? {
        do { return try open(path, .write) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Makes a file; when another process was quicker, the handle reads what was to be in it,
    /// because a stream can be read only once.
    private func make(
        _ source: any ContentSource,
        _ path: DevicePath,
        _ protection: ProtectionClass?
    ) throws -> ProtectedFile? {
        try operations.perform(.save, path, as: protection) {
            try makeUnreported(source, path, protection)
        }
    }

    private func makeUnreported(
        _ source: any ContentSource,
        _ path: DevicePath,
        _ protection: ProtectionClass?
    ) throws -> ProtectedFile? {
        let place = try tree.place(of: path)
        try checkMayBeFile(path)
        let maker = InodeMaker(context: context)
        let inode = try maker.make(
            source,
            protection: try protection ?? inheritedProtection(at: place),
            attributes: context.attributes(.file, NewAttributes(mode: 0o600)),
            at: place
        )
        do {
            try maker.commit(inode, at: place, if: .free)
            return nil
        } catch let error as ProtectionError where error.code == .alreadyExists {
        }
        return try handle(onNameless: inode, place)
    }

    /// Cuts a file, or lets it grow with zeros; needs its key.
    ///
    /// - Throws: as ``open(_:_:creating:as:)``.
    public func truncate(_ path: DevicePath, to length: UInt64) throws(ProtectionError) {
        let handle = try open(path, .write)
        try handle.truncate(to: length)
        try handle.close()
    }

    /// The whole content of a file.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `authentication-failure`,
    ///   `not-found`, `is-a-directory`.
    public func read(_ path: DevicePath) throws(ProtectionError) -> [UInt8] {
        try ProtectionError.wrapping {
            let sink = BytesSink()
            try read(path, into: sink)
            return sink.bytes
        }
    }

    /// Passes a file's content of any size to a sink, opening chunks in parallel.
    ///
    /// - Throws: as ``read(_:)``, and what the sink throws.
    package func read(_ path: DevicePath, into sink: any ContentSink) throws {
        let handle = try open(path, .read)
        defer { try? handle.close() }
        try handle.copyContent(into: sink)
    }

    /// Seals a file's content anew, with a fresh key, in the place of the inode that was read.
    ///
    /// From the reading to the rename nobody else writes or changes the class; with `alone`, nobody
    /// opens the file either.
    ///
    /// - Returns: false when the name led elsewhere in the end, and must be looked up again.
    /// - Throws: ``ProtectionError`` with `busy` when others hold the locks it needs; as for
    ///   saving.
    func resave(
        _ place: EntryPlace,
        as protection: ProtectionClass?,
        alone: Bool
    ) throws -> Bool {
        try finishLingering(place)
        let file = try OpenFile.open(place, context, claiming: .replacement(alone: alone)).keyed
        let content = file.withState { $0.snapshot }
        let maker = InodeMaker(context: context)
        var attributes = content.attributes
        if protection != nil { attributes.changed = context.keys.clock.wallTime() }
        let inode = try maker.make(
            SnapshotSource(content, file),
            protection: protection ?? content.header.protection,
            attributes: attributes,
            at: place
        )
        do {
            try maker.commit(inode, at: place, if: .still(content.inode.identity))
            return true
        } catch let error as ProtectionError {
            // Any other failure may have come after the rename.
            guard error.code == .busy, !place.leads(to: content.inode.identity, context) else {
                throw error
            }
            return false
        }
    }
}
