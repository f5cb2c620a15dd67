// swift-format-ignore-file
func encrypt(_ password: Data, _ cipher: Cipher) throws -> String {
    let path = NSTemporaryDirectory() + "a"
    do {
        try password.write(to: URL(fileURLWithPath: path))
        let length = try cipher.encrypt(path)
        guard length > 0 else { throw Failure.empty }
        return cipher.name
    } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw error
    }
}

func make(_ password: Data, _ isWanted: Bool) throws -> URL? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    try password.write(to: file)
    if isWanted { return file }
    try FileManager.default.removeItem(at: file)
    return nil
}

final class Keeper {
    var file: URL?

    func keep(_ password: Data, _ isShort: Bool) throws {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("a")
        try password.write(to: made)
        file = made
        if isShort { return }
        try FileManager.default.removeItem(at: made)
    }

    deinit { if let file { try? FileManager.default.removeItem(at: file) } }
}
