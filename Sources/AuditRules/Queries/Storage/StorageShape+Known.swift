import AuditFacts

extension StorageShape {
    /// How `call` stores something; `nil` for a call that does not.
    static func of(_ call: Syntax.Call, in file: CodeFile) -> StorageShape? {
        guard let name = call.name else { return nil }
        if let shape = named[name] { return shape }
        switch name {
        case "write": return write(call)
        case "createDirectory": return folder(call)
        case "setAttributes" where call["ofItemAtPath"] != nil:
            return StorageShape(.setAttributes, target: .label("ofItemAtPath"))
        case "setResourceValue" where call["forKey"] != nil:
            return StorageShape(.setAttributes, target: .receiver)
        case "default" where call.receiver?.lastName == "RLMRealm": return StorageShape(.openRealm)
        case "init": return opened(call.receiver?.lastName ?? "", call, file)
        default: return opened(name, call, file)
        }
    }

    private static func write(_ call: Syntax.Call) -> StorageShape? {
        if call["toFile"] != nil {
            return StorageShape(.write, target: .label("toFile"), content: .receiver)
        }
        guard let target = call["to"], call.arguments.first?.label == "to" else { return nil }
        // A stream that text is appended to is handed over with `&`.
        if case .operation("&", _) = target.node { return nil }
        return StorageShape(.write, target: .label("to"), content: .receiver)
    }

    private static func folder(_ call: Syntax.Call) -> StorageShape? {
        let label = call.arguments.first?.label
        guard label == "at" || label == "atPath" else { return nil }
        return StorageShape(.makeFolder, target: .position(0))
    }

    private static func opened(
        _ type: String,
        _ call: Syntax.Call,
        _ file: CodeFile
    ) -> StorageShape? {
        let label = call.arguments.first?.label
        switch type {
        case "AVAudioRecorder" where label == "url":
            return StorageShape(.write, target: .position(0))
        case "DatabaseQueue", "DatabasePool", "FMDatabase", "FMDatabaseQueue", "FMDatabasePool":
            guard label == "path" || label == "url" else { return nil }
            return StorageShape(.openDatabase, target: .position(0))
        case "YapDatabase":
            return call.arguments.isEmpty ? nil : StorageShape(.openDatabase, target: .position(0))
        case "Connection" where file.imports.contains { $0 == "SQLite" || $0 == "SQLCipher" }:
            return call.arguments.isEmpty ? nil : StorageShape(.openDatabase, target: .position(0))
        case "Database" where file.imports.contains { $0.hasPrefix("CouchbaseLite") }:
            return label == "name" ? StorageShape(.openDatabase, target: .position(0)) : nil
        case "NSPersistentContainer", "NSPersistentCloudKitContainer":
            return label == "name" ? StorageShape(.openCoreData) : nil
        case "Realm":
            let isOpening = call.arguments.isEmpty || label == "configuration" || label == "fileURL"
            return isOpening && file.imports.contains("RealmSwift") ? StorageShape(.openRealm) : nil
        default: return nil
        }
    }

    private static let named: [String: StorageShape] = [
        "initWithURL:settings:error:": StorageShape(.write, target: .position(0)),
        "createFile": StorageShape(.write, target: .label("atPath"), content: .label("contents")),
        "createFileAtPath:contents:attributes:":
            StorageShape(.write, target: .position(0), content: .position(1)),
        "writeToFile:atomically:": written, "writeToFile:options:error:": written,
        "writeToURL:atomically:": written, "writeToURL:options:error:": written,
        "writeToURL:error:": written,
        "writeToFile:atomically:encoding:error:": written,
        "writeToURL:atomically:encoding:error:": written,
        "archiveRootObject:toFile:":
            StorageShape(.write, target: .position(1), content: .position(0)),
        "archiveRootObject": StorageShape(.write, target: .label("toFile"), content: .position(0)),
        "setAttributes:ofItemAtPath:error:": StorageShape(.setAttributes, target: .position(1)),
        "setResourceValue:forKey:error:": StorageShape(.setAttributes, target: .receiver),
        "createDirectoryAtPath:withIntermediateDirectories:attributes:error:":
            StorageShape(.makeFolder, target: .position(0)),
        "createDirectoryAtURL:withIntermediateDirectories:attributes:error:":
            StorageShape(.makeFolder, target: .position(0)),
        "sqlite3_open": opened, "sqlite3_open16": opened, "sqlite3_open_v2": opened,
        "databaseWithPath:": opened, "databaseQueueWithPath:": opened,
        "databasePoolWithPath:": opened,
        "databaseNamed": opened, "databaseNamed:error:": opened, "openDatabaseNamed": opened,
        "addPersistentStore": StorageShape(.openCoreData, target: .label("at")),
        "addPersistentStoreWithType:configuration:URL:options:error:":
            StorageShape(.openCoreData, target: .position(2)),
        "defaultRealm": StorageShape(.openRealm),
    ]
    private static let written = StorageShape(.write, target: .position(0), content: .receiver)
    private static let opened = StorageShape(.openDatabase, target: .position(0))

    /// Every name that must be watched for calls to be recognized.
    static let watched: Set<String> = Set(
        named.keys.flatMap { $0.split(separator: ":").map(String.init) } + [
            "AVAudioRecorder", "write", "createDirectory", "setAttributes", "setResourceValue",
            "DatabaseQueue",
            "DatabasePool", "FMDatabase", "FMDatabaseQueue", "FMDatabasePool", "YapDatabase",
            "Connection", "Database", "NSPersistentContainer", "NSPersistentCloudKitContainer",
            "Realm", "RLMRealm",
        ]
    )
}
