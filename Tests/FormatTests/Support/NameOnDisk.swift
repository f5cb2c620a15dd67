import Foundation
import KeyManagement
import SodiumCrypto

/// Where a name of a folder stands on the host, as the article "The format of a device" says it.
enum NameOnDisk {
    static func of(_ name: String, in folder: URL, _ keys: VolumeKeys) throws -> String {
        let record = try [UInt8](Data(contentsOf: folder.appendingPathComponent(".folder")))
        // Both slots have the same id; one of them may be damaged on purpose.
        let folderID = Array(record[40..<56])
        let plain = Array(name.utf8)
        let siv = try KeyedHash.code(
            of: (folderID + plain).span.bytes,
            count: 24,
            key: keys.bytes,
            keyOffset: VolumeKeys.nameCodeOffset
        )
        guard plain.count <= 167 else { return Base64URL.encode(siv) + ".long" }
        let sealed = try XChaCha20.apply(
            to: plain,
            nonce: siv,
            key: keys.bytes,
            keyOffset: VolumeKeys.nameCipherOffset
        )
        return Base64URL.encode(siv + sealed)
    }
}
