/// What a step writes.
enum StepContent: Sendable {
    /// The bytes themselves.
    case bytes([UInt8])
    /// That many bytes of a fixed pattern.
    case pattern(Int)

    /// The most bytes a scenario's file may have: a scenario runs in memory.
    static let byteLimit: UInt64 = 256 << 20

    /// The bytes to write; those of a pattern repeat every 251 bytes.
    ///
    /// 251 is prime, so pieces that changed places show.
    var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .pattern(let count): (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        }
    }
}
