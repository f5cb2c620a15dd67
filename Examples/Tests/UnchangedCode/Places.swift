public import Foundation

/// Where code that knows Foundation alone looks for its folders.
public enum Places {
    package static var documents: [URL] {
        get throws {
            [
                FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0],
                try FileManager.default.url(
                    for: .documentDirectory,
                    in: .userDomainMask,
                    appropriateFor: nil,
                    create: false
                ),
                URL.documentsDirectory,
                URL(
                    fileURLWithPath: NSSearchPathForDirectoriesInDomains(
                        .documentDirectory,
                        .userDomainMask,
                        true
                    )[0]
                ),
                URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("Documents"),
                URL.homeDirectory.appendingPathComponent("Documents"),
            ]
        }
    }

    package static var temporary: [URL] {
        [
            FileManager.default.temporaryDirectory, URL.temporaryDirectory,
            URL(fileURLWithPath: NSTemporaryDirectory()),
        ]
    }

    package static func group(_ identifier: String) -> URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)
    }

    /// The home of files that a library keeps, as a default argument of a package function has it.
    public static func library(in manager: FileManager = .default) -> URL {
        manager.urls(for: .libraryDirectory, in: .userDomainMask)[0]
    }
}

/// What Foundation and the C library tell of a file.
package struct Facts: Sendable, Equatable {
    package var size: Int?
    package var allocatedSizes: [Int?]
    package var enumeratedSize: UInt64?
    package var statSize: Int
    package var isRegularFile: Bool?
    package var isDirectory: Bool?
    package var isExcludedFromBackup: Bool?
    package var modified: Date?
    package var isReachable: Bool
    package var isThere: Bool
    package var isThereToC: Bool

    /// Asks in each way.
    package init(_ url: URL) throws {
        let values = try url.resourceValues(forKeys: [
            .fileSizeKey, .isRegularFileKey, .isDirectoryKey, .isExcludedFromBackupKey,
            .contentModificationDateKey, .fileAllocatedSizeKey, .totalFileAllocatedSizeKey,
        ])
        size = values.fileSize
        allocatedSizes = [values.fileAllocatedSize, values.totalFileAllocatedSize]
        isRegularFile = values.isRegularFile
        isDirectory = values.isDirectory
        isExcludedFromBackup = values.isExcludedFromBackup
        modified = values.contentModificationDate
        let enumerator = FileManager.default.enumerator(
            atPath: url.deletingLastPathComponent().path
        )
        while let name = enumerator?.nextObject() as? String {
            guard name == url.lastPathComponent else { continue }
            enumeratedSize = (enumerator?.fileAttributes?[.size] as? NSNumber)?.uint64Value
        }
        var status = stat()
        statSize = lstat(url.path, &status) == 0 ? status.st_size : -1
        isReachable = (try? url.checkResourceIsReachable()) ?? false
        isThere = FileManager.default.fileExists(atPath: url.path)
        isThereToC = access(url.path, F_OK) == 0
    }

    /// Says of a file that backups leave it out.
    package static func excludeFromBackup(_ url: URL) throws {
        var url = url
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try url.setResourceValues(values)
    }
}

/// Settings, in the app's own domain and in a group's.
package struct Settings {
    package init() {}

    private static var group: UserDefaults? { UserDefaults(suiteName: "group.com.example") }

    package var isOn: Bool {
        get { UserDefaults.standard.bool(forKey: "isOn") }
        nonmutating set { UserDefaults.standard.set(newValue, forKey: "isOn") }
    }

    package var count: Int {
        get { Self.group?.integer(forKey: "count") ?? -1 }
        nonmutating set { Self.group?.set(newValue, forKey: "count") }
    }
}

/// Work on a queue, which knows nothing of the test that made it.
package enum Work {
    package static func later(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "later").async(execute: body)
    }

    package static func onThread(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(body)
    }
}

extension FileHandle {
    /// A handle that reads, by the call that answers nil.
    package static func opened(_ url: URL) -> FileHandle? { FileHandle(forReadingAtPath: url.path) }

    /// All of it, by the older call, which raises where the newer throws.
    package var text: String { String(decoding: readDataToEndOfFile(), as: UTF8.self) }
}
