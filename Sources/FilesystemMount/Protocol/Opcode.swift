/// What the kernel asks for: the numbers of `enum fuse_opcode` in linux/fuse.h.
package enum Opcode: UInt32, Sendable, CaseIterable {
    case lookup = 1
    case forget = 2
    case getattr = 3
    case setattr = 4
    case readlink = 5
    case symlink = 6
    case mknod = 8
    case mkdir = 9
    case unlink = 10
    case rmdir = 11
    case rename = 12
    case link = 13
    case open = 14
    case read = 15
    case write = 16
    case statfs = 17
    case release = 18
    case fsync = 20
    case setxattr = 21
    case getxattr = 22
    case listxattr = 23
    case removexattr = 24
    case flush = 25
    case initialize = 26
    case opendir = 27
    case readdir = 28
    case releasedir = 29
    case fsyncdir = 30
    // Locks: never asked for, since the kernel keeps them itself unless told otherwise.
    case getlk = 31
    case setlk = 32
    case setlkw = 33
    case access = 34
    case create = 35
    case interrupt = 36
    case bmap = 37
    case destroy = 38
    case ioctl = 39
    case poll = 40
    case notifyReply = 41
    case batchForget = 42
    case fallocate = 43
    case readdirplus = 44
    case rename2 = 45
    case lseek = 46
    case copyFileRange = 47
    case syncfs = 50
    case tmpfile = 51
    case statx = 52
    /// ``copyFileRange`` whose reply has room for 64 bits.
    case copyFileRange64 = 53

    /// Whether the kernel waits for an answer.
    var isAnswered: Bool {
        switch self {
        case .forget, .batchForget, .notifyReply, .interrupt: false
        default: true
        }
    }
}
