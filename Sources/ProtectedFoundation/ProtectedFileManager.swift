public import Foundation
import ProtectedStore
import ProtectionModel

/// A `FileManager` that serves a protected device: code that takes a `FileManager` runs unchanged, and
/// learns what happens when the device locks.
///
/// It is a subclass of Foundation's class and keeps its word, so that it is found by that name.
///
/// Paths below the container's root lead into the device, all others to the host, as an app's bundle
/// does. Methods that Foundation declares in extensions cannot be overridden; they read the host's
/// folders by themselves, where a tree of names stands for the device's, so that enumerators and lists of
/// URLs tell the truth in every lock state. See <doc:WhatDiffersFromApple>.
///
/// Errors are Foundation's: a file whose key is not there is `CocoaError.fileReadNoPermission` (257) or
/// `.fileWriteNoPermission` (513) with `POSIXError.EPERM` underneath.
public final class ProtectedFileManager: FileManager, @unchecked Sendable {
    // All that is stored is constant and safe to share; the class says so itself because its parent does.
    private let serving: Serving

    /// Whose files one serves.
    enum Serving {
        case container(ContainerItems)
        /// Those of the container that is current at each call, else the host's: what code may keep for the
        /// life of a process, as it keeps `FileManager.default`.
        case current
        case host
    }

    static let current = ProtectedFileManager(.current)
    static let host = ProtectedFileManager(.host)

    init(_ serving: Serving) {
        self.serving = serving
        super.init()
    }

    /// Nil where it serves the host.
    var items: ContainerItems? {
        switch serving {
        case .container(let items): items
        case .current: ApplicationContainer.current?.items
        case .host: nil
        }
    }

    /// Whether it serves the files of one container and no others.
    var servesOne: Bool {
        if case .container = serving { true } else { false }
    }

    /// Runs one of two ways, by where a path leads.
    func dispatch<Result>(
        _ path: String,
        reading: Bool,
        followsLast: Bool = true,
        call: String = #function,
        device: (ContainerItems, DevicePath) throws -> Result,
        host: () throws -> Result
    ) throws -> Result {
        guard let items else { return try host() }
        switch try items.place(of: path, reading: reading, followsLast: followsLast) {
        case .device(let item): return try device(items, item)
        case .host:
            if !reading { noteChange(ofHost: path, by: call) }
            return try host()
        }
    }

    /// A phone lets an app change nothing outside of its containers.
    func noteChange(ofHost path: String, by call: String) {
        guard let container = ApplicationContainer.current,
            container.fileManager === self || self === Self.current
        else { return }
        container.hostCalls.note("FileManager.\(call) \(path)")
    }

    // MARK: Content

    public override func contents(atPath path: String) -> Data? {
        try? dispatch(path, reading: true) {
            try $0.read($1, path)
        } host: {
            super.contents(atPath: path)
        }
    }

    public override func createFile(
        atPath path: String,
        contents data: Data?,
        attributes attr: [FileAttributeKey: Any]? = nil
    ) -> Bool {
        let isMade = try? dispatch(path, reading: false) { items, item in
            try items.create(data ?? Data(), item, path, attr)
            return true
        } host: {
            super.createFile(atPath: path, contents: data, attributes: attr)
        }
        return isMade ?? false
    }

    public override func contentsEqual(atPath path1: String, andPath path2: String) -> Bool {
        guard fileExists(atPath: path1), fileExists(atPath: path2) else { return false }
        if let names = try? subpathsOfDirectory(atPath: path1),
            let others = try? subpathsOfDirectory(atPath: path2)
        {
            // As bytes: the two spellings of one letter are two names.
            return Set(names.map { Array($0.utf8) }) == Set(others.map { Array($0.utf8) })
                && names.allSatisfy { name in
                    isFolder(path1 + "/" + name)
                        ? isFolder(path2 + "/" + name)
                        : haveEqualContent(path1 + "/" + name, path2 + "/" + name)
                }
        }
        return haveEqualContent(path1, path2)
    }

    private func haveEqualContent(_ path: String, _ other: String) -> Bool {
        guard let content = contents(atPath: path) else { return false }
        return content == contents(atPath: other)
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    // MARK: Attributes

    public override func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
        let attributes = try dispatch(path, reading: true, followsLast: false) {
            try $0.attributes($1, path)
        } host: {
            try super.attributesOfItem(atPath: path)
        }
        items?.noteAttributes(path)
        return attributes
    }

    public override func setAttributes(
        _ attributes: [FileAttributeKey: Any],
        ofItemAtPath path: String
    ) throws {
        try dispatch(path, reading: false) {
            try $0.setAttributes(attributes, $1, path)
        } host: {
            try super.setAttributes(attributes, ofItemAtPath: path)
        }
    }

    public override func fileExists(atPath path: String) -> Bool {
        answer(path, host: super.fileExists(atPath: path)) { $0.kind($1) != nil }
    }

    public override func fileExists(atPath path: String, isDirectory: inout Bool) -> Bool {
        guard let items, case .device(let item)? = try? items.place(of: path) else {
            return super.fileExists(atPath: path, isDirectory: &isDirectory)
        }
        guard let kind = items.kind(item) else { return false }
        isDirectory = kind == .directory
        return true
    }

    // Permission bits are checked, as access(2) does: they say nothing about keys.
    public override func isReadableFile(atPath path: String) -> Bool {
        answer(path, host: super.isReadableFile(atPath: path)) { $0.hasMode(0o400, $1, path) }
    }

    public override func isWritableFile(atPath path: String) -> Bool {
        answer(path, host: super.isWritableFile(atPath: path)) { $0.hasMode(0o200, $1, path) }
    }

