// swift-format-ignore-file
final class Diary {
    private var secret = ""
    private var other = "correct horse"

    func unlock(_ typed: String) { secret = typed }

    func open() throws {
        // What a variable begins with is not what it holds later.
        _ = SymmetricKey(data: Data(secret.utf8))
        _ = SymmetricKey(data: Data(other.utf8))
    }
}
