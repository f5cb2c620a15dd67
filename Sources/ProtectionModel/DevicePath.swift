/// A path inside a device: absolute, UTF-8, resolved, never outside the root.
public struct DevicePath: Sendable, Hashable, CustomStringConvertible {
    /// The names from the root down; empty for the root itself.
    public let components: [String]
    /// Whether it was typed with a slash at its end, which says that it leads to a folder; no part
    /// of what makes two paths equal.
    package private(set) var namesFolder = false

    /// The folder everything is in.
    public static let root = DevicePath(components: [])

    private init(components: [String]) {
        self.components = components
    }

    /// Reads a path that a person typed: a slash at its end is accepted.
    ///
    /// - Throws: as ``init(_:)``.
    package init(typed text: String) throws(ProtectionError) {
        let isFolder = text.utf8.count > 2 && text.utf8.last == UInt8(ascii: "/")
        let path = isFolder ? String(Substring(text.utf8.dropLast())) : text
        switch Self.components(of: path) {
        case .success(let names): components = names
        case .failure(let fault): throw fault.error(text)
        }
        namesFolder = isFolder
    }

    /// Reads a path such as `/inbox/a.db`.
    ///
    /// `.` and `..` are resolved by name; an empty component, NUL, a name over 255 bytes and `..`
    /// past the root are refused.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    public init(_ text: String) throws(ProtectionError) {
        switch Self.components(of: text) {
        case .success(let names): components = names
        case .failure(let fault): throw fault.error(text)
        }
    }

    private static func components(of text: String) -> Result<[String], PathFault> {
        guard text.utf8.first == UInt8(ascii: "/") else { return .failure(.notAbsolute) }
        guard text.utf8.count > 1 else { return .success([]) }
        var names: [String] = []
        // By bytes: a slash before a combining mark is one character with it, and a slash still.
        let parts = text.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        for part in parts {
            switch Array(part) {
            case []: return .failure(.emptyComponent)
            case Array(".".utf8): continue
            case Array("..".utf8):
                guard names.popLast() != nil else { return .failure(.leadsOut) }
            default:
                let name = String(Substring(part))
                if let fault = fault(in: name) { return .failure(fault) }
                names.append(name)
            }
        }
        return .success(names)
    }

    private static func fault(in name: String) -> PathFault? {
        if name.utf8.count > 255 { return .nameTooLong }
        return name.utf8.contains(0) ? .nul : nil
    }

    /// Whether this is the root folder.
    public var isRoot: Bool { components.isEmpty }
    /// The last name; nil for the root.
    public var name: String? { components.last }
    /// The folder this path is in; nil for the root.
    public var parent: DevicePath? {
        isRoot ? nil : DevicePath(components: Array(components.dropLast()))
    }

    /// The path of a child.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` when the name is not a single valid
    ///   component.
    public func appending(_ name: String) throws(ProtectionError) -> DevicePath {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/"))
        else { throw PathFault.notAName.error(name) }
        if let fault = Self.fault(in: name) { throw fault.error(name) }
        return DevicePath(components: components + [name])
    }

    /// Whether `other` is this path or lies below it.
    public func contains(_ other: DevicePath) -> Bool {
        other.components.starts(with: components) { $0.isSameName(as: $1) }
    }

    /// Where this leads after `source`, which it is or lies below, was moved to `target`.
    ///
    /// - Precondition: `source` contains this path.
    package func moved(from source: DevicePath, to target: DevicePath) -> DevicePath {
        precondition(source.contains(self), "only what is inside moves along")
        return DevicePath(
            components: target.components + components.dropFirst(source.components.count)
        )
    }

    /// The path as text.
    public var description: String { "/" + components.joined(separator: "/") }

    /// Equal when the names have equal bytes: Swift would call precomposed and decomposed equal.
    public static func == (left: DevicePath, right: DevicePath) -> Bool {
        left.components.count == right.components.count
            && zip(left.components, right.components).allSatisfy { $0.isSameName(as: $1) }
    }

    /// Hashes the bytes of the names.
    public func hash(into hasher: inout Hasher) {
        for component in components {
            for byte in component.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0))
        }
    }
}

extension StringProtocol {
    /// Whether the bytes are equal: to Swift two spellings of one letter are equal, on a disk they
    /// are two names.
    package func isSameName(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

extension DevicePath: ExpressibleByStringLiteral {
    /// The path written in the source; a literal that is not a path stops the program.
    public init(stringLiteral text: String) {
        switch Self.components(of: text) {
        case .success(let names): components = names
        case .failure(let fault): preconditionFailure(fault.error(text).message)
        }
    }
}

/// Why a text is not a path inside a device; the cause of an `invalid-argument`.
package enum PathFault: String, Error, Sendable {
    case notAbsolute = "it does not start at '/'"
    case emptyComponent = "it has an empty component"
    case leadsOut = "it leads out of the device"
    case nameTooLong = "a name is longer than 255 bytes"
    case nul = "a name contains NUL"
    case notAName = "it is not the name of a file"

    func error(_ text: String) -> ProtectionError {
        ProtectionError(
            .invalidArgument,
            "'\(text)' is not a path inside a device: \(rawValue)",
            path: text,
            cause: self
        )
    }
}
