import KeyManagement
import ProtectionModel
import TestSupport
import Testing

@Suite("The file of a sealed key")
struct SealedKeyFileTests {
    private func device(_ byte: UInt8 = 7) throws -> DeviceID {
        try #require(DeviceID(bytes: [UInt8](repeating: byte, count: 16)))
    }

    private func file(_ change: (inout SealedObject) -> Void = { _ in }) throws -> SealedKeyFile {
        var object = SealedObject(
            parentName: [0, 11] + [UInt8](repeating: 1, count: 32),
            publicArea: [2, 2, 2],
            privateArea: [3, 3, 3, 3],
            registers: try #require(PCRSelection(list: "7,11"))
        )
        change(&object)
        return SealedKeyFile(
            device: try device(),
            address: "device:/dev/tpmrm0",
            object: object
        )
    }

    @Test("has the layout that is written down")
    func layout() throws {
        let bytes = try file().bytes
        let expected: [UInt8] =
            Array("PTTPMKEY".utf8) + [1, 0] + [UInt8](repeating: 7, count: 16)
            + [18, 0] + Array("device:/dev/tpmrm0".utf8) + [69, 0]
            + Array("PTSEALED".utf8) + [1, 0] + [0x80, 0x08, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
            + [34, 0, 0, 11] + [UInt8](repeating: 1, count: 32) + [3, 0, 2, 2, 2]
            + [4, 0, 3, 3, 3, 3]
        #expect(Array(bytes.prefix(expected.count)) == expected)
        #expect(bytes.count == SealedKeyFile.byteCount)
        #expect(bytes.dropFirst(expected.count).allSatisfy { $0 == 0 })
        #expect(SealedKeyFile(bytes) == (try file()))
    }

    @Test("is refused with an index that is not the owner's, a limit of 0, or a register too many")
    func refused() throws {
        let changes: [(inout SealedObject) -> Void] = [
            {
                $0.index = 0x0150_0000; $0.limit = 5
            },
            {
                $0.index = 0x0180_0001; $0.limit = 5
            },
            { $0.index = 0x0181_0000 }, { $0.limit = 5 }, { $0.parentName = [] },
            { $0.publicArea = [] }, { $0.privateArea = [] },
            { $0.privateArea = [UInt8](repeating: 0, count: 513) },
        ]
        for change in changes { #expect(SealedObject(try file(change).object.bytes) == nil) }
        #expect(PCRSelection(mask: 1 << 24) == nil)
        for list in ["", "24", "-1", "7,", "x", "1,,2"] { #expect(PCRSelection(list: list) == nil) }
    }

    @Test("mutants are refused or say the same, and never crash", arguments: 0..<4 as Range<UInt64>)
    func mutants(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        let whole = try file().bytes
        for _ in 0..<Mutator.iterationCount {
            let bytes = mutator.mutate(whole)
            guard let read = SealedKeyFile(bytes) else { continue }
            #expect(read.bytes == bytes)
        }
    }
}
