import KeyManagement
import ProtectionModel
import SystemIO

/// Checks one sealed file: slots, base, log.
struct FileCheck {
    let context: StoreContext
    let registry: OpenFileRegistry
    let repairing: Bool

    func run(_ place: OpenFile.Place, _ report: inout CheckReport) {
        report.checked += 1
        do throws(StoreError) {
            try checkSlots(place, &report)
            let file = try OpenFile.open(place, context)
            try checkContent(file)
            try checkTail(file, &report)
        } catch {
            switch error.code {
            case .protectedDataUnavailable: report.skippedLocked += 1
            // Removed or replaced by another process meanwhile.
            case .notFound: report.checked -= 1
            default: report.note(error, at: place.path.description)
            }
        }
    }

    private func checkSlots(
        _ place: OpenFile.Place,
        _ report: inout CheckReport
    ) throws(StoreError) {
        let finding = try StoreError.translating(place.path) {
            try place.withInode(context) { try unequalSlots($0, $1, place) }
        }
        guard let finding else { return }
        if repairing {
            report.noteRepair(finding, at: place.path.description)
        } else {
            report.note(finding, at: place.path.description)
        }
    }

    private func unequalSlots(
        _ file: consuming OwnedFile,
        _ status: FileStatus,
        _ place: OpenFile.Place
    ) throws -> StoreError? {
        let volume = try context.keys.volumeKeys()
        let slots = try file.read(SealedHeader.byteCount, at: 0)
        let pair = try SealedHeader.read(slots[...], device: context.deviceID, keys: volume)
        _ = try LockedLength(header: pair.record, volume: volume).read(file, status.size)
        guard !pair.areEqual else { return nil }
        if repairing { _ = try SlotUpdate(context: context, path: place.path).run(file) { _ in } }
        return StoreError(
            .authenticationFailure,
            "the two copies of the header of '\(place.path)' differ",
            path: place.path
        )
    }

    /// Opens every chunk of the base, also those that the log hides, and every frame.
    private func checkContent(_ file: OpenFile) throws(StoreError) {
        try StoreError.translating(file.place.path) {
            let content = file.content
            let cipher = try ContentKeys.baseCipher(content.header)
            let chunks = content.header.baseLength / UInt64(content.header.chunkByteCount) + 1
            for start in stride(from: 0, to: chunks, by: 64) {
                _ = try content.openBase(start..<min(start + 64, chunks), cipher, file.inode.file)
            }
        }
    }

    /// A torn tail is harmless and invisible; a repair cuts it.
    private func checkTail(
        _ file: OpenFile,
        _ report: inout CheckReport
    ) throws(StoreError) {
        let tail = try StoreError.translating(file.place.path) { () -> UInt64 in
            // Another process may have cut the file since it was opened.
            let end = file.content.index.end
            return max(try file.inode.file.status().size, end) - end
        }
        guard tail > 0, repairing else { return }
        try file.becomeWriter()
        // What is reported as repaired must not come back with the next power loss.
        try StoreError.translating(file.place.path) {
            try file.inode.file.synchronize(dataOnly: true)
        }
        report.noteRepair(
            StoreError(
                .inputOutput,
                "a torn tail of \(tail) bytes was cut",
                path: file.place.path
            ),
            at: file.place.path.description
        )
    }
}
