import Foundation
import ProtectedStore
import ProtectionModel

/// Copies between the host and a device, as an app copies out of its bundle.
extension ContainerItems {
    /// Copies a file or folder of the host into the device, where it takes its folder's class.
    func bringIn(_ source: String, _ target: DevicePath, _ path: String) throws {
        guard kind(target) == nil else {
            throw CocoaError.refusal(
                ProtectionError(.alreadyExists, path: target),
                path: path,
                reading: false,
                source: source,
                destination: path
            )
        }
        let host = FileManager.default
        var isFolder = false
        guard host.fileExists(atPath: source, isDirectory: &isFolder), isFolder else {
            let data = try Data(contentsOf: URL(fileURLWithPath: source))
            return try write(data, target, path, .atomic)
        }
        try makeFolder(target, path, intermediates: false, nil)
        do {
            for name in try host.contentsOfDirectory(atPath: source) {
                let child = try translating(path, reading: false) {
                    do { return try target.appending(name) } catch let error as ProtectionError {
                        throw ProtectionError(.invalidArgument, error.description, cause: error)
                    }
                }
                // As a link: what it leads to may be the very folder that is copied.
                if let link = try? host.destinationOfSymbolicLink(atPath: source + "/" + name) {
                    try makeLink(child, to: link, path + "/" + name)
                } else {
                    try bringIn(source + "/" + name, child, path + "/" + name)
                }
            }
        } catch {
            // Half a copy is worse than none.
            try? remove(target, path)
            throw error
        }
    }

    /// Copies a file or folder of the device to the host, where nothing protects it.
    func takeOut(_ source: DevicePath, _ path: String, to target: String) throws {
        let host = FileManager.default
        let kind = try metadata(source, path).kind
        if kind == .symbolicLink {
            let link = try linkTarget(source, path)
            return try host.createSymbolicLink(atPath: target, withDestinationPath: link)
        }
        guard kind == .directory else {
            let data = try read(source, path)
            return try data.write(to: URL(fileURLWithPath: target), options: .withoutOverwriting)
        }
        try host.createDirectory(atPath: target, withIntermediateDirectories: false)
        do {
            for name in try names(source, path) {
                try takeOut(
                    try source.appending(name),
                    path + "/" + name,
                    to: target + "/" + name
                )
            }
        } catch {
            // Half a copy would be plaintext that nobody wanted.
            try? host.removeItem(atPath: target)
            throw error
        }
    }
}

extension ContainerItems {
    /// Copies wherever the two paths lead; `host` does it where neither is in the device.
    func copyItem(_ source: String, _ target: String, host: () throws -> Void) throws {
        switch (
            try place(of: source, followsLast: false),
            try place(of: target, reading: false, followsLast: false)
        ) {
        case (.device(let from), .device(let to)): try copy(from, to: to, source, target)
        case (.host, .device(let to)): try bringIn(source, to, target)
        case (.device(let from), .host): try takeOut(from, source, to: target)
        case (.host, .host): try host()
        }
    }

    /// Moves wherever the two paths lead: between the host and the device by a copy.
    func moveItem(_ source: String, _ target: String, host: () throws -> Void) throws {
        switch (
            try place(of: source, followsLast: false),
            try place(of: target, reading: false, followsLast: false)
        ) {
        case (.device(let from), .device(let to)): try move(from, to: to, source, target)
        case (.host, .device(let to)):
            try bringIn(source, to, target)
            try FileManager.default.removeItem(atPath: source)
        case (.device(let from), .host):
            try takeOut(from, source, to: target)
            try remove(from, source)
        case (.host, .host): try host()
        }
    }
}
