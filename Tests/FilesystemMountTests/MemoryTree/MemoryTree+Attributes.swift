import FilesystemMount
import Synchronization
import SystemPackage

extension MemoryTree {
    func getxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8] {
        try with("getxattr") { (state) throws(Errno) in
            guard let value = try state[node].attributes[name] else { throw .noData }
            return value
        }
    }

    func setxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ value: RawSpan,
        _ demand: AttributeDemand,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        let bytes = value.withUnsafeBytes { Array($0) }
        try with("setxattr") { (state) throws(Errno) in
            try state.change(node) { (found) throws(Errno) in
                let isThere = found.attributes[name] != nil
                if demand == .absent, isThere { throw .fileExists }
                if demand == .present, !isThere { throw .noData }
                found.attributes[name] = bytes
            }
        }
    }

    func listxattr(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [AttributeName] {
        try with("listxattr") { (state) throws(Errno) in
            try state[node].attributes.keys.sorted { $0.description < $1.description }
        }
    }

    func removexattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        try with("removexattr") { (state) throws(Errno) in
            try state.change(node) { (found) throws(Errno) in
                guard found.attributes.removeValue(forKey: name) != nil else { throw .noData }
            }
        }
    }

    func statfs(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> FileSystemStatus {
        FileSystemStatus(
            blocks: 1_000,
            freeBlocks: 900,
            availableBlocks: 800,
            files: 700,
            freeFiles: 600
        )
    }

    func unmounted() {
        state.withLock { $0.isUnmounted = true }
    }
}
