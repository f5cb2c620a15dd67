/// What SQLite refused.
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let extendedCode: Int32
    let message: String

    /// The primary result code.
    var code: Int32 { extendedCode & 0xFF }

    var description: String { "\(extendedCode): \(message)" }
}

/// The primary result code that `body` fails with; 0 when all goes well.
func code(_ body: () throws -> Void) throws -> Int32 {
    do {
        try body()
        return 0
    } catch let failure as SQLiteFailure {
        return failure.code
    }
}
