import SodiumCrypto
import Testing

/// One frozen run of chunks of 32 bytes: see ``ChunkConstructionVectors``.
struct ChunkConstructionVector: Sendable, CustomTestStringConvertible {
    let suite: ChunkCipherSuite
    let firstIndex: UInt64
    let plaintextByteCount: Int
    let sealed: String

    var testDescription: String {
        "\(suite), \(plaintextByteCount) bytes from chunk \(firstIndex)"
    }
}

/// The construction of a sealed file, frozen: a change here is a change of the file format.
///
/// Cross-computed with Python's `cryptography` (OpenSSL), `ChaCha20Poly1305` and `AESGCM`: the key
/// is 40 41 … 5f, the base nonce a0 a1 … ab, byte i of the plaintext (7 × i + 3) mod 256, a whole
/// chunk 32 bytes, the nonce of a chunk the base with its last 8 bytes XOR the index (big endian),
/// the associated data empty.
enum ChunkConstructionVectors {
    static let all: [ChunkConstructionVector] = [
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 0,
            sealed: "2606aa173bde1b9b2b2eebb07ae23940"
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 1,
            sealed: "af4e872f92507a816ef30088961c04fc71"
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 31,
            sealed: """
                afcbcaf467cf45a74c32d76d8c629d4dc24e431553447882618d5bcd23d1f1e7d90c\
                637d538020aefabea66bfb89dc
                """
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 32,
            sealed: """
                afcbcaf467cf45a74c32d76d8c629d4dc24e431553447882618d5bcd23d1f1a3ace1\
                25d3f35b0978a085e32190aaa2e6b4050688396d99e158d1f790da29550a
                """
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 33,
            sealed: """
                afcbcaf467cf45a74c32d76d8c629d4dc24e431553447882618d5bcd23d1f1a3ace1\
                25d3f35b0978a085e32190aaa2e6e4cc0fd06b81363b7261f745c4618e4586
                """
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 96,
            sealed: """
                afcbcaf467cf45a74c32d76d8c629d4dc24e431553447882618d5bcd23d1f1a3ace1\
                25d3f35b0978a085e32190aaa2e6e4b2e5dc94e8e7212ae7386517b1e4d2f9eefa86\
                6a6b97b2098693b412689adbb21dbe95de5a7f582a2f62904d9b61205158fb75eadf\
                cf6b0b70dcc50182323d1954bf62ca05518b2bd48879b68c900b5ebbf8076d525b24\
                42f01090c7a50d280a5a2d3cc3160cd464780eaaa93763a1
                """
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0,
            plaintextByteCount: 100,
            sealed: """
                afcbcaf467cf45a74c32d76d8c629d4dc24e431553447882618d5bcd23d1f1a3ace1\
                25d3f35b0978a085e32190aaa2e6e4b2e5dc94e8e7212ae7386517b1e4d2f9eefa86\
                6a6b97b2098693b412689adbb21dbe95de5a7f582a2f62904d9b61205158fb75eadf\
                cf6b0b70dcc50182323d1954bf62ca05518b2bd48879b68c900b5ebbf8076d525b24\
                42f01090c7a50d28b5441ab4ae6b3b1cfd656afe0413a5edc8d55bbb
                """
        ),
        .init(
            suite: .chacha20Poly1305,
            firstIndex: 0x0102030405060708,
            plaintextByteCount: 33,
            sealed: """
                5576f59d1e33c6bf170b88c4d65d174b4c77ba9bcb8ca99d6321128e9f4d2e3d9f7e\
                a2afa0123e37b235d8987b644935e9937d3feed2c5ed6252ee562943f67a0f
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 0,
            sealed: "de05a47d7ae64978e54243a6dd9b83b8"
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 1,
            sealed: "d47b8812c244bf8fc5dff02cb71172d710"
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 31,
            sealed: """
                d4851727fdcdb119422d08aedee2559a9c6d744f63f91889496e575a2e0cab0cdc15\
                96e5b515c50fffbe18b92c2699
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 32,
            sealed: """
                d4851727fdcdb119422d08aedee2559a9c6d744f63f91889496e575a2e0cab24657b\
                a088398cd2aa5f122d8dea1ddb9a7dab8e410f6126729dd3b390518cc2f6
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 33,
            sealed: """
                d4851727fdcdb119422d08aedee2559a9c6d744f63f91889496e575a2e0cab24657b\
                a088398cd2aa5f122d8dea1ddb9af97add402409e4f199e395c6833ad330cb
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 96,
            sealed: """
                d4851727fdcdb119422d08aedee2559a9c6d744f63f91889496e575a2e0cab24657b\
                a088398cd2aa5f122d8dea1ddb9af9894cf257efa00172a8063bbbe5cc07fa5baafc\
                28f4ed5cca6e01387b3f32a41145527a2dbe4d9a781a538907892aced7299185d66b\
                e29a7294ec2d3e029164f9013f3936db70e7c670e6c9f163a448d74fbb7ce25a8b2c\
                33d5d57ed3545c6e8985784e12ca2ffde9ecf2e2b370c73d
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0,
            plaintextByteCount: 100,
            sealed: """
                d4851727fdcdb119422d08aedee2559a9c6d744f63f91889496e575a2e0cab24657b\
                a088398cd2aa5f122d8dea1ddb9af9894cf257efa00172a8063bbbe5cc07fa5baafc\
                28f4ed5cca6e01387b3f32a41145527a2dbe4d9a781a538907892aced7299185d66b\
                e29a7294ec2d3e029164f9013f3936db70e7c670e6c9f163a448d74fbb7ce25a8b2c\
                33d5d57ed3545c6e86fef2f708bd21fc316d6c4266a85cb61720005e
                """
        ),
        .init(
            suite: .aes256GCM,
            firstIndex: 0x0102030405060708,
            plaintextByteCount: 33,
            sealed: """
                351db7fb5d83e3cde58838b21b3befe644d48bb68b380bc5875a5438b0d6dff1f4c3\
                c86dc789125c437b418ef76447f9ce4e6881cedc50e148fc130624cc17d9f9
                """
        ),
    ]

    /// Keyed BLAKE2b (64 bytes, under the same 32-byte key) of what 6,405 bytes become.
    ///
    /// So many chunks take four loans of the key. Cross-computed with Python's `hashlib.blake2b`.
    static let codesOfSeveralLoans: [(suite: ChunkCipherSuite, code: String)] = [
        (
            .chacha20Poly1305,
            """
            2d897cecc1575de6a8dd8bca158bf29bd46eff041624fc4c4acfe8d73a8bcc7c8c64\
            d3b168de8bcfedbb456f7958624fcbd2a8355b9cc31587b6fed02779e759
            """
        ),
        (
            .aes256GCM,
            """
            01f3e3f82dcf8a8422a7a582fd80877210a78fbb77d701a7099e5d6386f5390ff295\
            bbefbb4966228bc9981ca7bfc70fab58277a1b6259a8cc1cf72a3b0be087
            """
        ),
    ]
}
