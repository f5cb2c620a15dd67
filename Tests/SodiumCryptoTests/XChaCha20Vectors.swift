import Testing

/// One use of the bare stream: everything in hexadecimal.
struct StreamVector: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let nonce: String
    let plaintext: String
    let ciphertext: String

    var testDescription: String { name }
}

/// XChaCha20 from counter 0.
///
/// The first is draft-irtf-cfrg-xchacha-03, appendix A.3.2.1; the others are those of libsodium,
/// `test/default/xchacha20.c`, `tv_stream_xchacha20`, which are the stream itself: the plaintext
/// is zeros.
enum XChaCha20Vectors {
    static let all: [StreamVector] = [
        .init(
            name: "draft-irtf-cfrg-xchacha-03, A.3.2.1",
            key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            nonce: "404142434445464748494a4b4c4d4e4f5051525354555658",
            plaintext: """
                5468652064686f6c65202870726f6e6f756e6365642022646f6c6522292069732061\
                6c736f206b6e6f776e2061732074686520417369617469632077696c6420646f672c\
                2072656420646f672c20616e642077686973746c696e6720646f672e204974206973\
                2061626f7574207468652073697a65206f662061204765726d616e20736865706865\
                726420627574206c6f6f6b73206d6f7265206c696b652061206c6f6e672d6c656767\
                656420666f782e205468697320686967686c7920656c757369766520616e6420736b\
                696c6c6564206a756d70657220697320636c6173736966696564207769746820776f\
                6c7665732c20636f796f7465732c206a61636b616c732c20616e6420666f78657320\
                696e20746865207461786f6e6f6d69632066616d696c792043616e696461652e
                """,
            ciphertext: """
                4559abba4e48c16102e8bb2c05e6947f50a786de162f9b0b7e592a9b53d0d4e98d8d\
                6410d540a1a6375b26d80dace4fab52384c731acbf16a5923c0c48d3575d4d0d2c67\
                3b666faa731061277701093a6bf7a158a8864292a41c48e3a9b4c0daece0f8d98d0d\
                7e05b37a307bbb66333164ec9e1b24ea0d6c3ffddcec4f68e7443056193a03c810e1\
                1344ca06d8ed8a2bfb1e8d48cfa6bc0eb4e2464b748142407c9f431aee769960e15b\
                a8b96890466ef2457599852385c661f752ce20f9da0c09ab6b19df74e76a95967446\
                f8d0fd415e7bee2a12a114c20eb5292ae7a349ae577820d5520a1f3fb62a17ce6a7e\
                68fa7c79111d8860920bc048ef43fe84486ccb87c25f0ae045f0cce1e7989a9aa220\
                a28bdd4827e751a24a6d5c62d790a66393b93111c1a55dd7421a10184974c7c5
                """
        ),
        .init(
            name: "libsodium 0, 29 bytes",
            key: "79c99798ac67300bbb2704c95c341e3245f3dcb21761b98e52ff45b24f304fc4",
            nonce: "b33ffd3096479bcfbc9aee49417688a0a2554f8d95389419",
            plaintext: "0000000000000000000000000000000000000000000000000000000000",
            ciphertext: "c6e9758160083ac604ef90e712ce6e75d7797590744e0cf060f013739c"
        ),
        .init(
            name: "libsodium 1, 28 bytes",
            key: "ddf7784fee099612c40700862189d0397fcc4cc4b3cc02b5456b3a97d1186173",
            nonce: "a9a04491e7bf00c3ca91ac7c2d38a777d88993a7047dfcc4",
            plaintext: "00000000000000000000000000000000000000000000000000000000",
            ciphertext: "2f289d371f6f0abc3cb60d11d9b7b29adf6bc5ad843e8493e928448d"
        ),
        .init(
            name: "libsodium 2, 22 bytes",
            key: "3d12800e7b014e88d68a73f0a95b04b435719936feba60473f02a9e61ae60682",
            nonce: "56bed2599eac99fb27ebf4ffcb770a64772dec4d5849ea2d",
            plaintext: "00000000000000000000000000000000000000000000",
            ciphertext: "a2c3c1406f33c054a92760a8e0666b84f84fa3a618f0"
        ),
        .init(
            name: "libsodium 3, 57 bytes",
            key: "5f5763ff9a30c95da5c9f2a8dfd7cc6efd9dfb431812c075aa3e4f32e04f53e4",
            nonce: "a5fa890efa3b9a034d377926ce0e08ee6d7faccaee41b771",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000000000000000000000
                """,
            ciphertext: """
                8a1a5ba898bdbcff602b1036e469a18a5e45789d0e8d9837d81a2388a52b0b6a0f51\
                891528f424c4a7f492a8dd7bce8bac19fbdbe1fb379ac0
                """
        ),
        .init(
            name: "libsodium 4, 48 bytes",
            key: "eadc0e27f77113b5241f8ca9d6f9a5e7f09eee68d8a5cf30700563bf01060b4e",
            nonce: "a171a4ef3fde7c4794c5b86170dc5a099b478f1b852f7b64",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000
                """,
            ciphertext: """
                23839f61795c3cdbcee2c749a92543baeeea3cbb721402aa42e6cae140447575f291\
                6c5d71108e3b13357eaf86f060cb
                """
        ),
        .init(
            name: "libsodium 5, 31 bytes",
            key: "91319c9545c7c804ba6b712e22294c386fe31c4ff3d278827637b959d3dbaab2",
            nonce: "410e854b2a911f174aaf1a56540fc3855851f41c65967a4e",
            plaintext: "00000000000000000000000000000000000000000000000000000000000000",
            ciphertext: "cbe7d24177119b7fdfa8b06ee04dade4256ba7d35ffda6b89f014e479faef6"
        ),
        .init(
            name: "libsodium 6, 38 bytes",
            key: "6a6d3f412fc86c4450fc31f89f64ed46baa3256ffcf8616e8c23a06c422842b6",
            nonce: "6b7773fce3c2546a5db4829f53a9165f41b08faae2fb72d5",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                00000000
                """,
            ciphertext: """
                8b23e35b3cdd5f3f75525fc37960ec2b68918e8c046d8a832b9838f1546be662e54f\
                eb1203e2
                """
        ),
        .init(
            name: "libsodium 7, 76 bytes",
            key: "d45e56368ebc7ba9be7c55cfd2da0feb633c1d86cab67cd5627514fd20c2b391",
            nonce: "fd37da2db31e0c738754463edadc7dafb0833bd45da497fc",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                00000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000
                """,
            ciphertext: """
                47950efa8217e3dec437454bd6b6a80a287e2570f0a48b3fa1ea3eb868be3d486f65\
                16606d85e5643becc473b370871ab9ef8e2a728f73b92bd98e6e26ea7c8ff96ec5a9\
                e8de95e1eee9300c
                """
        ),
        .init(
            name: "libsodium 8, 52 bytes",
            key: "aface41a64a9a40cbc604d42bd363523bd762eb717f3e08fe2e0b4611eb4dcf3",
            nonce: "6906e0383b895ab9f1cf3803f42f27c79ad47b681c552c63",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000
                """,
            ciphertext: """
                a5fa7c0190792ee17675d52ad7570f1fb0892239c76d6e802c26b5b3544d13151e67\
                513b8aaa1ac5af2d7fd0d5e4216964324838
                """
        ),
        .init(
            name: "libsodium 9, 91 bytes",
            key: "9d23bd4149cb979ccf3c5c94dd217e9808cb0e50cd0f67812235eaaf601d6232",
            nonce: "c047548266b7c370d33566a2425cbf30d82d1eaf5294109e",
            plaintext: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                00000000000000000000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000000000000000000000
                """,
            ciphertext: """
                a21209096594de8c5667b1d13ad93f744106d054df210e4782cd396fec692d3515a2\
                0bf351eec011a92c367888bc464c32f0807acd6c203a247e0db854148468e9f96bee\
                4cf718d68d5f637cbd5a376457788e6fae90fc31097cfc
                """
        ),
    ]
}
