/// What names a policy: one that is shipped, or a file.
package enum PolicyReference: Sendable, Hashable, CustomStringConvertible {
    case shipped(ShippedPolicy)
    case file(String)

    /// What `text` names: a path has a `/` or ends in `.yml`, `.yaml` or `.json`; `nil` for a word
    /// that is not the name of a shipped policy.
    package init?(_ text: String) {
        let isPath =
            text.contains("/") || [".yml", ".yaml", ".json"].contains { text.hasSuffix($0) }
        if isPath {
            self = .file(text)
        } else if let shipped = ShippedPolicy(rawValue: text) {
            self = .shipped(shipped)
        } else {
            return nil
        }
    }

    /// The name, or the path.
    package var description: String {
        switch self {
        case .shipped(let policy): policy.rawValue
        case .file(let path): path
        }
    }

    /// The same, with a relative path taken from the folder of `file`.
    ///
    /// `.` and `..` are resolved by their spelling, so that one file has one name.
    func relative(to file: PolicyReference) -> PolicyReference {
        guard case .file(let path) = self else { return self }
        guard case .file(let base) = file, !path.hasPrefix("/") else {
            return .file(Self.normalized(path))
        }
        let folder = base.utf8.lastIndex(of: 0x2F).map { String(base[...$0]) } ?? ""
        return .file(Self.normalized(folder + path))
    }

    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

/// A policy that comes with the library.
public enum ShippedPolicy: String, Sendable, Hashable, CaseIterable {
    /// What holds for any app.
    case baseline
    /// For apps whose data must not be readable while the device is locked.
    case strict
    /// For apps that exchange messages.
    case messaging
    /// For apps that keep health data.
    case health
    /// For apps for children, and for catalogues of media.
    case kidsAndMedia = "kids-and-media"

    /// Its text.
    package var text: [UInt8] {
        switch self {
        case .baseline: PackageResources.baseline_yml
        case .strict: PackageResources.strict_yml
        case .messaging: PackageResources.messaging_yml
        case .health: PackageResources.health_yml
        case .kidsAndMedia: PackageResources.kids_and_media_yml
        }
    }
}

/// The text of a policy with what it is called.
package struct PolicyText: Sendable {
    package let reference: PolicyReference
    package let bytes: [UInt8]

    /// A shipped policy.
    package init(_ policy: ShippedPolicy) {
        reference = .shipped(policy)
        bytes = policy.text
    }

    /// The text of the file at `path`, called as it is where another policy extends it.
    package init(file path: String, _ bytes: [UInt8]) {
        reference = .file(PolicyReference.normalized(path))
        self.bytes = bytes
    }
}
