import SystemIO

/// Carries out steps and puts each result in words.
struct FileSteps {
    let subject: FileSystemUnderTest
    private var open: [String: Descriptor] = [:]
    private var writes: UInt8 = 0

    init(_ subject: FileSystemUnderTest) {
        self.subject = subject
    }

    /// The result in words; an error is its number, its call and its name.
    mutating func run(_ step: FileStep) -> String {
        do {
            return try perform(step)
        } catch let error as SystemError {
            return "\(error)"
        } catch {
            return "failed"
        }
    }

    /// Closes whatever is open.
    mutating func finish() {
        for file in open.values { subject.files.close(file) }
        open = [:]
    }

    private func descriptor(_ letter: String?) -> Descriptor {
        guard let letter else { return subject.folder }
        return open[letter] ?? Descriptor(rawValue: -1)
    }

    private mutating func perform(_ step: FileStep) throws -> String {
        let files = subject.files
        switch step {
        case .open(let name, let options, let folder, let letter):
            let opened = try files.open(
                name,
                in: descriptor(folder),
                options,
                permissions: 0o600
            )
            if let old = open.updateValue(opened, forKey: letter) { files.close(old) }
            return "opened"
        case .close(let letter):
            if let file = open.removeValue(forKey: letter) { files.close(file) }
            return "closed"
        case .read(let letter, let count, let offset):
            var bytes = [UInt8](repeating: 0xEE, count: count)
            var span = bytes.mutableSpan
            var raw = span.mutableBytes
            let got = try files.read(descriptor(letter), into: &raw, at: offset)
            return "\(bytes.prefix(got)) \(bytes.dropFirst(got).allSatisfy { $0 == 0xEE })"
        case .write(let letter, let count, let offset):
            writes = writes == 0xED ? 1 : writes + 1
            let bytes = [UInt8](repeating: writes, count: count)
            return "\(try files.write(descriptor(letter), bytes.span.bytes, at: offset))"
        default:
            return try performOnFiles(step)
        }
    }

    private func performOnFiles(_ step: FileStep) throws -> String {
        let files = subject.files
        switch step {
        case .truncate(let letter, let size):
            try files.truncate(descriptor(letter), to: size)
            return "truncated"
        case .sync(let letter, let dataOnly):
            try files.synchronize(descriptor(letter), dataOnly: dataOnly)
            return "synced"
        case .status(let letter):
            return describe(try files.status(of: descriptor(letter)))
        case .modify(let letter, let seconds, let nanoseconds):
            try files.setModified(descriptor(letter), seconds: seconds, nanoseconds: nanoseconds)
            let status = try files.status(of: descriptor(letter))
            return "\(status.modifiedSeconds) \(status.modifiedNanoseconds)"
        case .lock(let letter, let kind):
            return "\(try files.lock(descriptor(letter), kind))"
        case .isByteLocked(let letter, let offset):
            return "\(try files.isByteLocked(descriptor(letter), at: offset))"
        case .lockByte(let letter, let offset, let kind):
            return "\(try files.lockByte(descriptor(letter), at: offset, kind))"
        default:
            return try performOnNames(step)
        }
    }

    private func performOnNames(_ step: FileStep) throws -> String {
        let files = subject.files
        switch step {
        case .statusOf(let name, let folder):
            return describe(try files.status(of: name, in: descriptor(folder)))
        case .mkdir(let name, let folder):
            try files.makeDirectory(name, in: descriptor(folder), permissions: 0o700)
            return "made"
        case .rename(let name, let newName, let folder, let newFolder, let replacing):
            try files.rename(
                name,
                in: descriptor(folder),
                to: newName,
                in: descriptor(newFolder),
                replacing: replacing
            )
            return "renamed"
        case .unlink(let name, let folder):
            try files.unlink(name, in: descriptor(folder), folder: false)
            return "unlinked"
        case .rmdir(let name, let folder):
            try files.unlink(name, in: descriptor(folder), folder: true)
            return "removed"
        case .names(let folder):
            return "\(try files.names(in: descriptor(folder)).sorted())"
        case .symbolicLink(let target, let name):
            // Foundation makes it for the real file system, with errors of its own.
            return (try? subject.link(to: target, as: name)) == nil ? "refused" : "linked"
        case .hardLink(let name, let newName):
            try subject.hardLink(name, as: newName)
            return "linked"
        default:
            return "not a call on names"
        }
    }

    /// What two file systems must agree on: not the inode, the time, or a folder's size.
    private func describe(_ status: FileStatus) -> String {
        let size = status.kind == .directory ? 0 : status.size
        let mode = String(status.permissions, radix: 8)
        return "\(status.kind) links \(status.links) size \(size) mode \(mode) \(status.owner)"
    }
}
