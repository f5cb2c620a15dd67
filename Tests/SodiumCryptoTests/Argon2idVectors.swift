import Testing

/// One derivation: bytes in hexadecimal.
struct Argon2idVector: Sendable, CustomTestStringConvertible {
    let name: String
    let passcode: String
    let salt: String
    let passes: UInt32
    let memoryKiB: UInt32
    let output: String

    var testDescription: String { name }
}

/// Argon2id with one lane.
///
/// From libsodium, `test/default/pwhash_argon2id.c` (`tv`) with the outputs of its `.exp`: the salt
/// is the first 16 bytes of the one there and the memory is rounded down to whole KiB, both as
/// `crypto_pwhash` itself does. Entry 3 is one that libsodium refuses. The example of RFC 9106,
/// section 5.3, has a secret and associated data, which `crypto_pwhash` does not take; the example
/// vectors of phc-winner-argon2 have salts of 8 bytes, ours are always 16.
enum Argon2idVectors {
    static let all: [Argon2idVector] = [
        .init(
            name: "libsodium, entry 0",
            passcode: """
                a347ae92bce9f80f6f595a4480fc9c2fe7e7d7148d371e9487d75f5c23008ffae065\
                577a928febd9b1973a5a95073acdbeb6a030cfc0d79caa2dc5cd011cef02c08da232\
                d76d52dfbca38ca8dcbd665b17d1665f7cf5fe59772ec909733b24de97d6f58d220b\
                20c60d7c07ec1fd93c52c31020300c6c1facd77937a597c7a6
                """,
            salt: "5541fbc995d5c197ba290346d2c559de",
            passes: 5,
            memoryKiB: 7086,
            output: """
                18acec5d6507739f203d1f5d9f1d862f7c2cdac4f19d2bdff64487e60d969e3ced61\
                5337b9eec6ac4461c6ca07f0939741e57c24d0005c7ea171a0ee1e7348249d135b38\
                f222e4dad7b9a033ed83f5ca27277393e316582033c74affe2566a2bea47f91f0fd9\
                fe49ece7e1f79f3ad6e9b23e0277c8ecc4b313225748dd2a80f5679534a0700e246a\
                79a49b3f74eb89ec6205fe1eeb941c73b1fcf1
                """
        ),
        .init(
            name: "libsodium, entry 1",
            passcode: """
                e125cee61c8cb7778d9e5ad0a6f5d978ce9f84de213a8556d9ffe202020ab4a6ed90\
                74a4eb3416f9b168f137510f3a30b70b96cbfa219ff99f6c6eaffb15c06b60e00cc2\
                890277f0fd3c622115772f7048adaebed86e
                """,
            salt: "f1192dd5dc2368b9cd421338b2243345",
            passes: 4,
            memoryKiB: 7665,
            output: """
                26bab5f101560e48c711da4f05e81f5a3802b7a93d5155b9cab153069cc42b8e9f91\
                0bfead747652a0708d70e4de0bada37218bd203a1201c36b42f9a269b675b1f30cfc\
                36f35a3030e9c7f57dfba0d341a974c1886f708c3e8297efbfe411bb9d51375264bd\
                7c70d57a8a56fc9de2c1c97c08776803ec2cd0140bba8e61dc0f4ad3d3d1a89b4b71\
                0af81bfe35a0eea193e18a6da0f5ec05542c9eefc4584458e1da715611ba09617384\
                748bd43b9bf1f3a6df4ecd091d0875e08d6e2fd8a5c7ce08904b5160cd38167b76ec\
                76ef2d310049055a564da23d4ebd2b87e421cc33c401e12d5cd8d936c9baf75ebdfb\
                557d342d2858fc781da31860
                """
        ),
        .init(
            name: "libsodium, entry 2",
            passcode: """
                92263cbf6ac376499f68a4289d3bb59e5a22335eba63a32e6410249155b956b6a3b4\
                8d4a44906b18b897127300b375b8f834f1ceffc70880a885f47c33876717e392be57\
                f7da3ae58da4fd1f43daa7e44bb82d3717af4319349c24cd31e46d295856b0441b6b\
                289992a11ced1cc3bf3011604590244a3eb737ff221129215e4e4347f4915d41292b\
                5173d196eb9add693be5319fdadc242906178bb6c0286c9b6ca6012746711f58c8c3\
                92016b2fdfc09c64f0f6b6ab7b
                """,
            salt: "3b840e20e9555e9fb031c4ba1f1747ce",
            passes: 3,
            memoryKiB: 7807,
            output: """
                6eb45e668582d63788ca8f6e930ca60b045a795fca987344f9a7a135aa3b5132b50a\
                34a3864c26581f1f56dd0bcbfafbfa92cd9bff6b24a734cfe88f854aef4bda0a7983\
                120f44936e8ff31d29728ac08ccce6f3f916b3c63962755c23a1fa9bb4e8823fc867\
                bfd18f28980d94bc5874423ab7f96cc0ab78d8fa21fbd00cd3a1d96a73fa439ccc3f\
                c4eab1590677b06cc78b0f674dfb680f23022fb902022dd8620803229c6ddf79a815\
                6ccfce48bbd76c05ab670634f206e5b2e896230baa74a856964dbd8511acb71d75a1\
                506766a125d8ce037f1db72086ebc3bccaefbd8cd9380167c2530386544ebfbeadbe\
                237784d102bb92a10fd242
                """
        ),
        .init(
            name: "libsodium, entry 4",
            passcode: """
                4a857e2ee8aa9b6056f2424e84d24a72473378906ee04a46cb05311502d5250b82ad\
                86b83c8f20a23dbb74f6da60b0b6ecffd67134d45946ac8ebfb3064294bc097d43ce\
                d68642bfb8bbbdd0f50b30118f5e
                """,
            salt: "39d82eef32010b8b79cc5ba88ed539fb",
            passes: 3,
            memoryKiB: 1399,
            output: """
                08d8cd330c57e1b4643241d05bb468ba4ee4e932cd0858816be9ef15360b27bbd06a\
                87130ee92222be267a29b81f5ae8fe8613324cfc4832dc49387fd0602f1c57b4d0f3\
                855db94fb7e12eb05f9a484aed4a4307abf586cd3d55c809bc081541e00b682772fb\
                2066504ff935b8ebc551a2083882f874bc0fae68e56848ae34c91097c3bf0cca8e75\
                c0797eef3efde3f75e005815018db3cf7c109a812264c4de69dcb22322dbbcfa447f\
                5b00ecd1b04a7be1569c8e556adb7bba48adf81d
                """
        ),
        .init(
            name: "libsodium, entry 5",
            passcode: """
                c7b09aec680e7b42fedd7fc792e78b2f6c1bea8f4a884320b648f81e8cf515e8ba9d\
                cfb11d43c4aae114c1734aa69ca82d44998365db9c93744fa28b63fd16000e8261cb\
                be083e7e2da1e5f696bde0834fe53146d7e0e35e7de9920d041f5a5621aabe02da3e\
                2b09b405b77937efef3197bd5772e41fdb73fb5294478e45208063b5f58e089dbeb6\
                d6342a909c1307b3fff5fe2cf4da56bdae50848f
                """,
            salt: "039c056d933b475032777edbaffac50f",
            passes: 3,
            memoryKiB: 4772,
            output: """
                d6e9d6cabd42fb9ba7162fe9b8e41d59d3c7034756cb460c9affe393308bd0225ce0\
                371f2e6c3ca32aca2002bf2d3909c6b6e7dfc4a00e850ff4f570f8f749d4bb6f0091\
                e554be67a9095ae1eefaa1a933316cbec3c2fd4a14a5b6941bda9b7eabd821d79abd\
                e2475a53af1a8571c7ee46460be415882e0b393f48c12f740a6a72cba9773000602e\
                13b40d3dfa6ac1d4ec43a838b7e3e165fecad4b2498389e60a3ff9f0f8f4b9fca112\
                6e64f49501e38690
                """
        ),
        .init(
            name: "libsodium, entry 6",
            passcode: "b540beb016a5366524d4605156493f9874514a5aa58818cd0c6dfffaa9e90205f17b",
            salt: "44071f6d181561670bda728d43fb79b4",
            passes: 1,
            memoryKiB: 1593,
            output: """
                7fb72409b0987f8190c3729710e98c3f80c5a8727d425fdcde7f3644d467fe973f5b\
                5fee683bd3fce812cb9ae5e9921a2d06c2f1905e4e839692f2b934b682f11a2fe2b9\
                0482ea5dd234863516dba6f52dc0702d324ec77d860c2e181f84472bd7104fedce07\
                1ffa93c5309494ad51623d214447a7b2b1462dc7d5d55a1f6fd5b54ce024118d86f0\
                c6489d16545aaa87b6689dad9f2fb47fda9894f8e12b87d978b483ccd4cc5fd9595c\
                dc7a818452f915ce2f7df95ec12b1c72e3788d473441d884f9748eb14703c21b45d8\
                2fd667b85f5b2d98c13303b3fe76285531a826b6fc0fe8e3dddecf
                """
        ),
        .init(
            name: "libsodium, entry 7",
            passcode: """
                a14975c26c088755a8b715ff2528d647cd343987fcf4aa25e7194a8417fb2b4b3f72\
                68da9f3182b4cfb22d138b2749d673a47ecc7525dd15a0a3c66046971784bb63d7ea\
                e24cc84f2631712075a10e10a96b0e0ee67c43e01c423cb9c44e5371017e9c496956\
                b632158da3fe12addecb88912e6759bc37f9af2f45af72c5cae3b179ffb676a697de\
                6ebe45cd4c16d4a9d642d29ddc0186a0a48cb6cd62bfc3dd229d313b301560971e74\
                0e2cf1f99a9a090a5b283f35475057e96d7064e2e0fc81984591068d55a3b4169f22\
                cccb0745a2689407ea1901a0a766eb99
                """,
            salt: "3d968b2752b8838431165059319f3ff8",
            passes: 3,
            memoryKiB: 1742,
            output: """
                4e702bc5f891df884c6ddaa243aa846ce3c087fe930fef0f36b3c2be34164ccc295d\
                b509254743f18f947159c813bcd5dd8d94a3aec93bbe57605d1fad1aef1112687c3d\
                4ef1cb329d21f1632f626818d766915d886e8d819e4b0b9c9307f4b6afc081e13b0c\
                f31db382ff1bf05a16aac7af696336d75e99f82163e0f371e1d25c4add808e215697\
                ad3f779a51a462f8bf52610af21fc69dba6b072606f2dabca7d4ae1d91d919
                """
        ),
    ]
}