    public override func isExecutableFile(atPath path: String) -> Bool {
        answer(path, host: super.isExecutableFile(atPath: path)) { $0.hasMode(0o100, $1, path) }
    }

    public override func isDeletableFile(atPath path: String) -> Bool {
        answer(path, host: super.isDeletableFile(atPath: path)) { items, item in
            item.parent.map { items.hasMode(0o200, $0, path) } ?? false
        }
    }

    private func answer(
        _ path: String,
        host: @autoclosure () -> Bool,
        _ device: (ContainerItems, DevicePath) -> Bool
    ) -> Bool {
        (try? dispatch(path, reading: true, device: device, host: host)) ?? false
    }

    public override func attributesOfFileSystem(
        forPath path: String
    ) throws -> [FileAttributeKey: Any] {
        try dispatch(path, reading: true) { items, _ in
            try super.attributesOfFileSystem(forPath: items.paths.root)
        } host: {
            try super.attributesOfFileSystem(forPath: path)
        }
    }

    // MARK: Folders

    public override func createDirectory(
        atPath path: String,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {
        try dispatch(path, reading: false) { items, item in
            try items.makeFolder(item, path, intermediates: createIntermediates, attributes)
        } host: {
            try super.createDirectory(
                atPath: path,
                withIntermediateDirectories: createIntermediates,
                attributes: attributes
            )
        }
    }

    public override func createDirectory(
        at url: URL,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {
        try createDirectory(
            atPath: try Self.path(of: url, reading: false),
            withIntermediateDirectories: createIntermediates,
            attributes: attributes
        )
    }

    public override func contentsOfDirectory(atPath path: String) throws -> [String] {
        try dispatch(path, reading: true) {
            try $0.names($1, path)
        } host: {
            try super.contentsOfDirectory(atPath: path)
        }
    }

    public override func subpathsOfDirectory(atPath path: String) throws -> [String] {
        try dispatch(path, reading: true) {
            try $0.subpaths($1, path)
        } host: {
            try super.subpathsOfDirectory(atPath: path)
        }
    }

    // MARK: Names

    public override func removeItem(atPath path: String) throws {
        try dispatch(path, reading: false, followsLast: false) {
            try $0.remove($1, path)
        } host: {
            try super.removeItem(atPath: path)
        }
    }

    public override func removeItem(at URL: URL) throws {
        try removeItem(atPath: try Self.path(of: URL, reading: false))
    }

    public override func copyItem(atPath srcPath: String, toPath dstPath: String) throws {
        guard let items else { return try super.copyItem(atPath: srcPath, toPath: dstPath) }
        try items.copyItem(srcPath, dstPath) {
            noteChange(ofHost: dstPath, by: "copyItem(atPath:toPath:)")
            try super.copyItem(atPath: srcPath, toPath: dstPath)
        }
    }

    public override func copyItem(at srcURL: URL, to dstURL: URL) throws {
        try copyItem(
            atPath: try Self.path(of: srcURL, reading: true),
            toPath: try Self.path(of: dstURL, reading: false)
        )
    }

    public override func moveItem(atPath srcPath: String, toPath dstPath: String) throws {
        guard let items else { return try super.moveItem(atPath: srcPath, toPath: dstPath) }
        try items.moveItem(srcPath, dstPath) {
            noteChange(ofHost: dstPath, by: "moveItem(atPath:toPath:)")
            try super.moveItem(atPath: srcPath, toPath: dstPath)
        }
    }

    public override func moveItem(at srcURL: URL, to dstURL: URL) throws {
        try moveItem(
            atPath: try Self.path(of: srcURL, reading: true),
            toPath: try Self.path(of: dstURL, reading: false)
        )
    }

    public override func linkItem(atPath srcPath: String, toPath dstPath: String) throws {
        try refuseLinks("hard links", [srcPath, dstPath])
        try super.linkItem(atPath: srcPath, toPath: dstPath)
    }

    public override func linkItem(at srcURL: URL, to dstURL: URL) throws {
        try linkItem(atPath: srcURL.path, toPath: dstURL.path)
    }

    public override func createSymbolicLink(
        atPath path: String,
        withDestinationPath destPath: String
    ) throws {
        try dispatch(path, reading: false, followsLast: false) { items, item in
            try items.makeLink(item, to: destPath, path)
        } host: {
            try super.createSymbolicLink(atPath: path, withDestinationPath: destPath)
        }
    }

    public override func createSymbolicLink(at url: URL, withDestinationURL destURL: URL) throws {
        try createSymbolicLink(atPath: url.path, withDestinationPath: destURL.path)
    }

    public override func destinationOfSymbolicLink(atPath path: String) throws -> String {
        try dispatch(path, reading: true, followsLast: false) { items, item in
            try items.linkTarget(item, path)
        } host: {
            try super.destinationOfSymbolicLink(atPath: path)
        }
    }

    private func refuseLinks(_ what: String, _ paths: [String]) throws {
        for path in paths where try items.map({ try $0.place(of: path) != .host }) ?? false {
            throw CocoaError.unsupported(what, path: path)
        }
    }

    // MARK: Where things are

    public override var temporaryDirectory: URL {
        items.map { ContainerFolder.temporary.url(in: $0.paths) } ?? super.temporaryDirectory
    }

    public override func urls(
        for directory: SearchPathDirectory,
        in domainMask: SearchPathDomainMask
    ) -> [URL] {
        guard let items, domainMask.contains(.userDomainMask),
            let folder = ContainerFolder(directory)
        else { return super.urls(for: directory, in: domainMask) }
        return [folder.url(in: items.paths)]
    }
}
