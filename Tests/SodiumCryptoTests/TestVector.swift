import Foundation
import SodiumCrypto
import Testing

/// A row of a table in the folder `Vectors`; each table names its source.
protocol TestVector: Decodable, Sendable {}

extension TestVector {
    /// The rows of a table, such as `HKDFSHA512/extracts`.
    ///
    /// A table that is missing or empty ends the run: a test without arguments would pass unseen.
    static func table(_ name: String) -> [Self] {
        guard let url = Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json")
        else { preconditionFailure("there is no table Vectors/\(name).json") }
        do {
            let table = try JSONDecoder().decode(
                VectorTable<Self>.self,
                from: Data(contentsOf: url)
            )
            precondition(!table.vectors.isEmpty, "Vectors/\(name).json is empty")
            return table.vectors
        } catch { preconditionFailure("Vectors/\(name).json: \(error)") }
    }
}

private struct VectorTable<Vector: TestVector>: Decodable {
    let source: String
    let vectors: [Vector]
}

/// In tables a suite is its number in the file format.
extension ChunkCipherSuite: Decodable {}

/// One sealed message: everything in hexadecimal, the tag at the end of `sealed`.
struct AEADVector: TestVector, CustomTestStringConvertible {
    let name: String
    let key: String
    let nonce: String
    let data: String
    let plaintext: String
    let sealed: String

    var testDescription: String { name }
}
