import KeyManagement
import ProtectionModel
import TestSupport

/// What the store promises, in plain dictionaries: written from the platform's rules.
///
/// Knows nothing of keys, seals, logs or folds. Every method says what a call must be refused with,
/// nil for success, and changes the model only then.
struct StoreModel {
    /// A file, however many names and handles lead to it.
    final class File {
        var protection: ProtectionClass
        /// Contents since the last sync, oldest first; the last one counts.
        var versions: [[UInt8]]
        var mode: UInt32 = 0o600

        init(_ protection: ProtectionClass, _ content: [UInt8] = []) {
            self.protection = protection
            versions = [content]
        }

        var content: [UInt8] {
            get { versions.last ?? [] }
            set { versions.append(newValue) }
        }

        func settle() { versions = [content] }
    }

    enum Node {
        case file(File)
        case folder(ProtectionClass)
    }

    struct Handle {
        let file: File
        let canRead: Bool
        let canWrite: Bool
        var isDead = false
    }

    enum Lock { case beforeFirstUnlock, unlocked, grace, locked }

    private(set) var nodes: [String: Node] = ["": .folder(.completeUntilFirstUserAuthentication)]
    private(set) var handles: [Int: Handle] = [:]
    private(set) var lock = Lock.unlocked
    private var now = 0
    private var lockedAt = 0

    static let graceSeconds = 10
    static let inactiveSeconds = 30
    static let rebootSeconds = 300

    // MARK: Keys

    private var isInactive: Bool {
        (lock == .grace || lock == .locked) && now >= lockedAt + Self.inactiveSeconds
    }

    private func isOpenable(_ protection: ProtectionClass) -> Bool {
        switch protection {
        case .none: true
        case .complete, .completeUnlessOpen: lock == .unlocked || lock == .grace
        case .completeUntilFirstUserAuthentication: lock != .beforeFirstUnlock
        case .completeWhenUserInactive: lock != .beforeFirstUnlock && !isInactive
        }
    }

    private func isCreatable(_ protection: ProtectionClass) -> Bool {
        protection == .completeUnlessOpen || isOpenable(protection)
    }

    private func worksOpen(_ protection: ProtectionClass) -> Bool {
        switch protection {
        case .complete, .completeWhenUserInactive: isOpenable(protection)
        default: true
        }
    }

    // MARK: Events

    mutating func unlock() { lock = .unlocked }

    mutating func beginLock(atOnce: Bool) {
        if lock == .unlocked {
            lock = .grace
            lockedAt = now
        }
        if atOnce, lock == .grace { lock = .locked }
    }

    mutating func advance(_ seconds: Int) {
        now += seconds
        if lock == .grace, now >= lockedAt + Self.graceSeconds { lock = .locked }
        if lock == .locked, now >= lockedAt + Self.rebootSeconds { reboot() }
    }

    mutating func reboot() {
        for file in files { file.settle() }
        end()
    }

    /// Contents are then one of their versions, which ``settle(_:at:)`` learns.
    mutating func crash() { end() }

    private mutating func end() {
        for key in handles.keys { handles[key]?.isDead = true }
        lock = .beforeFirstUnlock
    }

    /// After a crash: whether a file may have this content; from then on it has.
    func settle(_ content: [UInt8], at path: String) -> Bool {
        guard case .file(let file) = nodes[path], file.versions.contains(content) else {
            return false
        }
        file.versions = [content]
        return true
    }

    private var files: [File] {
        nodes.values.compactMap { if case .file(let file) = $0 { file } else { nil } }
            + handles.values.map(\.file)
    }

