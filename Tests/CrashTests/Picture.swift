import KeyManagement
import ProtectedStore
import ProtectionModel

/// What a device shows to who knows its passcode: all that a crash must leave old or new.
struct Picture: Equatable, CustomStringConvertible {
    enum Condition: Equatable {
        /// There is no device.
        case absent
        case erased
        /// No known passcode opens it.
        case lockedOut
        /// It does not start.
        case broken(ErrorCode)
        /// Unlocked with this passcode; nil when it has none.
        case open(passcode: String?)
    }

    enum Entry: Equatable {
        case folder(ProtectionClass, Attributes)
        case file([UInt8], ProtectionClass, Attributes)
        /// A link with its target, or a special file.
        case link([UInt8], Attributes)
        case unreadable(ErrorCode)
    }

    /// All but the times, which may be those of a change that was lost, and the number, which is
    /// another one in each run.
    struct Attributes: Equatable {
        let kind: FileMetadata.Kind
        let mode: UInt32
        let owner: UInt32
        let group: UInt32
        let extended: ExtendedAttributes

        init(_ metadata: FileMetadata, _ files: FileStore) throws {
            kind = metadata.kind
            mode = metadata.mode
            owner = metadata.owner
            group = metadata.group
            extended = try files.extendedAttributes(of: metadata.path)
        }
    }

    var condition: Condition
    var entries: [String: Entry] = [:]

    /// Forgets an entry and everything below.
    mutating func remove(_ path: String) {
        entries = entries.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }

    /// Takes in everything below a folder.
    mutating func add(
        _ files: FileStore,
        below path: DevicePath = .root,
        isRepaired: Bool = false
    ) {
        do {
            let folder = try files.metadata(of: path)
            entries[path.description] = .folder(
                folder.protection,
                try Attributes(folder, files)
            )
            for name in try files.names(in: path) {
                let child = try path.appending(name)
                if (try? files.metadata(of: child))?.kind == .directory {
                    add(files, below: child, isRepaired: isRepaired)
                } else {
                    entries[child.description] = Self.file(child, files, isRepaired)
                }
            }
        } catch {
            entries[path.description] = .unreadable(Self.code(error))
        }
    }

    private static func file(
        _ path: DevicePath,
        _ files: FileStore,
        _ isRepaired: Bool
    ) -> Entry {
        do {
            let metadata = try files.metadata(of: path)
            let attributes = try Attributes(metadata, files)
            switch metadata.kind {
            case .symbolicLink: return .link(try files.linkTargetBytes(of: path), attributes)
            case .file: break
            default: return .link([], attributes)
            }
            let content = try files.read(path)
            // The length that is told without the key is the true one, but for a torn tail.
            guard !isRepaired || metadata.size == UInt64(content.count) else {
                return .unreadable(.internalError)
            }
            return .file(content, metadata.protection, attributes)
        } catch { return .unreadable(code(error)) }
    }

    static func code(_ error: any Error) -> ErrorCode {
        switch error {
        case let error as ProtectionError: error.code
        default: .internalError
        }
    }

    /// How this differs from another picture, in a line.
    func difference(from other: Picture) -> String {
        guard condition == other.condition else { return "\(condition), not \(other.condition)" }
        let paths = Set(entries.keys).union(other.entries.keys).sorted()
        return paths.filter { entries[$0] != other.entries[$0] }
            .map { path in
                "\(path.prefix(24)): \(Self.text(entries[path])), not "
                    + Self.text(other.entries[path])
            }
            .joined(separator: "; ")
    }

    private static func text(_ entry: Entry?) -> String {
        switch entry {
        case nil: "nothing"
        case .folder(let protection, let attributes): "folder \(protection.name) \(attributes)"
        case .file(let bytes, let protection, let attributes):
            "file of \(bytes.count) \(protection.name) \(attributes)"
        case .link(let target, let attributes): "link of \(target.count) \(attributes)"
        case .unreadable(let code): "\(code)"
        }
    }

    var description: String {
        "\(condition) "
            + entries.keys.sorted().map { "\($0) \(Self.text(entries[$0]))" }.description
    }
}
