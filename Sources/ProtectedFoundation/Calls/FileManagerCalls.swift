public import Foundation

/// The calls of a `FileManager` that a module with the plugin `DeviceFoundation` has declarations of its
/// own for; there they cannot be called on a `FileManager`, where they would find themselves.
public protocol FileManagerCalls {
    func contents(atPath path: String) -> Data?
    func createFile(
        atPath path: String,
        contents data: Data?,
        attributes attr: [FileAttributeKey: Any]?
    ) -> Bool
    func contentsEqual(atPath path1: String, andPath path2: String) -> Bool
    func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any]
    func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws
    func attributesOfFileSystem(forPath path: String) throws -> [FileAttributeKey: Any]
    func fileExists(atPath path: String) -> Bool
    func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool
    func isReadableFile(atPath path: String) -> Bool
    func isWritableFile(atPath path: String) -> Bool
    func isExecutableFile(atPath path: String) -> Bool
    func isDeletableFile(atPath path: String) -> Bool
    func createDirectory(
        atPath path: String,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]?
    ) throws
    func createDirectory(
        at url: URL,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]?
    ) throws
    func contentsOfDirectory(atPath path: String) throws -> [String]
    func contentsOfDirectory(
        at url: URL,
        includingPropertiesForKeys keys: [URLResourceKey]?,
        options mask: FileManager.DirectoryEnumerationOptions
    ) throws -> [URL]
    func subpathsOfDirectory(atPath path: String) throws -> [String]
    func subpaths(atPath path: String) -> [String]?
    func removeItem(atPath path: String) throws
    func removeItem(at URL: URL) throws
    func copyItem(atPath srcPath: String, toPath dstPath: String) throws
    func copyItem(at srcURL: URL, to dstURL: URL) throws
    func moveItem(atPath srcPath: String, toPath dstPath: String) throws
    func moveItem(at srcURL: URL, to dstURL: URL) throws
    func linkItem(atPath srcPath: String, toPath dstPath: String) throws
    func linkItem(at srcURL: URL, to dstURL: URL) throws
    func createSymbolicLink(atPath path: String, withDestinationPath destPath: String) throws
    func createSymbolicLink(at url: URL, withDestinationURL destURL: URL) throws
    func destinationOfSymbolicLink(atPath path: String) throws -> String
    func replaceItemAt(
        _ originalItemURL: URL,
        withItemAt newItemURL: URL,
        backupItemName: String?,
        options: FileManager.ItemReplacementOptions
    ) throws -> URL?
    func urls(
        for directory: FileManager.SearchPathDirectory,
        in domainMask: FileManager.SearchPathDomainMask
    ) -> [URL]
    var temporaryDirectory: URL { get }
}

extension ProtectedFileManager: FileManagerCalls {}