    // MARK: Paths

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[..<slash])
    }

    /// Why the folder that a path is in cannot be had.
    private func parentRefusal(_ path: String) -> ErrorCode? {
        var folders: [String] = []
        var folder = Self.parent(path)
        while !folder.isEmpty {
            folders.append(folder)
            folder = Self.parent(folder)
        }
        for folder in folders.reversed() {
            switch nodes[folder] {
            case nil: return .notFound
            case .file: return .notADirectory
            case .folder: break
            }
        }
        return nil
    }

    private func folderClass(_ path: String) -> ProtectionClass {
        guard case .folder(let protection) = nodes[Self.parent(path)] else { return .none }
        return protection
    }

    private func file(_ path: String) -> Result<File, RefusalError> {
        if let code = parentRefusal(path) { return .failure(.init(code: code)) }
        switch nodes[path] {
        case nil: return .failure(.init(code: .notFound))
        case .folder: return .failure(.init(code: .isADirectory))
        case .file(let file): return .success(file)
        }
    }

    struct RefusalError: Error { let code: ErrorCode }

    private func openFile(_ path: String) -> Result<File, RefusalError> {
        file(path).flatMap { file in
            isOpenable(file.protection)
                ? .success(file) : .failure(.init(code: .protectedDataUnavailable))
        }
    }

    // MARK: Whole files

    mutating func write(_ path: String, _ content: [UInt8], _ named: ProtectionClass?) -> ErrorCode?
    {
        if let code = parentRefusal(path) { return code }
        if case .folder = nodes[path] { return .isADirectory }
        let protection = named ?? folderClass(path)
        guard isCreatable(protection) else { return .protectedDataUnavailable }
        nodes[path] = .file(File(protection, content))
        return nil
    }

    /// The file for writing, made when it is missing.
    private mutating func fileForWriting(
        _ path: String,
        _ named: ProtectionClass?
    ) -> Result<File, RefusalError> {
        if let code = parentRefusal(path) { return .failure(.init(code: code)) }
        guard nodes[path] == nil else { return openFile(path) }
        let protection = named ?? folderClass(path)
        guard isCreatable(protection) else {
            return .failure(.init(code: .protectedDataUnavailable))
        }
        let file = File(protection)
        nodes[path] = .file(file)
        return .success(file)
    }

    mutating func overwrite(
        _ path: String,
        _ content: [UInt8],
        _ named: ProtectionClass?
    ) -> ErrorCode? {
        switch fileForWriting(path, named) {
        case .failure(let error): return error.code
        case .success(let file):
            file.content = content
            file.settle()
            return nil
        }
    }

    func read(_ path: String) -> (ErrorCode?, [UInt8]) {
        switch openFile(path) {
        case .failure(let error): (error.code, [])
        case .success(let file): (nil, file.content)
        }
    }

    func truncate(_ path: String, _ length: Int) -> ErrorCode? {
        switch openFile(path) {
        case .failure(let error): return error.code
        case .success(let file):
            file.content = Self.cut(file.content, length)
            file.settle()
            return nil
        }
    }

    mutating func copy(_ source: String, _ target: String) -> ErrorCode? {
        switch openFile(source) {
        case .failure(let error): return error.code
        case .success(let file):
            let code = write(target, file.content, file.protection)
            if code == nil, case .file(let copy) = nodes[target] { copy.mode = file.mode }
            return code
        }
    }

    static func cut(_ content: [UInt8], _ length: Int) -> [UInt8] {
        Array(content.prefix(length)) + Array(repeating: 0, count: max(0, length - content.count))
    }

    // MARK: Handles

    mutating func open(
        _ path: String,
        _ id: Int,
        canRead: Bool,
        canWrite: Bool,
        creating: Bool,
        _ named: ProtectionClass?
    ) -> ErrorCode? {
        switch creating ? fileForWriting(path, named) : openFile(path) {
        case .failure(let error): return error.code
        case .success(let file):
            handles[id] = Handle(file: file, canRead: canRead, canWrite: canWrite)
            return nil
        }
    }

    private func refusal(_ handle: Handle, needs right: Bool) -> ErrorCode? {
        guard right else { return .invalidArgument }
        guard !handle.isDead else { return .handleClosed }
        return worksOpen(handle.file.protection) ? nil : .protectedDataUnavailable
    }

    func readHandle(_ id: Int, _ offset: Int, _ count: Int) -> (ErrorCode?, [UInt8]) {
        guard let handle = handles[id] else { return (.handleClosed, []) }
        if let code = refusal(handle, needs: handle.canRead) { return (code, []) }
        return (nil, Array(handle.file.content.dropFirst(offset).prefix(count)))
    }

    func writeHandle(_ id: Int, _ bytes: [UInt8], at offset: Int?) -> ErrorCode? {
        guard let handle = handles[id] else { return .handleClosed }
        if let code = refusal(handle, needs: handle.canWrite) { return code }
        var content = handle.file.content
        let start = offset ?? content.count
        content = Self.cut(content, max(content.count, start + bytes.count))
        content.replaceSubrange(start..<start + bytes.count, with: bytes)
        handle.file.content = content
        return nil
    }

    func truncateHandle(_ id: Int, _ length: Int) -> ErrorCode? {
        guard let handle = handles[id] else { return .handleClosed }
        if let code = refusal(handle, needs: handle.canWrite) { return code }
        handle.file.content = Self.cut(handle.file.content, length)
        return nil
    }

    func synchronizeHandle(_ id: Int) -> ErrorCode? {
        guard let handle = handles[id], !handle.isDead else { return .handleClosed }
        handle.file.settle()
        return nil
    }

    mutating func close(_ id: Int) {
        guard let handle = handles.removeValue(forKey: id), !handle.isDead else { return }
        let isLast = !handles.values.contains { $0.file === handle.file && !$0.isDead }
        if handle.canWrite || isLast { handle.file.settle() }
    }

    // MARK: Names

    mutating func remove(_ path: String) -> ErrorCode? {
        switch file(path) {
        case .failure(let error): return error.code
        case .success:
            nodes[path] = nil
            return nil
        }
    }

    mutating func makeDirectory(_ path: String, _ named: ProtectionClass?) -> ErrorCode? {
        if let code = parentRefusal(path) { return code }
        guard nodes[path] == nil else { return .alreadyExists }
        nodes[path] = .folder(named ?? folderClass(path))
        return nil
    }

    mutating func removeDirectory(_ path: String) -> ErrorCode? {
        if let code = parentRefusal(path) { return code }
        switch nodes[path] {
        case nil: return .notFound
        case .file: return .notADirectory
        case .folder:
            guard names(path).isEmpty else { return .directoryNotEmpty }
            nodes[path] = nil
            return nil
        }
    }

    mutating func rename(_ source: String, _ target: String) -> ErrorCode? {
        if let code = parentRefusal(source) ?? parentRefusal(target) { return code }
        guard let node = nodes[source] else { return .notFound }
        if case .folder = node, target.hasPrefix(source + "/") { return .invalidArgument }
        switch (node, nodes[target]) {
        case (_, nil), (.file, .file): break
        case (.file, .folder): return .isADirectory
        case (.folder, .file): return .notADirectory
        case (.folder, .folder): return source == target ? nil : .alreadyExists
        }
        guard source != target else { return nil }
        for path in nodes.keys where path == source || path.hasPrefix(source + "/") {
            nodes[target + path.dropFirst(source.count)] = nodes.removeValue(forKey: path)
        }
        return nil
    }

    func names(_ folder: String) -> [String] {
        nodes.keys.filter { !$0.isEmpty && Self.parent($0) == folder }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    func listing(_ path: String) -> (ErrorCode?, [String]) {
        if !path.isEmpty, let code = parentRefusal(path) { return (code, []) }
        switch nodes[path] {
        case nil: return (.notFound, [])
        case .file: return (.notADirectory, [])
        case .folder: return (nil, names(path))
        }
    }

    /// Class, size and mode; no size for a folder.
    func metadata(_ path: String) -> (ErrorCode?, ProtectionClass, Int?, UInt32?) {
        if let code = parentRefusal(path) { return (code, .none, nil, nil) }
        return switch nodes[path] {
        case nil: (.notFound, .none, nil, nil)
        case .folder(let protection): (nil, protection, nil, nil)
        case .file(let file): (nil, file.protection, file.content.count, file.mode)
        }
    }

    func setMode(_ path: String, _ mode: UInt32) -> ErrorCode? {
        if let code = parentRefusal(path) { return code }
        guard let node = nodes[path] else { return .notFound }
        if case .file(let file) = node { file.mode = mode }
        return nil
    }

    mutating func setProtection(_ path: String, _ new: ProtectionClass) -> ErrorCode? {
        if let code = parentRefusal(path) { return code }
        switch nodes[path] {
        case nil: return .notFound
        case .folder:
            nodes[path] = .folder(new)
            return nil
        case .file(let file):
            guard file.protection != new else { return nil }
            guard isOpenable(file.protection), isCreatable(new) else {
                return .protectedDataUnavailable
            }
            file.protection = new
            return nil
        }
    }
}
