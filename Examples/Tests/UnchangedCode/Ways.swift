package import Foundation

/// A way to save a text, as code has it that knows Foundation alone.
package struct SavingWay: Sendable {
    package let name: String
    package let save: @Sendable (String, URL) throws -> Void
}

/// A way to load a text; nil where the call answers so instead of throwing.
package struct LoadingWay: Sendable {
    package let name: String
    package let load: @Sendable (URL) throws -> String?
}

extension SavingWay {
    package static let all: [SavingWay] = [
        SavingWay(name: "Data.write(to:)") { try Data($0.utf8).write(to: $1) },
        SavingWay(name: "Data.write(to:options:)") {
            try Data($0.utf8).write(to: $1, options: .atomic)
        },
        SavingWay(name: "String.write(to:atomically:encoding:)") {
            try $0.write(to: $1, atomically: true, encoding: .utf8)
        },
        SavingWay(name: "String.write(toFile:atomically:encoding:)") {
            try $0.write(toFile: $1.path, atomically: false, encoding: .utf8)
        },
        SavingWay(name: "Substring.write(to:atomically:encoding:)") {
            try $0.dropLast(0).write(to: $1, atomically: true, encoding: .utf8)
        },
        SavingWay(name: "NSData.write(to:options:)") {
            try NSData(data: Data($0.utf8)).write(to: $1, options: .atomic)
        },
        SavingWay(name: "NSData.write(toFile:atomically:)") { text, url in
            try succeed { NSData(data: Data(text.utf8)).write(toFile: url.path, atomically: true) }
        },
        SavingWay(name: "NSString.write(to:atomically:encoding:)") {
            try NSString(string: $0).write(
                to: $1,
                atomically: true,
                encoding: String.Encoding.utf8.rawValue
            )
        },
        SavingWay(name: "FileManager.default.createFile") { text, url in
            try succeed {
                FileManager.default.createFile(atPath: url.path, contents: Data(text.utf8))
            }
        },
        SavingWay(name: "FileManager().createFile") { text, url in
            try succeed {
                FileManager().createFile(atPath: url.path, contents: Data(text.utf8))
            }
        },
        SavingWay(name: "FileHandle.write(contentsOf:)") { text, url in
            try succeed { FileManager.default.createFile(atPath: url.path, contents: nil) }
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
            try handle.close()
        },
        SavingWay(name: "FileHandle.write(_:)") { text, url in
            try succeed { FileManager.default.createFile(atPath: url.path, contents: nil) }
            guard let handle = FileHandle(forWritingAtPath: url.path) else {
                throw CocoaError(.fileWriteUnknown)
            }
            handle.write(Data(text.utf8))
            handle.closeFile()
        },
        SavingWay(name: "OutputStream") { text, url in
            guard let stream = OutputStream(url: url, append: false) else {
                throw CocoaError(.fileWriteUnknown)
            }
            stream.open()
            defer { stream.close() }
            let bytes = Array(text.utf8)
            guard stream.write(bytes, maxLength: bytes.count) == bytes.count else {
                throw stream.streamError ?? CocoaError(.fileWriteUnknown)
            }
        },
        SavingWay(name: "moveItem") { text, url in
            let staged = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
            try Data(text.utf8).write(to: staged)
            if FileManager.default.fileExists(atPath: url.path) {
                try FileManager.default.removeItem(at: url)
            }
            try FileManager.default.moveItem(at: staged, to: url)
        },
        SavingWay(name: "replaceItemAt") { text, url in
            let folder = try FileManager.default.url(
                for: .itemReplacementDirectory,
                in: .userDomainMask,
                appropriateFor: url,
                create: true
            )
            let staged = folder.appendingPathComponent("new")
            try Data(text.utf8).write(to: staged)
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            _ = try FileManager.default.replaceItemAt(url, withItemAt: staged)
        },
        SavingWay(name: "fopen, fputs") { text, url in
            guard let file = fopen(url.path, "w") else { throw CocoaError(.fileWriteUnknown) }
            fputs(text, file)
            guard fclose(file) == 0 else { throw CocoaError(.fileWriteUnknown) }
        },
    ]

    private static func succeed(_ body: () -> Bool) throws {
        guard body() else { throw CocoaError(.fileWriteUnknown) }
    }
}

