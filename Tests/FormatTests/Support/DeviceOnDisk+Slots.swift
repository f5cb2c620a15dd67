import Foundation
import KeyManagement
import SodiumCrypto

extension DeviceOnDisk {
    /// Changes slots of a file and makes their codes anew, as a later version would.
    func editSlots(
        _ indexes: Range<Int> = 0..<2,
        of file: URL,
        keyOffset: Int = VolumeKeys.headerOffset,
        _ change: (inout [UInt8]) -> Void
    ) throws {
        let keys = try holder.volumeKeys()
        try FileTree.edit(file) { bytes in
            for index in indexes {
                let range = index * 512..<index * 512 + 480
                var slot = Array(bytes[range])
                change(&slot)
                slot += try KeyedHash.code(
                    of: slot.span.bytes,
                    count: 32,
                    key: keys.bytes,
                    keyOffset: keyOffset
                )
                bytes.replaceSubrange(range.lowerBound..<range.upperBound + 32, with: slot)
            }
        }
    }
}
