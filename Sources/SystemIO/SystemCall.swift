/// The calls of ``FileSystem``, one case each; syncs of a file and of its volume are one.
package enum SystemCall: Sendable, Hashable, CaseIterable {
    case open, close, read, write, truncate, synchronize
    case status, statusOfName, setModified
    case makeDirectory, rename, unlink, names
    case lock, lockByte
}