extension LoadingWay {
    package static let all: [LoadingWay] = [
        LoadingWay(name: "Data(contentsOf:)") {
            String(decoding: try Data(contentsOf: $0), as: UTF8.self)
        },
        LoadingWay(name: "Data(contentsOf:options:)") {
            String(decoding: try Data(contentsOf: $0, options: .mappedIfSafe), as: UTF8.self)
        },
        LoadingWay(name: "String(contentsOf:encoding:)") {
            try String(contentsOf: $0, encoding: .utf8)
        },
        LoadingWay(name: "String(contentsOfFile:encoding:)") {
            try String(contentsOfFile: $0.path, encoding: .utf8)
        },
        LoadingWay(name: "String(contentsOf:usedEncoding:)") {
            var encoding = String.Encoding.ascii
            let text = try String(contentsOf: $0, usedEncoding: &encoding)
            return encoding == .utf8 ? text : nil
        },
        LoadingWay(name: "NSData(contentsOf:options:)") {
            String(decoding: try NSData(contentsOf: $0, options: []) as Data, as: UTF8.self)
        },
        LoadingWay(name: "NSData(contentsOfFile:)") {
            NSData(contentsOfFile: $0.path).map { String(decoding: $0 as Data, as: UTF8.self) }
        },
        LoadingWay(name: "NSString(contentsOf:encoding:)") {
            let encoding = String.Encoding.utf8.rawValue
            return String(describing: try NSString(contentsOf: $0, encoding: encoding))
        },
        LoadingWay(name: "FileManager.default.contents") {
            FileManager.default.contents(atPath: $0.path).map {
                String(decoding: $0, as: UTF8.self)
            }
        },
        LoadingWay(name: "FileManager().contents") {
            FileManager().contents(atPath: $0.path).map {
                String(decoding: $0, as: UTF8.self)
            }
        },
        LoadingWay(name: "FileHandle.readToEnd") {
            let handle = try FileHandle(forReadingFrom: $0)
            defer { try? handle.close() }
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        },
        LoadingWay(name: "FileHandle.read(upToCount:), seek") {
            let handle = try FileHandle(forUpdating: $0)
            defer { try? handle.close() }
            let length = try handle.seekToEnd()
            try handle.seek(toOffset: 0)
            let data = try handle.read(upToCount: Int(length)) ?? Data()
            return try handle.offset() == length ? String(decoding: data, as: UTF8.self) : nil
        },
        LoadingWay(name: "FileHandle.readDataToEndOfFile") {
            FileHandle(forReadingAtPath: $0.path).map {
                String(decoding: $0.readDataToEndOfFile(), as: UTF8.self)
            }
        },
        LoadingWay(name: "FileHandle.availableData") {
            FileHandle(forReadingAtPath: $0.path).map {
                String(decoding: $0.availableData, as: UTF8.self)
            }
        },
        LoadingWay(name: "InputStream") { url in
            guard let stream = InputStream(url: url) else { return nil }
            stream.open()
            defer { stream.close() }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 5)
            while stream.hasBytesAvailable {
                let count = stream.read(&buffer, maxLength: buffer.count)
                // Foundation on Linux ends the process when it is asked for an error that is not there.
                guard count >= 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
                text += buffer.prefix(count)
            }
            guard stream.streamStatus != .error else {
                throw stream.streamError ?? CocoaError(.fileReadUnknown)
            }
            return String(decoding: text, as: UTF8.self)
        },
        LoadingWay(name: "copyItem") {
            let copy = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
            try FileManager.default.copyItem(at: $0, to: copy)
            return try String(contentsOf: copy, encoding: .utf8)
        },
        LoadingWay(name: "a symbolic link") {
            let link = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: $0)
            return try String(contentsOf: link, encoding: .utf8)
        },
        LoadingWay(name: "fopen, fgets") { url in
            guard let file = fopen(url.path, "r") else { return nil }
            defer { fclose(file) }
            var buffer = [CChar](repeating: 0, count: 1_000)
            guard fgets(&buffer, 1_000, file) != nil else { return nil }
            let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            return String(decoding: bytes, as: UTF8.self)
        },
    ]
}
