import Foundation

/// What is on the host before it is put into a device.
enum HostTree {
    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Whether a path leads to something that is neither file nor folder.
    static func isSpecial(_ path: String) -> Bool {
        // Follows a symbolic link: a DEST such as /dev/stdout is one.
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path
        guard
            let kind = try? FileManager.default.attributesOfItem(atPath: resolved)[.type]
                as? FileAttributeType
        else { return false }
        return kind != .typeRegular && kind != .typeDirectory
    }

    /// Bytes in a file or in all files below a folder; symbolic links count for nothing.
    static func size(of path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
            return attributes?[.size] as? UInt64
        }
        let all = FileManager.default.enumerator(atPath: path)
        var total: UInt64 = 0
        while all?.nextObject() != nil {
            let attributes = all?.fileAttributes
            if attributes?[.type] as? FileAttributeType == .typeRegular {
                total += attributes?[.size] as? UInt64 ?? 0
            }
        }
        return total
    }
}
