public import Foundation
import ProtectedStore

extension FoundationCalls {
    /// `InputStream(url:)`; nil for a URL that is not a file's.
    public static func inputStream(_ url: URL) -> InputStream? {
        guard url.isFileURL else { return InputStream(url: url) }
        return try? manager(serving: url.path).dispatch(url.path, reading: true) { items, item in
            ProtectedInputStream { try items.cursor(item, url.path, .read) }
        } host: {
            InputStream(url: url)
        }
    }

    /// `OutputStream(url:append:)`, which makes a file that is missing; nil for a URL that is not a file's.
    public static func outputStream(_ url: URL, append: Bool) -> OutputStream? {
        guard url.isFileURL else { return OutputStream(url: url, append: append) }
        return try? manager(serving: url.path).dispatch(
            url.path,
            reading: false,
            call: "OutputStream(…)"
        ) { items, item in
            ProtectedOutputStream(isAppending: append) {
                let cursor = try items.cursor(item, url.path, .write, creating: true)
                if !append { try cursor.truncate(to: 0) }
                return cursor
            }
        } host: {
            OutputStream(url: url, append: append)
        }
    }

    // MARK: Objects that read themselves

    /// `NSArray(contentsOf:)`; nil for what cannot be read or is not the property list of one.
    public static func array(_ url: URL) -> NSArray? { propertyList(url) as? NSArray }

    /// `NSDictionary(contentsOf:)`; nil for what cannot be read or is not the property list of one.
    public static func dictionary(_ url: URL) -> NSDictionary? {
        (propertyList(url) as? [String: Any]).map { NSDictionary(dictionary: $0) }
    }

    private static func propertyList(_ url: URL) -> Any? {
        guard let data = try? read(url) else { return nil }
        let root = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return (root as? [Any]).map { NSArray(array: $0) } ?? root
    }

    /// `array.write(to:atomically:)` and `dictionary.write(to:atomically:)`; false whatever the reason.
    public static func write(propertyList: Any, to url: URL, atomically: Bool) -> Bool {
        guard
            let data = try? PropertyListSerialization.data(
                fromPropertyList: propertyList,
                format: .xml,
                options: 0
            )
        else { return false }
        return (try? write(data, to: url, options: atomically ? .atomic : [])) != nil
    }
}

extension ContainerItems {
    func cursor(
        _ item: DevicePath,
        _ path: String,
        _ mode: ProtectedFile.Mode,
        creating: Bool = false
    ) throws -> FileCursor {
        let file = try translating(path, reading: mode == .read) {
            try device.files.open(item, mode, creating: creating)
        }
        return FileCursor(file, path: path, hostCalls: hostCalls)
    }
}
