import Foundation
import ProtectedStore
import ProtectionModel

/// What a file manager does with the files of a device, by path and in Foundation's errors.
struct ContainerItems: Sendable {
    let device: any ProtectedDevice
    let paths: ContainerPaths
    let mirror: NameMirror

    // MARK: Places

    /// Where a path leads; a relative one starts at the working directory of the process.
    ///
    /// - Throws: `CocoaError` for a path that no file can have.
    func place(of path: String, reading: Bool = true) throws -> ContainerPaths.Place {
        try translating(path, reading: reading) {
            let place = try paths.place(
                of: path,
                from: FileManager.default.currentDirectoryPath
            )
            if case .device(let path) = place { try settle(path) }
            return place
        }
    }

    /// Carries out on the device what Foundation's `replaceItemAt` did to the names on the host.
    private func settle(_ path: DevicePath) throws {
        guard let other = mirror.takeExchange(path) else { return }
        let folder = path.parent ?? .root
        let between = try folder.appending(".exchange-\(UUID().uuidString)")
        let files = try device.files
        try files.rename(path, to: between)
        try files.rename(other, to: path)
        try files.rename(between, to: other)
    }

    func translating<Result>(
        _ path: String,
        reading: Bool,
        source: String? = nil,
        destination: String? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch let error as StoreError {
            throw CocoaError.refusal(
                error,
                path: path,
                reading: reading,
                source: source,
                destination: destination
            )
        }
    }

    // MARK: Content

    func read(_ file: DevicePath, _ path: String) throws -> Data {
        try translating(path, reading: true) { Data(try device.files.read(file)) }
    }

    /// Writes as `Data.write(to:options:)` does: with `atomic` a new file in the old one's place, else
    /// into the file that is there, which keeps its class and needs its key.
    func write(
        _ data: Data,
        _ file: DevicePath,
        _ path: String,
        _ options: Data.WritingOptions
    ) throws {
        let isAtomic = options.contains(.atomic)
        let mustBeNew = options.contains(.withoutOverwriting)
        // Foundation traps, too (swift-foundation, `Data+Writing.swift`).
        precondition(
            !(isAtomic && mustBeNew),
            "atomic and withoutOverwriting cannot be combined: an atomic save replaces what is there"
        )
        let bytes = [UInt8](data)
        try translating(path, reading: false) {
            let files = try device.files
            if isAtomic {
                try files.write(bytes, to: file, as: options.protection)
            } else if mustBeNew {
                try files.create(bytes, at: file, as: options.protection)
            } else {
                try files.overwrite(bytes, to: file, as: options.protection)
            }
        }
    }

    /// Makes a file as `createFile(atPath:contents:attributes:)` does: atomically, with the class that
    /// is asked for from the start.
    func create(
        _ data: Data,
        _ file: DevicePath,
        _ path: String,
        _ attributes: [FileAttributeKey: Any]?
    ) throws {
        try translating(path, reading: false) {
            try device.files.write(
                [UInt8](data),
                to: file,
                as: ProtectionClass(attributes: attributes)
            )
        }
        var rest = attributes ?? [:]
        rest[.protectionKey] = nil
        if !rest.isEmpty { try setAttributes(rest, file, path) }
    }

    // MARK: Names

    func metadata(_ item: DevicePath, _ path: String) throws -> FileMetadata {
        try translating(path, reading: true) { try device.files.metadata(of: item) }
    }

    /// What is at a path; nil for nothing.
    func kind(_ item: DevicePath) -> FileMetadata.Kind? {
        try? device.files.kind(of: item)
    }

    func names(_ folder: DevicePath, _ path: String) throws -> [String] {
        try translating(path, reading: true) { try device.files.names(in: folder) }
    }

    /// The paths of everything below a folder, relative to it, each folder before what is in it.
    func subpaths(_ folder: DevicePath, _ path: String) throws -> [String] {
        try translating(path, reading: true) {
            let files = try device.files
            return try files.names(in: folder).flatMap { name -> [String] in
                let child = try folder.appending(name)
                guard try files.kind(of: child) == .directory else { return [name] }
                return [name] + (try subpaths(child, path).map { name + "/" + $0 })
            }
        }
    }

    func makeFolder(
        _ folder: DevicePath,
        _ path: String,
        intermediates: Bool,
        _ attributes: [FileAttributeKey: Any]?
    ) throws {
        try translating(path, reading: false) {
            let files = try device.files
            if intermediates {
                if kind(folder) == .directory { return }
                if let parent = folder.parent, kind(parent) != .directory {
                    try makeFolder(parent, path, intermediates: true, attributes)
                }
            }
            try files.makeDirectory(folder, as: ProtectionClass(attributes: attributes))
        }
        var rest = attributes ?? [:]
        rest[.protectionKey] = nil
        // Foundation passes over what cannot be set on a new folder.
        if !rest.isEmpty { try? setAttributes(rest, folder, path) }
    }

    func remove(_ item: DevicePath, _ path: String) throws {
        try translating(path, reading: false) { try device.files.removeTree(item) }
    }

    func move(_ source: DevicePath, to target: DevicePath, _ path: String, _ other: String) throws {
        try translating(path, reading: false, source: path, destination: other) {
            let files = try device.files
            guard source != target else { return }
            guard kind(target) == nil else {
                throw StoreError(.alreadyExists, "'\(target)' exists already", path: target)
            }
            try files.rename(source, to: target)
        }
    }

    /// Copies a file or a folder with all that is in it; each copy has its source's class.
    func copy(_ source: DevicePath, to target: DevicePath, _ path: String, _ other: String) throws {
        try translating(path, reading: false, source: path, destination: other) {
            let files = try device.files
            guard kind(target) == nil else {
                throw StoreError(.alreadyExists, "'\(target)' exists already", path: target)
            }
            guard !source.contains(target) else {
                throw StoreError(
                    .invalidArgument,
                    "'\(source)' cannot be copied into itself",
                    path: target
                )
            }
            let metadata = try files.metadata(of: source)
            guard metadata.kind == .directory else { return try files.copy(source, to: target) }
            try files.makeDirectory(target, as: metadata.protection)
            for name in try files.names(in: source) {
                try copy(
                    try source.appending(name),
                    to: try target.appending(name),
                    path + "/" + name,
                    other + "/" + name
                )
            }
        }
    }
}
