/// Published vectors without associated data, as a file of one short chunk at index 0 takes them.
enum ChunkCipherVectors {
    /// ChaCha20-Poly1305, from C2SP Wycheproof, `testvectors_v1/chacha20_poly1305_test.json`.
    ///
    /// The group is the one with `ivSize` 96, `keySize` 256, `tagSize` 128; results `valid`. The
    /// examples of RFC 8439 all have associated data, which a chunk never has.
    static let chacha20Poly1305: [AEADVector] = [
        .init(
            name: "tcId 2, 0 bytes",
            key: "80ba3192c803ce965ea371d5ff073cf0f43b6a2ab576b208426e11409c09b9b0",
            nonce: "4da5bf8dfd5852c1ea12379d",
            data: "",
            plaintext: "",
            sealed: "76acb342cf3166a5b63c0c0ea1383c8d"
        ),
        .init(
            name: "tcId 4, 1 bytes",
            key: "cc56b680552eb75008f5484b4cb803fa5063ebd6eab91f6ab6aef4916a766273",
            nonce: "99e23ec48985bccdeeab60f1",
            data: "",
            plaintext: "2a",
            sealed: "3acac27dec0968801e9f6eded69d807522"
        ),
        .init(
            name: "tcId 6, 2 bytes",
            key: "2f7f7e4f592bb389194989743507bf3ee9cbde1786b6695fe6c025fd9ba4c100",
            nonce: "461af122e9f2e0347e03f2db",
            data: "",
            plaintext: "5c60",
            sealed: "4d1391e8b61efb39c122195453077b22e5e2"
        ),
        .init(
            name: "tcId 32, 15 bytes",
            key: "67119627bd988eda906219e08c0d0d779a07d208ce8a4fe0709af755eeec6dcb",
            nonce: "68ab7fdbf61901dad461d23c",
            data: "",
            plaintext: "51f8c1f731ea14acdb210a6d973e07",
            sealed: "0b29638e1fbdd6df53970be22100422a9134087d67a46e79178d0a93f5e1d2"
        ),
        .init(
            name: "tcId 34, 16 bytes",
            key: "59d4eafb4de0cfc7d3db99a8f54b15d7b39f0acc8da69763b019c1699f87674a",
            nonce: "2fcb1b38a99e71b84740ad9b",
            data: "",
            plaintext: "549b365af913f3b081131ccb6b825588",
            sealed: "e9110e9f56ab3ca483500ceabab67a13836ccabf15a6a22a51c1071cfa68fa0c"
        ),
        .init(
            name: "tcId 36, 17 bytes",
            key: "3b2458d8176e1621c0cc24c0c0e24c1e80d72f7ee9149a4b166176629616d011",
            nonce: "45aaa3e5d16d2d42dc03445d",
            data: "",
            plaintext: "3ff1514b1c503915918f0c0c31094a6e1f",
            sealed: "02cc3acb5ee1fcdd12a03bb857976474d3d83b7463a2c3800fe958c28eaa290813"
        ),
        .init(
            name: "tcId 64, 31 bytes",
            key: "2eb51c469aa8eb9e6c54a8349bae50a20f0e382711bba1152c424f03b6671d71",
            nonce: "04a9be03508a5f31371a6fd2",
            data: "",
            plaintext: "b053999286a2824f42cc8c203ab24e2c97a685adcc2ad32662558e55a5c729",
            sealed: """
                45c7d6b53acad4abb68876a6e96a48fb59524d2c92c9d8a189c9fd2db91746566d3c\
                a10e311b695f3eae1551652493
                """
        ),
        .init(
            name: "tcId 66, 32 bytes",
            key: "e1731d5854e1b70cb3ffe8b786a2b3ebf0994370954757b9dc8c7bc5354634a3",
            nonce: "72cfd90ef3026ca22b7e6e6a",
            data: "",
            plaintext: "b9c554cbc36ac18ae897df7beecac1dbeb4eafa156bb60ce2e5d48f05715e678",
            sealed: """
                ea29afa49d36e8760f5fe19723b9811ed5d519934a440f5081ac430b953b0e212225\
                41af46b86533c6b68d2ff108a7ea
                """
        ),
        .init(
            name: "tcId 68, 33 bytes",
            key: "5155dee9aade1cc61ee7e3f92660f7590f5e5ba82f1b59b850e3fa453d2fa6b3",
            nonce: "c26c4b3bfdb97ee6b0f63ca1",
            data: "",
            plaintext: "2734e08eff8f5c4f84fa0c207f49c7fd78af1ad5123ff81f83f500edf4eda09edf",
            sealed: """
                f5982b601c7a18fc72a65b218c44974dc564d8314cbe6f87fcf6c6cfbe618b34b1c4\
                3632f55760b5d1ed37556a94d049b5
                """
        ),
        .init(
            name: "tcId 70, 47 bytes",
            key: "cf0d40a4644e5f51815165d5301b22631f4544c49a1878e3a0a5e8e1aae0f264",
            nonce: "e74a515e7e2102b90bef55d2",
            data: "",
            plaintext: """
                973d0c753826bae466cf9abb3493152e9de7819e2bd0c71171346b4d2cebf8041aa3\
                cedc0dfd7b467e26228bc86c9a
                """,
            sealed: """
                fba78ae4f9d808a62e3da40be2cb7700c3613d9eb2c529c652e76a432c658d27095f\
                0eb8f940c324981ea935e507f98f046956db3a512908bd7afc8f2ab0a9
                """
        ),
        .init(
            name: "tcId 72, 64 bytes",
            key: "5b1d1035c0b17ee0b0444767f80a25b8c1b741f4b50a4d3052226baa1c6fb701",
            nonce: "d61040a313ed492823cc065b",
            data: "",
            plaintext: """
                d096803181beef9e008ff85d5ddc38ddacf0f09ee5f7e07f1e4079cb64d0dc8f5e67\
                11cd4921a7887de76e2678fdc67618f1185586bfea9d4c685d50e4bb9a82
                """,
            sealed: """
                9a4ef22b181677b5755c08f747c0f8d8e8d4c18a9cc2405c12bb51bb1872c8e8b877\
                678bec442cfcbb0ff464a64b74332cf072898c7e0eddf6232ea6e27efe509ff3427a\
                0f32fa566d9ca0a78aefc013
                """
        ),
        .init(
            name: "tcId 74, 97 bytes",
            key: "fe6e55bdaed1f7284ca5fc0f8c5f2b8df56dc0f49e8ca66a41995e783351f901",
            nonce: "17c86a8abbb7e003acde2799",
            data: "",
            plaintext: """
                b429eb80fb8fe8baeda0c85b9c333458e7c2992e558475069d12d45c222175641215\
                88032297eff56783742a5fc22d7410ffb29d66098661d76f126c3c27689e43b37267\
                cac5a3a6d3ab49e391da29cd3054a5692e2807e4c3ea46c8761d50f592
                """,
            sealed: """
                d0102f6c258bf49742cec34cf2d0fedf23d105fb4c84cf98515e1bc9a64f8ad5be8f\
                0721bde50645d00083c3a263a31053b760245f52ae2866a5ec83b19f61be1d30d5c5\
                d9fecc4cbbe08fd385813a2aa39a00ff9c10f7f23702add1e4b2ffa31c41865fc71d\
                e12b19612127ce49993bb0
                """
        ),
        .init(
            name: "tcId 76, 127 bytes",
            key: "ea1d436f6359caec010789fa94fe08b167c3e497d8917282f47ad2a8f95fd0f1",
            nonce: "73fe022202767af834e32126",
            data: "",
            plaintext: """
                adf9b6df5c5cc9473e0bb579f9a6aad396f93d28bf83e98136f978cfb9d501d09ef7\
                78c122b43c876c22e40d74a48d908978465a06be9e80891710c8c2690a762bc9eb8b\
                cb2aa2707db149abafb9c17c1f0b68c7adcea98aebf4c6a39e5a8f693133eaaa5bb0\
                b3708720d7b86424101bad56aa190c67d25fe35a4a34e1f4fd
                """,
            sealed: """
                ace9d080f1ae875c559fb3f0830e042a3a21ed7cbe6c5de366a3b0d7511b31425fd4\
                3a0af3ba7bb0a299c0f122ac5c677babcd1e1af24f284ead5fbb42aadc3665d2c28c\
                818aac133c851efe01dad7d7321b197390e707df69b2a386de1d4cea60c203324b53\
                102f4a760644cda341fdbdc3b5ca0aae74b7411c63a958e742aadbe96afff0996002\
                4a0be5e94425c6
                """
        ),
        .init(
            name: "tcId 78, 128 bytes",
            key: "d7addd3889fadf8c893eee14ba2b7ea5bf56b449904869615bd05d5f114cf377",
            nonce: "8a3ad26b28cd13ba6504e260",
            data: "",
            plaintext: """
                c877a76bf595560772167c6e3bcc705305db9c6fcbeb90f4fea85116038bc53c3fa5\
                b4b4ea0de5cc534fbe1cf9ae44824c6c2c0a5c885bd8c3cdc906f12675737e434b98\
                3e1e231a52a275db5fb1a0cac6a07b3b7dcb19482a5d3b06a9317a54826cea6b36fc\
                e452fa9b5475e2aaf25499499d8a8932a19eb987c903bd8502fe
                """,
            sealed: """
                294a764c03353f5f4f6e93cd7e977480d6c343071db0b7c1f0db1e95b85e6053f042\
                3168a9c7533268db9a194e7665359d14489bc47172a9f21370e89b0bd0e5ef966173\
                8de282572bcc3e541247626e57e75dec0f91ac5c530bd1a53271842996dcd04d8653\
                21b1ecb6e7630114fe780291b8dc3e5d0abc8e65b1c5493e9af0f2b974ca0f14fb9f\
                92014bff18573cff
                """
        ),
    ]

