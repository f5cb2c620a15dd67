import ProtectionModel

extension OpenFileRegistry {
    /// Takes a handle away, and does what is due for its file then.
    ///
    /// Without `folding` the log of what was written stays as it is, for a file that is about to be
    /// removed or rewritten.
    ///
    /// - Throws: `ProtectionError` with `io-error` when something written through a handle that
    ///   waits for the disk could not be made durable.
    func close(
        _ file: OpenFile,
        isWriter: Bool,
        folding: Bool = true,
        durability: Durability = .full
    ) throws {
        let isWaiting = isWriter && durability == .full
        let lingers = settling != nil && !isWaiting && file.keyed.withState { $0.isUnsettled }
        if lingers { file.prepareToLinger() }
        switch release(file, lingering: lingers) {
        case .shared:
            // Others go on with the file, but this handle's promise is due now.
            if isWaiting { try file.sync.settle() }
        case .lingering:
            settling?.noteLingering()
            settling?.helpIfOverfull(self)
        case .unused:
            guard durability == .full else { return file.leave() }
            do { try file.finish(folding: folding) } catch {
                // A reader has lost nothing.
                if isWriter { throw error }
            }
        }
    }
}
