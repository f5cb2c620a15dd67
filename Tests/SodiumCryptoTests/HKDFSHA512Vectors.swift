import Testing

/// One derivation: everything in hexadecimal; `key` is the output of the extract.
struct DerivationVector: Sendable, CustomTestStringConvertible {
    let name: String
    let secret: String
    let salt: String
    let info: String
    let key: String
    let output: String

    var testDescription: String { name }
}

/// One HMAC: everything in hexadecimal; the key is called `salt` as HKDF does.
struct ExtractVector: Sendable, CustomTestStringConvertible {
    let name: String
    let salt: String
    let secret: String
    let key: String

    var testDescription: String { name }
}

/// HKDF with SHA-512.
///
/// RFC 5869 itself has vectors for SHA-256 and SHA-1 only.
enum HKDFSHA512Vectors {
    /// HMAC-SHA-512 of RFC 4231; test case 5 is a truncated output, which nothing here makes.
    static let extracts: [ExtractVector] = [
        .init(
            name: "RFC 4231, section 4.2, test case 1",
            salt: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
            secret: "4869205468657265",
            key: """
                87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa8\
                33b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
                """
        ),
        .init(
            name: "RFC 4231, section 4.3, test case 2",
            salt: "4a656665",
            secret: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            key: """
                164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758\
                bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
                """
        ),
        .init(
            name: "RFC 4231, section 4.4, test case 3",
            salt: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            secret: """
                dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\
                dddddddddddddddddddddddddddddddd
                """,
            key: """
                fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e\
                848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb
                """
        ),
        .init(
            name: "RFC 4231, section 4.5, test case 4",
            salt: "0102030405060708090a0b0c0d0e0f10111213141516171819",
            secret: """
                cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd\
                cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd
                """,
            key: """
                b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91c\
                a5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd
                """
        ),
        .init(
            name: "RFC 4231, section 4.7, test case 6",
            salt: """
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
                """,
            secret: """
                54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a6520\
                4b6579202d2048617368204b6579204669727374
                """,
            key: """
                80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56\
                d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
                """
        ),
        .init(
            name: "RFC 4231, section 4.8, test case 7",
            salt: """
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
                aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
                """,
            secret: """
                5468697320697320612074657374207573696e672061206c6172676572207468616e\
                20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20\
                626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20\
                626520686173686564206265666f7265206265696e67207573656420627920746865\
                20484d414320616c676f726974686d2e
                """,
            key: """
                e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b602\
                2cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58
                """
        ),
    ]