    /// AES-256-GCM, from McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B.
    static let galoisCounterMode: [AEADVector] = [
        .init(
            name: "GCM specification, test case 13",
            key: "0000000000000000000000000000000000000000000000000000000000000000",
            nonce: "000000000000000000000000",
            data: "",
            plaintext: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        .init(
            name: "GCM specification, test case 14",
            key: "0000000000000000000000000000000000000000000000000000000000000000",
            nonce: "000000000000000000000000",
            data: "",
            plaintext: "00000000000000000000000000000000",
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
        .init(
            name: "GCM specification, test case 15",
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            data: "",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c\
                0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
                """,
            sealed: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb0\
                8e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5\
                d93471bdec1a502270e3cc6c
                """
        ),
    ]

    /// AES-256-GCM, from C2SP Wycheproof, `testvectors_v1/aes_gcm_test.json`.
    ///
    /// The group is the one with `ivSize` 96, `keySize` 256, `tagSize` 128; results `valid`.
    static let aes256GCM: [AEADVector] = [
        .init(
            name: "tcId 93, 0 bytes",
            key: "80ba3192c803ce965ea371d5ff073cf0f43b6a2ab576b208426e11409c09b9b0",
            nonce: "4da5bf8dfd5852c1ea12379d",
            data: "",
            plaintext: "",
            sealed: "4771a7c404a472966cea8f73c8bfe17a"
        ),
        .init(
            name: "tcId 94, 1 bytes",
            key: "cc56b680552eb75008f5484b4cb803fa5063ebd6eab91f6ab6aef4916a766273",
            nonce: "99e23ec48985bccdeeab60f1",
            data: "",
            plaintext: "2a",
            sealed: "06633c1e9703ef744ffffb40edf9d14355"
        ),
        .init(
            name: "tcId 95, 8 bytes",
            key: "51e4bf2bad92b7aff1a4bc05550ba81df4b96fabf41c12c7b00e60e48db7e152",
            nonce: "4f07afedfdc3b6c2361823d3",
            data: "",
            plaintext: "be3308f72a2c6aed",
            sealed: "cf332a12fdee800b602e8d7c4799d62c140c9bb834876b09"
        ),
        .init(
            name: "tcId 96, 15 bytes",
            key: "67119627bd988eda906219e08c0d0d779a07d208ce8a4fe0709af755eeec6dcb",
            nonce: "68ab7fdbf61901dad461d23c",
            data: "",
            plaintext: "51f8c1f731ea14acdb210a6d973e07",
            sealed: "43fc101bff4b32bfadd3daf57a590eec04aacb7148a8b8be44cb7eaf4efa69"
        ),
        .init(
            name: "tcId 97, 16 bytes",
            key: "59d4eafb4de0cfc7d3db99a8f54b15d7b39f0acc8da69763b019c1699f87674a",
            nonce: "2fcb1b38a99e71b84740ad9b",
            data: "",
            plaintext: "549b365af913f3b081131ccb6b825588",
            sealed: "f58c16690122d75356907fd96b570fca28752c20153092818faba2a334640d6e"
        ),
        .init(
            name: "tcId 98, 17 bytes",
            key: "3b2458d8176e1621c0cc24c0c0e24c1e80d72f7ee9149a4b166176629616d011",
            nonce: "45aaa3e5d16d2d42dc03445d",
            data: "",
            plaintext: "3ff1514b1c503915918f0c0c31094a6e1f",
            sealed: "73a6b6f45f6ccc5131e07f2caa1f2e2f562d7379ec1db5952d4e95d30c340b1b1d"
        ),
        .init(
            name: "tcId 99, 24 bytes",
            key: "0212a8de5007ed87b33f1a7090b6114f9e08cefd9607f2c276bdcfdbc5ce9cd7",
            nonce: "e6b1adf2fd58a8762c65f31b",
            data: "",
            plaintext: "10f1ecf9c60584665d9ae5efe279e7f7377eea6916d2b111",
            sealed: """
                0843fff52d934fc7a071ea62c0bd351ce85678cde3ea2c9e7355fde5990067150538\
                13ce696237a8
                """
        ),
        .init(
            name: "tcId 104, 63 bytes",
            key: "6efca98126918ab564d88c6bec02e8998b2be50e3f906ff9adfdd185f373e756",
            nonce: "4abd6cfc83bd06b11efaa2a7",
            data: "",
            plaintext: """
                bbec79c086d41e602d090f7e40494d6bf3faa1dc6df0ab8a88ea5d35d426b248c2ad\
                880351e223f6170d37cc9655e10459e59cbd6d1c092ed31d72ccc7af20
                """,
            sealed: """
                97b4c73a4d8b5b21bc4b50dbb70dfa77b1a7bf0bbe7cf16ecf5bb60ba8070acc5740\
                780435ed145a62a613dd9881b721168fbb3f5af385ee5d4f856cf93cba27ac8c4010\
                d8e81b7051ceb06b30fe2d
                """
        ),
        .init(
            name: "tcId 105, 64 bytes",
            key: "5b1d1035c0b17ee0b0444767f80a25b8c1b741f4b50a4d3052226baa1c6fb701",
            nonce: "d61040a313ed492823cc065b",
            data: "",
            plaintext: """
                d096803181beef9e008ff85d5ddc38ddacf0f09ee5f7e07f1e4079cb64d0dc8f5e67\
                11cd4921a7887de76e2678fdc67618f1185586bfea9d4c685d50e4bb9a82
                """,
            sealed: """
                c7d191b601f86c28b6a1bdef6a57b4f6ee3ae417bc125c381cdf1c4dac184ed1d84f\
                1196206d62cad112b038845720e02c061179a8836f02b93fa7008379a6bff15612f6\
                c40f2e0db6dc76fc4822fcfe
                """
        ),
        .init(
            name: "tcId 106, 65 bytes",
            key: "81b6b27e5ed90ab99fe6756d4cb41e3f07269687f5afabdb426e29096b5e4466",
            nonce: "13e727486031cca21f733375",
            data: "",
            plaintext: """
                9a95a23cfb1e35d89a7597570df0fb0efcbb7429f53bebcbbfa49fa247b251a8508a\
                d497066855d08688576188e4ffb12d1d084dcabec3d57806daf215dcc97edd
                """,
            sealed: """
                7ede7368bca3c93d9f1d7f7750d6e44b1cb92c30e3c9834b0b69efd2470911644ae6\
                f6d75715e13aea8781f8da611a13ac6364c406c1a715b7e97acb22b6e6156e74e20a\
                93802f43407c8989a37f013802
                """
        ),
        .init(
            name: "tcId 107, 127 bytes",
            key: "ea1d436f6359caec010789fa94fe08b167c3e497d8917282f47ad2a8f95fd0f1",
            nonce: "73fe022202767af834e32126",
            data: "",
            plaintext: """
                adf9b6df5c5cc9473e0bb579f9a6aad396f93d28bf83e98136f978cfb9d501d09ef7\
                78c122b43c876c22e40d74a48d908978465a06be9e80891710c8c2690a762bc9eb8b\
                cb2aa2707db149abafb9c17c1f0b68c7adcea98aebf4c6a39e5a8f693133eaaa5bb0\
                b3708720d7b86424101bad56aa190c67d25fe35a4a34e1f4fd
                """,
            sealed: """
                2e6b19520d9c91e41f523bfd80cb3d577df762879b04a586b865280bac651102fa60\
                164b8586f91c02b2151cc2fd29f4c6e92839cdd873be12c1443141f8bcb8754965ae\
                c7c0829fb391e56563ba76e896ec81932b5efbad23bb965ebbf8d8fda98f9cbd48f3\
                7b2c46db609e40768266c2b36a7810d2b79133f377d0377b41f9a0eba513904c4a71\
                68d762000f34be
                """
        ),
        .init(
            name: "tcId 108, 128 bytes",
            key: "d7addd3889fadf8c893eee14ba2b7ea5bf56b449904869615bd05d5f114cf377",
            nonce: "8a3ad26b28cd13ba6504e260",
            data: "",
            plaintext: """
                c877a76bf595560772167c6e3bcc705305db9c6fcbeb90f4fea85116038bc53c3fa5\
                b4b4ea0de5cc534fbe1cf9ae44824c6c2c0a5c885bd8c3cdc906f12675737e434b98\
                3e1e231a52a275db5fb1a0cac6a07b3b7dcb19482a5d3b06a9317a54826cea6b36fc\
                e452fa9b5475e2aaf25499499d8a8932a19eb987c903bd8502fe
                """,
            sealed: """
                53cc8c920a85d1accb88636d08bbe4869bfdd96f437b2ec944512173a9c0fe7a47f8\
                434133989ba77dda561b7e3701b9a83c3ba7660c666ba59fef96598eb621544c6380\
                6d509ac47697412f9564eb0a2e1f72f6599f5666af34cffca06573ffb4f47b02f59f\
                21c64363daecb977b4415f19fdda3c9aae5066a57b669ffaa2575e63374b519e6c36\
                08321943d790cf9a
                """
        ),
        .init(
            name: "tcId 109, 129 bytes",
            key: "7f7c5804a680f61924966725dba2a80d85267c2e03c7c234b045b24ec8e23528",
            nonce: "2d9bf8b636f337d265b0904c",
            data: "",
            plaintext: """
                e2f85fb176840c38345da0f0f8db6cdbc45a123165f244ff5389fe65bf341fa13113\
                0751b5c739a9931d5a57b141dc7b5b0c5a2ca07331c2dc04b2657b0289878dea0ef7\
                d5601465b78a65795f0f3181304e58a261feb1d394f3c33cabae189941755d7654bb\
                7bef08c31bd2c5ce1203eebc015ae040da2a851c2ba3c62e699356
                """,
            sealed: """
                d7380d10b22c3ae584531e9e4ee73d387f69dbbb3d3d9fdb4971ed2750b31913f79e\
                4c00cf1b76933bbb75d39d8a6429a2528e9bd60e65fa6ffff9e01a8758e7b58409fa\
                3f370cc32a63aa60a54c36d733e8f6dfccd5c3120d05c6e33140c00562865532b2c6\
                89de98769d3386e7a3ae679e404e062536ca046261211a426fb586753f6c57c0cc2a\
                075e68d082f6e83590
                """
        ),
        .init(
            name: "tcId 128, 16 bytes",
            key: "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f",
            nonce: "000000000000000000000000",
            data: "",
            plaintext: "561008fa07a68f5c61285cd013464eaf",
            sealed: "23293e9b07ca7d1b0cae7cc489a973b3ffffffffffffffffffffffffffffffff"
        ),
        .init(
            name: "tcId 129, 16 bytes",
            key: "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f",
            nonce: "ffffffffffffffffffffffff",
            data: "",
            plaintext: "c6152244cea1978d3e0bc274cf8c0b3b",
            sealed: "7cb6fc7c6abc009efe9551a99f36a42100000000000000000000000000000000"
        ),
    ]

    /// As ``aes256GCM``, results `invalid`: a modified tag on each.
    static let aes256GCMModifiedTags: [AEADVector] = [
        .init(
            name: "tcId 130, Flipped bit 0 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9de8fef6d8ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 131, Flipped bit 1 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ee8fef6d8ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 132, Flipped bit 7 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa1ce8fef6d8ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 133, Flipped bit 8 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce9fef6d8ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 134, Flipped bit 31 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fe76d8ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 135, Flipped bit 32 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d9ab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 136, Flipped bit 33 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6daab1bf1bf887232eab590dd"
        ),
        .init(
            name: "tcId 137, Flipped bit 63 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1b71bf887232eab590dd"
        ),
        .init(
            name: "tcId 138, Flipped bit 64 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1be887232eab590dd"
        ),
        .init(
            name: "tcId 139, Flipped bit 71 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf13f887232eab590dd"
        ),
        .init(
            name: "tcId 140, Flipped bit 77 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bfa87232eab590dd"
        ),
        .init(
            name: "tcId 141, Flipped bit 80 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887332eab590dd"
        ),
        .init(
            name: "tcId 142, Flipped bit 96 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232ebb590dd"
        ),
        .init(
            name: "tcId 143, Flipped bit 97 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232e8b590dd"
        ),
        .init(
            name: "tcId 144, Flipped bit 103 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf8872326ab590dd"
        ),
        .init(
            name: "tcId 145, Flipped bit 120 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232eab590dc"
        ),
        .init(
            name: "tcId 146, Flipped bit 121 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232eab590df"
        ),
        .init(
            name: "tcId 147, Flipped bit 126 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232eab5909d"
        ),
        .init(
            name: "tcId 148, Flipped bit 127 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1bf1bf887232eab5905d"
        ),
        .init(
            name: "tcId 149, Flipped bits 0 and 64 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9de8fef6d8ab1bf1be887232eab590dd"
        ),
        .init(
            name: "tcId 150, Flipped bits 31 and 63 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fe76d8ab1b71bf887232eab590dd"
        ),
        .init(
            name: "tcId 151, Flipped bits 63 and 127 in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9ce8fef6d8ab1b71bf887232eab5905d"
        ),
        .init(
            name: "tcId 152, all bits of tag flipped",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa631701092754e40e40778dcd154a6f22"
        ),
        .init(
            name: "tcId 153, Tag changed to all zero",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa00000000000000000000000000000000"
        ),
        .init(
            name: "tcId 154, tag changed to all 1",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfaffffffffffffffffffffffffffffffff"
        ),
        .init(
            name: "tcId 155, msbs changed in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa1c687e76582b9b713f08f2b26a35105d"
        ),
        .init(
            name: "tcId 156, lsbs changed in tag",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "505152535455565758595a5b",
            data: "",
            plaintext: "202122232425262728292a2b2c2d2e2f",
            sealed: "b2061457c0759fc1749f174ee1ccadfa9de9fff7d9aa1af0be897333ebb491dc"
        ),
    ]
}
