import KeyManagement
import ProtectionModel
import SystemIO

/// Checks one file, link or special file: slots, base and log or target, extended attributes.
struct FileCheck {
    let context: StoreContext
    let store: FileStore
    let repairing: Bool

    func run(_ place: EntryPlace, _ report: inout CheckReport) {
        report.checked += 1
        do {
            let kind = try checkSlots(place, &report)
            checkAttributes(place, &report)
            guard kind == .file else { return try checkTarget(place, kind) }
            let file = try OpenFile.open(place, context)
            try checkContent(file)
            try checkTail(file, &report)
        } catch {
            let error = ProtectionError(error, path: place.path)
            switch error.code {
            case .protectedDataUnavailable: report.skippedLocked += 1
            // Removed or replaced by another process meanwhile.
            case .notFound: report.checked -= 1
            default: report.note(error, at: place.path.description)
            }
        }
    }

    private func checkSlots(
        _ place: EntryPlace,
        _ report: inout CheckReport
    ) throws -> FileMetadata.Kind {
        let (record, isDamaged) = try ProtectionError.telling(of: place.path) {
            try place.withInode(context) { file, _ in try readSlots(file, place) }
        }
        if isDamaged {
            let isMended = repairing ? try mendSlots(place, record) : false
            report.noteDamagedCopy(of: "the header", at: place.path, isRepaired: isMended)
        }
        return record.attributes.kind
    }

    /// The record, and whether one of its copies is damaged.
    private func readSlots(
        _ file: borrowing OwnedFile,
        _ place: EntryPlace
    ) throws -> (NodeRecord, isDamaged: Bool) {
        let volume = try context.keys.volumeKeys()
        func read() throws -> NodeRecord {
            let slots = try file.read(SealedHeader.byteCount, at: 0)
            return try NodeRecord(slots[...], device: context.deviceID, keys: volume)
        }
        let record = try read()
        if case .file(let pair) = record {
            _ = try LockedLength(header: pair.record, volume: volume)
                .read(file, try file.status().size)
        }
        guard record.isDamaged else { return (record, false) }
        // Another process may be in the middle of a change.
        return try SlotUpdate(context: context, path: place.path)
            .whileLocked(file.descriptor) {
                let again = try read()
                return (again, again.isDamaged)
            }
    }

    /// Makes both slots equal, unless they are a backup's, too.
    private func mendSlots(_ place: EntryPlace, _ record: NodeRecord) throws -> Bool {
        let update = SlotUpdate(context: context, path: place.path)
        return try ProtectionError.telling(of: place.path) {
            try place.withInode(context) { file, _ in
                do {
                    switch record {
                    case .file: _ = try update.run(file) { (_: inout SealedHeader) in }
                    case .link: _ = try update.run(file) { (_: inout LinkRecord) in }
                    }
                    return true
                } catch is SlotUpdate.SharedInode {
                    return false
                }
            }
        }
    }

    /// Extended attributes are damaged by themselves: what they belong to can be whole.
    private func checkAttributes(_ place: EntryPlace, _ report: inout CheckReport) {
        do { _ = try store.extendedAttributes(of: place.path) } catch {
            guard error.cause is AuthenticatedSlot.Defect, error.code == .authenticationFailure
            else { return }
            report.note(error, at: place.path.description)
        }
    }

    private func checkTarget(_ place: EntryPlace, _ kind: FileMetadata.Kind) throws {
        guard kind == .symbolicLink else { return }
        _ = try store.linkTargetBytes(of: place.path)
    }

    /// Opens every chunk of the base, also those that the log hides, and every frame of which
    /// something is seen.
    private func checkContent(_ file: OpenFile) throws {
        try ProtectionError.telling(of: file.keyed.place.path) {
            let content = try file.reader.content()
            let cipher = try ContentKeys.baseCipher(content.header)
            let chunks = content.header.baseLength / UInt64(content.header.chunkByteCount) + 1
            for start in stride(from: 0, to: chunks, by: 64) {
                _ = try content.openBase(
                    start..<min(start + 64, chunks),
                    cipher,
                    file.keyed.inode.file
                )
            }
            for entry in content.index.entries where entry.isSeen {
                try content.checkFrame(entry, file.keyed.inode.file)
            }
        }
    }

    /// A torn tail is harmless and invisible, but may have been a write that was damaged after its
    /// writer was killed: it is named, and a repair cuts it.
    private func checkTail(
        _ file: OpenFile,
        _ report: inout CheckReport
    ) throws {
        let path = file.keyed.place.path
        let (tail, links) = try ProtectionError.telling(of: path) {
            (try tornByteCount(file), try file.keyed.inode.file.status().links)
        }
        guard tail > 0 else { return }
        // An inode with a second name on the host is never written in place.
        guard repairing, links == 1 else {
            return report.notes.append(
                CheckReport.Finding(
                    path: path.description,
                    code: .inputOutput,
                    message:
                        "\(tail) bytes at its end are not part of a complete write, and are ignored"
                )
            )
        }
        do { try file.becomeWriter() } catch let error as ProtectionError {
            // Another process was quicker, and has cut it.
            guard error.code == .busy else { throw error }
            return
        }
        // What is reported as repaired must not come back with the next power loss.
        try ProtectionError.telling(of: path) {
            try file.keyed.inode.file.synchronize(dataOnly: true)
        }
        report.noteRepair(
            ProtectionError(.inputOutput, "a torn tail of \(tail) bytes was cut", path: path),
            at: path.description
        )
    }

    /// Bytes after the last whole group; 0 while another process writes, whose group may not be
    /// whole yet.
    private func tornByteCount(_ file: OpenFile) throws -> UInt64 {
        let content = try file.reader.content()
        guard try file.keyed.inode.file.status().size > content.index.end else { return 0 }
        let descriptor = file.keyed.inode.file.descriptor
        guard try context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .shared) else {
            return 0
        }
        defer { _ = try? context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .unlocked) }
        // Others may have written since the file was opened.
        var scanner = LogScanner(content.header, try context.keys.volumeKeys(), content.keys)
        let end = try scanner.scan(file.keyed.inode.file).end
        return max(try file.keyed.inode.file.status().size, end) - end
    }
}