    /// C2SP Wycheproof, `testvectors_v1/hkdf_sha512_test.json`, results `valid`.
    ///
    /// Wycheproof gives the final output only; the key in between is cross-computed with Python's
    /// `hmac`.
    static let derivations: [DerivationVector] = [
        .init(
            name: "tcId 1, 20 bytes",
            secret: "24aeff2645e3e0f5494a9a102778c43a",
            salt: "",
            info: "",
            key: """
                5fa8bafa679257420a0637a5d60205b655f3af1e3cb7bb9f0651710a2321991e8042\
                438408aff6c0bee61d98ea26c591864cd77365232cae0a22f88b8e6d0075
                """,
            output: "dd2599840b09699c6200b5cba79002b3aa75c61b"
        ),
        .init(
            name: "tcId 2, 42 bytes",
            secret: "a23632e18ec76b59b1c87008da3f8a7e",
            salt: "",
            info: "",
            key: """
                deffe829fc506e349bcc0ad00cb152825e2cf50fd1bd5f1036f0dfb229291a8f4f34\
                117ed9e91c6d1fbe6b9be65e5a9abd18d04dd3255a100ad77789aa5cc9e7
                """,
            output: """
                c4af93d4bae9ca2b45f590cd3d2f539ff5749d7b0864fbe44a438d38a2f8e5afe016\
                41145e389c989766
                """
        ),
        .init(
            name: "tcId 3, 64 bytes",
            secret: "a4748031a14d3e6aafe42aa20c568f5f",
            salt: "",
            info: "",
            key: """
                c9632426a3d8f95d5fc98a8c8e9544de9ca5e6f76ff5eda9428866c119bcb4e77f7d\
                84c8af2c0643fe0ebf41eda705dadc5206faf33b31e8a1d4dbbc296fea86
                """,
            output: """
                62ea97e06051e40b79deb127a4da294f557cafa3d7a90a75c02064571dfbbe469912\
                9bdcec4b39eed7757ce8e3571589f7d8f5523c0dc3fd6a56b099fb4bfd51
                """
        ),
        .init(
            name: "tcId 4, 20 bytes",
            secret: "06eb26f8ccf28580c8f28d5b4dc47a49",
            salt: "",
            info: "d5f081e81e8cf9ded199f3ae43c80a2dfe3d9cf2",
            key: """
                b1635cf06fd1cf2ca06b3e022e207db83cb144bb69aac0b443058b350381fe9036dc\
                8c79e6c586b9ba4f090277ecf086c86bd26da1aa4e135b8382d349a9ac60
                """,
            output: "952b7dfa219f167aa8a86a5f136dfc7aed1848fc"
        ),
        .init(
            name: "tcId 5, 42 bytes",
            secret: "c181696a19ab1a32eb6e81b2925d8990",
            salt: "",
            info: "d8c8de92fe5422c9825996354db1821ba43a81ac",
            key: """
                33d15dc1f1b5e7ec3f2eae969508e59ef47a78065d7851b6a1c2a0bc98ef955528be\
                198f9a0eb3072d078685832311cdd91337d6c8c97f7b2b6b1787a29160f8
                """,
            output: """
                bd646410b4ef179e10369db6d7e4fe841e7915f8ae793b8f49149c05a0cee691b234\
                c8cbb51c8b038b7a
                """
        ),
        .init(
            name: "tcId 6, 64 bytes",
            secret: "55fb6dcc7802354e55a45a6e41858c05",
            salt: "",
            info: "dcd590e418b259c64fb9e139b3a1280d5de8400b",
            key: """
                7b2cb2fa696534aabf551d4a622ad828cc18961334cbd87282d96676e430cfa4ac50\
                3a5e543797f167cee5d20ffb17331ad393eeb8fd1cf7aacefbc7ed96dc3f
                """,
            output: """
                725ac2b568fa0308ea6baeb2175ae9a0d41f8be1af13057f0646ba56389a8f1d8a78\
                3da95fc7eee4897a0b1580f7987115e03508feedc335260a293f01afdb98
                """
        ),
        .init(
            name: "tcId 7, 20 bytes",
            secret: "c27718560fae2515acb17a874991d357",
            salt: "4487f538b65c9058625057b4bbdd93e7",
            info: "",
            key: """
                708afb2573977e126d5179b1069a90e0037ae9c6d53241fdf043135407260c4fb792\
                4cbd5f35cefaeeb307308c3e8ca50c5c92212a8b07b5e25e74bfabd5334e
                """,
            output: "35f274d31948fc03ce2c06501aaefe1b033655e8"
        ),
        .init(
            name: "tcId 8, 42 bytes",
            secret: "be0df9811ad0bf3b08358a3dc4a05981",
            salt: "c98618bfeb59295f8bf1dd3804b1bf2c",
            info: "",
            key: """
                11e877da11a76d65fdda2b7257721a89644a60579e9bf533ea26d847dda2e934cd07\
                9cc6e53603d73811ebdb0119db313d45e0b1bb0348f4487ccf6d5b41f6c3
                """,
            output: """
                c5cc73041ea99289bfbc39aaf64595129b461651c69d3de5297d66f844b4d59257be\
                9a82bddf228630c8
                """
        ),
        .init(
            name: "tcId 9, 64 bytes",
            secret: "529e91a61895f1c4ceb5b6994f48783b",
            salt: "12e4ae515328983bab2d88da3cb32a95",
            info: "",
            key: """
                21a689fc1c8938f91b03ffe18cb6db6e6939429a78622fd50144f934ef4a1c07aebc\
                e946f40545c164efc9d5be86ed3bd98b880bccf3b88a9c8f509c04463caf
                """,
            output: """
                9c40abb65d7ef9826758a9818668624907b2bc0d9ff6b80d60673d2fdd68418874f4\
                8bf1960d75e19c6594d7079b6b019d8e3ec98705a6b4886e122c9eab955e
                """
        ),
        .init(
            name: "tcId 10, 20 bytes",
            secret: "c360e16084cfd13cb44b0dc02d8665de",
            salt: "685ac7df93701d6c78babd847861bb3c",
            info: "e0ddfaaaa7afb53f59a007a205c7149b5b5a72be",
            key: """
                69130e0f21fe71d76abbbfd8db37b1394f7ea3229585bee33a0a46b0b44b44675669\
                57586632af08ad1ad9c638229d707a746aa0a0f996b47bd1011c24455157
                """,
            output: "17408c6f8dd7eb8423758ce39a91b59020f7debe"
        ),
        .init(
            name: "tcId 11, 42 bytes",
            secret: "0cbd136d66d15a4ffefde1303b430821",
            salt: "2614d80275b08a1cf90bae0eb607d4d5",
            info: "ee991de21aeb6baa6a5f683dbb755e6f80db1c1d",
            key: """
                c32f7305e6695712b1252e463f0ace8bf372041e4ad7134a3af47a163149968121e9\
                9f64d17cd7d933358962a524476ef8f6a7e169aacc2ed87a5496b649c1f6
                """,
            output: """
                e51c3bfe5f4e9b4fb0d3c3a67bb33a20c288800e03707621cf143e8581d422dfec3f\
                e658ba8fa2e35c2c
                """
        ),
        .init(
            name: "tcId 12, 64 bytes",
            secret: "7a00817689a3d79001825a864c69c120",
            salt: "08bc01c053a6406c7c4a667c9b9b3894",
            info: "967ccd75395be6e96a67759f070487c9e2107791",
            key: """
                cc37fad77188ecad7f5517a4535db8b588e03d69feac5ec426fe267e32e785f6b4d6\
                e751dff591e5917884159a532ffffbd79bcd28bfb02c224b4ac3782a1d1b
                """,
            output: """
                aed987bcc5ed33c4feec7b28aa9fe1c16b1181e00ff42c63cf692ec19242f6d46286\
                04b3382db0806d5e61518f83fc651e6f3bd0a9d1322926a76869b98b75d6
                """
        ),
        .init(
            name: "tcId 13, 20 bytes",
            secret: "d003dd047181bd66420b529c78aaee1b",
            salt: "5a2737f637eb905ba5a480d51a721c012f3ff9701d9c4fa1424f1f5f540f",
            info: "",
            key: """
                0cae308faf51a7f23a9237ba43f17aad5b42bba9e3d5ce286c18b87da0444f2b4ec0\
                0b4a26ed4a34e35955f04d83af6b6f06cf4c38c23a759a6b43c7764dc874
                """,
            output: "16641bfd5d6e5551cae116518a26a1a7de896b4f"
        ),
        .init(
            name: "tcId 14, 42 bytes",
            secret: "75d085427d397b263fb3c6c8e0c40b6f",
            salt: "e2141b0dc65348632396a25c6d7b6ffabf55686532544c351860635b7c86",
            info: "",
            key: """
                00ff6a1b0a52242a67cab659f66ba5e5f6e55cfe785994f7a1532f3dd94d669d3226\
                4f7f13cd055a2a5381674c9c7745df0cb73d6adbf10708ae747339ac9ba5
                """,
            output: """
                28ad85d71323bf7311963124b13a534832cb386ecfb9f3a04c995cdc189816a1034a\
                536c906364b75338
                """
        ),
        .init(
            name: "tcId 15, 64 bytes",
            secret: "63984079a2540d0bba5d2700642104c6",
            salt: "70b2a476c9a80e52352b503901a7afea41c186bdc872d5053448769299e8",
            info: "",
            key: """
                570551097fd57da8947191139b5d2c4c2f6821ca145bb83bfbdf93242ba07870bf72\
                99bb560d5ba65efae2a33416f2cc13aa2e73b76f6f765866c5dd292207ce
                """,
            output: """
                4505108ef681eb9d39dfcd7e54d3273907fbb06d468d8f3a2d2ccc01cf1792fb4796\
                242051fc770c12a8f782dfe47f3ad0c80248cd5ab28db46c8eb27a2153d1
                """
        ),
        .init(
            name: "tcId 16, 20 bytes",
            secret: "ef7c6fecad5a8674b65b78c1d696d9a0",
            salt: "ee9d00f7d448d4b3a206bd7e7fb8a9a6564ca80c9e0eb6ef61a4933c157c",
            info: "35054b8177e4ee42e4e51bf60e91c3f56dcbaa12",
            key: """
                793df6bc9ae3ee47f0bff15b56f13eda01dbcf76ff3dfaeaef230d29fa030662c382\
                33005b02c3a4ce1e3403c734361c4ad170c7bf4442db249c6ac8dac6032d
                """,
            output: "55993a8f74405846fbb4e22515088db8cc28096d"
        ),
        .init(
            name: "tcId 17, 42 bytes",
            secret: "f403b6c59bdb751b3f7b9c97fae5226f",
            salt: "9139e549297ee26eae5afea7ee012e683cd7e59b5b8966f55f6d18ded11c",
            info: "27d06c3a2fdb5c97de4506e1bc1311991660c5f5",
            key: """
                21b7d9d7f966cdff74d8fb756881be6a47ed8c222234778fc324ffe930a1e0f7413a\
                19891e248492230b01aee040e07624330127e550765183a8e51e301f0054
                """,
            output: """
                1ac0f389936950af705d587295a878693d3496aa81288cccbbb596aeeae678c2e876\
                02beaea14da6e795
                """
        ),
        .init(
            name: "tcId 18, 64 bytes",
            secret: "d515f58eed428b2bac233c8538580e2f",
            salt: "c2a3ad9db6621fceb7498c0e6287522077acd2d47b55c09d52e114943b37",
            info: "14de8cffd89e49275f69d2e1e6b43fa0c3775451",
            key: """
                e0afae3493797bb00ecac9a27884305d397ed6c0203275c94ea9cdf646d8515ca7ba\
                62bc0e8b9c4f91c3dddbccf5f9a0f63d7d74253e277076467f7cbc1dcc15
                """,
            output: """
                04039af015d1b63b0af171e0fc283c06d19a0e4b1093fa5f8c721d85580c52799f13\
                d644543c2249497492f55029ce9cd19a29cd84acbc1488724941a3fc97fc
                """
        ),
        .init(
            name: "tcId 19, 42 bytes",
            secret: "df27ab960ad87bfe2e173a4659e3546b",
            salt: """
                1e7ec49981fd4b0b7c20dd4dd5bdfbf2195e707f4d0354611b4893b8a86f61467aca\
                2cf726ccc3ef0b0b4f3240d945ce506197e2be00322b17b48209c312ef9f
                """,
            info: "",
            key: """
                f2e007dec99b48e1d40e5e1c273287885312e1986560a44ae4abb2f6a7004fd5eb9f\
                90137a16cef2f88e4648902229e85f5d54587c4d1075dcc1e5e3cb98f4f5
                """,
            output: """
                a1cca923d8f07cf98d658b425425a146a6cfea8910dbfee9a28962d0b1a1f40716eb\
                fd19d094a1bba684
                """
        ),
        .init(
            name: "tcId 20, 42 bytes",
            secret: "24a37db03dbcffbe9e28d582d0d8c60a",
            salt: """
                4c3d3b4f5436418713fbe2fbc4d647095ce5d5392dcfffd20327187e14fb68360b94\
                c5122203292d8b648a754ab70f6d3d61e0650f06d55c4b5762cba0231e27
                """,
            info: "8cd9e7b786a74bd370bae434e31a559bdf75d65f",
            key: """
                8ce9ce7b5b259219e05f8e1e0aaf46bfbe6f89de22b4c4ac33005bc0511b477eea68\
                77b8687f669235ca204070552cd8c6596f15809017de5f0e79e524ca8bf1
                """,
            output: """
                ea18185ff290f27480f625404a39d56582a1bcd8f74f97cfccb898ddf2611833ed57\
                fa46e88e145b604d
                """
        ),
        .init(
            name: "tcId 23, 80 bytes",
            secret: "d04f44faa4542b34f958d8a863801f2c",
            salt: "",
            info: """
                ff6b5b655cbf2421a66d2f28408395a2ce57264f76bd60befd51cbfd9474faa47a97\
                a9aa0f0e4338635633023cb36da12a3051f1f369355b687304e74c5218b315
                """,
            key: """
                9ec06e838ec4c982f54dafb8b0d7b0d575f96968d363c3789e65f740a7aae42e04da\
                42d2a447c100b8ca5db18cb5f824e1dc7107765ba1857293f403bd5a54dd
                """,
            output: """
                76ebb3133cbf07afb653393bea4e4ecdab9d8e8fcc5e79e67d5346312ce9e46e937b\
                3393170b811e25f7621923f74e519b604ae2b9884fe2d7202782ee9e20100f95341d\
                8b6ff1f39db23bab7b7edcd6
                """
        ),
        .init(
            name: "tcId 29, 64 bytes",
            secret: "59b7fce05176a56f9b086b2e9e526b4491d05d27",
            salt: "",
            info: "d0e410792d888f355baaae8e17288e982032c231",
            key: """
                1e4df995136a9eff3da2fd4d3d2a671c898153a523136172ea043d9f6133379e4f48\
                5b12f6faf73827ca0fc7443f6319e9e25f5192df360baa0561ab6772cd90
                """,
            output: """
                7900b70b5de87eae6426d1a3f31346b4d3162fe51f24000492ff9e86b301e7652b09\
                7f660fcd6a08c52c39b693eea175bf4462810bf05f4bb20c83ca68ea23d4
                """
        ),
        .init(
            name: "tcId 41, 64 bytes",
            secret: "611710557b5f54c91ee635c38f16222b00a71533",
            salt: "4f7e27c2efd4e2ae3774fd948d95e30d40a16ff799d31bad27b37eda9bc7",
            info: "f3cfd0fe4090c2927217405f339b450553a51140",
            key: """
                50452ba7ee70b5b7319d86d337be27dd3e86a75a96b8ba1df9771ff6392c520c4bbf\
                07c7a1e2eb34bac080877ca8129870d6be538bc6dc341dfc507e6a9db91c
                """,
            output: """
                a99a33170d6597f7b7c4125f821bff6cc409f1e28c97fbe0257cbf15abd532bf71e8\
                3ee5011e01e80850a028a51ac8aaca76af6f2b824d3d8e3330d03e54d01c
                """
        ),
        .init(
            name: "tcId 46, 80 bytes",
            secret: "8e9dfcf668a8b7e22c8d403c35af78324dafeadf",
            salt: "",
            info: """
                b4d6ce377ee98d0e1614e3865354cda02dfeb92010ffbade5d1f7e4329f166995a67\
                415d56221128b04de3e8c49437b9e322986b5fe1256c7f8c81021b99ea96ae
                """,
            key: """
                f1d1115c49d374723170e2e6254d61c879b12675fa4d7f25d791e011dffea801eb40\
                33c44a4bdef3ca74b97c46024a20c5d5ffca03a60835b094929e4d3d5421
                """,
            output: """
                dd84d95073c84cc9d3d059855c220d74f288642a9f73cc2f20be70bbaae251b4341a\
                4f20a5a9ee1e79f976124e9e3293f790c489a52a00b64089ba57dc73e0f81fcebbcb\
                7f75c7f9d02f6dd4bc7b5466
                """
        ),
        .init(
            name: "tcId 50, 20 bytes",
            secret: "23624191960916aad7039c8e9dc2ec4e04ac61a233a02ec6045021598123f0cd",
            salt: "",
            info: "60dd0d1381a014491b34f0af15e4bebb8f64cbd5",
            key: """
                89c8fab86496d0c817c4295e8805f722cb53da889b5240c3fa31a02dbe05998f1ddc\
                9fd607be0e3cd34042a53fc29f12531ca4725fe1a5e296e55673137eb343
                """,
            output: "4d3bf3440bdef2e8624d89ecbb31ff8c7cea5835"
        ),
        .init(
            name: "tcId 64, 64 bytes",
            secret: "59ee8495dd1744f06cd1009858da52fc81490e1547e0f8b173da0818dcfa0ad3",
            salt: "31a144d8fd2c31ec7d6fd63de0c70e15149ec0f10595ea2d3e4a7db54826",
            info: "4d5ca4ab21d09ad04d3c7a71b5c8a8822f1ec808",
            key: """
                9da81bda234ee4c2624d122e4293aed6dd24ffdd5daf73c0553deec5e723d6339124\
                7856f679c513bdd14f22f3fdea4c036ae264e5dcdc81627bb80bdabdcab2
                """,
            output: """
                9ca5aebd961dc42fc40eea99d12a196f6c34d36aa0f3784157db68f6e1feae71fe45\
                f8ae63248b12f52a96109b03101970f580eaedb7afc29515861c75ce3898
                """
        ),
        .init(
            name: "tcId 66, 42 bytes",
            secret: "5e4c5e300cd1337f3b833ce4d3a0bc13b5a457577e157a94715b041833882fc2",
            salt: """
                e365c68a08cc9a36d6044c5e108d784e801da10f66ae266fec614d63c68caf222ba7\
                5ac7699befa2e9f303038d0e2d07fe3818fff864068d2b714f1758a5f11d
                """,
            info: "496eb6088ebcfd20d1611bd18ae36ea8b6a6259e",
            key: """
                aac1e0dc3e00926ceb0ae3da72c8d994f9a725601b28fffc1843d0dc5d3347f5cbf5\
                e04e4a75f8d60876224d339dbb873bb7e33cfcf7455a2d62248ea8fd96f3
                """,
            output: """
                02adb7ffc83257e7f21ad3c493a8cc5d4bb43db68b4defd246e5f85dc9f9eeadd594\
                1e933eedaeb3f795
                """
        ),
        .init(
            name: "tcId 69, 80 bytes",
            secret: "d2ee6859f3e52e456f4b0e19252f3ba453102fb4de685b9823a652acb2f87039",
            salt: "",
            info: """
                086e8dc0aa05538926dc74e89857232aa7d1fdc3f6ca29dddaba48dd682bcf1cfe08\
                700e2a5a7102d01e57a93bca2668dee95339d5db6b6a2e7e5fa66667b8d5b8
                """,
            key: """
                4eaa4b5aee18631240e42fe467357b27ac15134904fd25b5ab83b6891d47d7e242c3\
                2ae3a20af8da520510cfa0855e836e1afad786fe5a1907f4d28a2fdb1d5a
                """,
            output: """
                ee9e8055191498f009d497b5d8e5397a7b602f78bca52b52cb301a9673bbfc07caa9\
                986b9517b70bc015aa5d5491c9231d95cb01c6c54de1f58219ecd275c1c4d9deda42\
                331dd70bbb5d07b03c219a5c
                """
        ),
        .init(
            name: "tcId 70, 64 bytes",
            secret: """
                9fb35c09d3efebdfe522d4875d9adac74ee7eb7b845432f1cb28a9c9a48ffe63bfea\
                2fab94106d96eff39629cf57ef5e7c3e94fb95ff8057f0894c1f352806cd
                """,
            salt: """
                100d0324664c4c02443fc97e5186e38a256133e825398d387fd6138acc8b47833f66\
                0f52c960b74bfeb30c38fba4b6e426c17dbef9d45e582ef2857afba229ae
                """,
            info: "e7bd97cdac7d9e6b",
            key: """
                8435683ac2a5e8a89b13702d716e95961b143da5ba44d4a9bbfcbbca1bfaecace1d7\
                1321a81e72e8afbd7201d9176549a733dc0ccffb30ff23f77f6eb74ce146
                """,
            output: """
                a50e6839375e2a7eabc5a3610a12225b4e1d6a1cc0b4f600a528cd26ef5fee12336e\
                39c57a001620c8e4cb9414316b11f11861c314c3acef48251867a2327c9d
                """
        ),
        .init(
            name: "tcId 71, 120 bytes",
            secret: """
                c132ac861d00e8aa82470baf3be3851c9f77f96b19cc2c3eb5558c20915ad16cb45c\
                50db9b230c5279bf7b38fbf50ce68b60d7b230530f3a5f4016883f217168
                """,
            salt: """
                4c3582c867fab84ca075da5aef6b78b8db982ee4fe33fb4500294659aad63dd7677f\
                2f256bf719c6796ea8fdf12c46863064875a529aeef9318f344335610f82
                """,
            info: "7573b95f1d8ee5d0",
            key: """
                b087146a5ca91111992125fed9b0645733503d887a733ed47fc4048139ba1223ee3b\
                1b1192b6abc04c21cbb23c3e2e176fec615d105fab10c7eb22ad2c84bdd1
                """,
            output: """
                d93663825963a4a2328a6e56ee7d108de95b7c981c3e62dc8df40105e4995137ca8c\
                fa91cbffb447ffd80b0b901578aaabc6c56b3aa66734fbe98b95c1125990e14533e1\
                3d049f025880fb2834c8e5e2bbc8719deb3b207429397c19beb0160f46441f95f8b1\
                1ab2ead32c64c12d9f46d6aaa58f9e685771
                """
        ),
        .init(
            name: "tcId 72, 256 bytes",
            secret: """
                908959c6b518c7cc6fdf24ee7d1c05327a1fdacd08b1d66cf7ad554cdeb724e0445a\
                3741ca47d58f5e67a7514f4834107d710bbdb6a8c1e2d37349ffdad7dd2a
                """,
            salt: """
                d22c064b2b3a63abe1b4348fa38b9f5ad44167a2588a2b1af8fa862f95a11da7a584\
                7a0db68d80815734f8260ed29a9226c678d0a60f7aa3cc39a0f9e9a02513
                """,
            info: "cefa421c2bac0569",
            key: """
                f955aad076720f290881365e07df378bc78e21a90b818f3c82d8cbe4ccf602a87aa6\
                dda7862174be9bfc1c3203a0cce5a59ad4015d718b105807df9b3e74dc87
                """,
            output: """
                621851c73876e92e257113bcb8e8ddc810f6985910304c5b481ebd50d600a03c1f1a\
                7720d7256aabcd74661559c629571a48cf7647acf50e800d8069814a00ab01c34725\
                bffa515377b9bf26cc3074128e2dc0baa1d765459b92ce5851bff217895c9fa39b70\
                8743b0e6be5a80af85eea19f7861dc46e77c1dad0ec89cb7c66b42b7b6eaf7cc02d9\
                711e70284dabbf908636ca4cee1148d094519ea8830e0c7a4bf55bb5756a556bea23\
                9f200d4faa5c2991e8e9306c65b3811ceeb881474bc84fec0a9fffa8da7733a51dda\
                2e95c04a3d88ebc5c429b2c700e5a1bad5739f897c671d45e026595e13c3f71abbe3\
                7e79befcbe1ea18cfe3b2e33c387a8489659
                """
        ),
        .init(
            name: "tcId 73, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: "",
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                58ac8acbcbe4849ba509c9df23ef55ba4173e7814b948eff7335ca1e6abf9e4b5730\
                bbc0c1c05bb9794bfb765a12d2b80e9fe075ad69e0cf109187272b32dea9
                """,
            output: "1a4d9bb4aebb50780a57fe8e922dfbf5ba6018236b2196a0f96d704b063f739e"
        ),
        .init(
            name: "tcId 74, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                58ac8acbcbe4849ba509c9df23ef55ba4173e7814b948eff7335ca1e6abf9e4b5730\
                bbc0c1c05bb9794bfb765a12d2b80e9fe075ad69e0cf109187272b32dea9
                """,
            output: "1a4d9bb4aebb50780a57fe8e922dfbf5ba6018236b2196a0f96d704b063f739e"
        ),
        .init(
            name: "tcId 75, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                bd37d35e915d6a3431e8ab0fe1f1a3d129d9b6dfcdcb627ae7eb6d15068145cff05f\
                a37e6bca0721e9ae696281759f6f1f6784db7c8d30c4b75342ec6d6a1cc2af
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                e282f27d98a240f7c7b83545481634fed7a2ec61884f1a7d027d4e4ad07254a65468\
                d875eb77778d10b780b16f60bf9182f9c57cc932f9bf5b42452e0bcf0ba7
                """,
            output: "54b3b9a5d7f1713194b8e0621d8d33c6f2034b5005d47bbc90e5883d6af9bc42"
        ),
        .init(
            name: "tcId 76, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                3b9a27801be4b5d7ae71500e2d0cc887bd1291129859f10278de575843d914dbf11a\
                985fd4fd3ed039117b53fce0674955e9699c22ee3d3c7db05d429201f352
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                40c06b3f75a1eab67c2b14fcf6feb15fb620dd0b14ce753ea2e1312af0cc35d2b9a3\
                a4c94906ab08d2ea49bbaf5d023fb43e3c8cecf0b1f8390bbe6045851999
                """,
            output: "c33219807c46e518225d0b37c02eab9032f701f79116ee1d7a4f5472b57c610c"
        ),
        .init(
            name: "tcId 77, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: "1264271934b6a446",
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 78, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: "1264271934b6a4460000000000000000",
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 79, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: "1264271934b6a44600000000000000000000000000000000",
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 80, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: "1264271934b6a446000000000000000000000000000000000000000000000000",
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 81, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                1264271934b6a4460000000000000000000000000000000000000000000000000000\
                000000000000
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 82, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                1264271934b6a4460000000000000000000000000000000000000000000000000000\
                0000000000000000000000000000
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
        .init(
            name: "tcId 83, 32 bytes",
            secret: """
                ddba77f227f237c791c07ee7e1ce9d933ecad3614212cc98d4f12afc90a3b21f4c7c\
                3b4c54f44ad7d1e8ce45cd36aad5cb0bbf84e90cb054a1e7dc558690c5fa
                """,
            salt: """
                1264271934b6a4460000000000000000000000000000000000000000000000000000\
                00000000000000000000000000000000000000000000
                """,
            info: "6b478027231379b6bbed6c61732aad5636b5aab2",
            key: """
                43f8cf1d9924380524289a4f687aa1716d57dc7b00c056c2727c4ea45b7d64f0662f\
                ec4fea338b6b37be0b84e9df5ab0510c01f50f10a2cd7f70562eaa6224ee
                """,
            output: "a2d9e9a4248a1f7f42ba1f58119012d9bfac2693d8a7a7570bee13221ede1f98"
        ),
    ]
}
