import Documents

/// A part of a specification, and the folder its paths are relative to.
struct SpecificationPiece: Sendable {
    let node: DocumentNode
    /// The file it stands in.
    let file: String
    let folder: String

    /// The part of it under `key`; `nil` where there is none.
    subscript(key: String) -> SpecificationPiece? {
        node[key].map { SpecificationPiece(node: $0, file: file, folder: folder) }
    }

    /// What stands in it by key, with the same folder.
    var entries: [(key: String, piece: SpecificationPiece)] {
        (node.entries ?? []).map {
            ($0.key, SpecificationPiece(node: $0.value, file: file, folder: folder))
        }
    }

    /// The elements of the list under `key`, with the same folder.
    func list(_ key: String) -> [SpecificationPiece] {
        (node[key]?.elements ?? []).map {
            SpecificationPiece(node: $0, file: file, folder: folder)
        }
    }
}
