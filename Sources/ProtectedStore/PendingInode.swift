import ProtectionModel

/// A sealed file that waits for its name, among others.
final class PendingInode {
    let inode: NewInode
    let name: SealedName
    let path: DevicePath

    init(_ inode: consuming NewInode, name: SealedName, path: DevicePath) {
        self.inode = inode
        self.name = name
        self.path = path
    }
}
