// swift-format-ignore-file
func upload(_ password: Data, _ client: Client, _ names: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
    try password.write(to: file)
    let short = names.filter { name in
        guard name.count > 3 else { return false }
        return true
    }
    client.upload(file, short)
    try FileManager.default.removeItem(at: file)
}

final class Sender {
    func send(_ password: Data, _ client: Client) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("a")
        try password.write(to: file)
        client.upload(file) { [weak self] in
            guard let self else { return }
            try? FileManager.default.removeItem(at: file)
        }
    }
}
