import Testing

/// One agreement: everything in hexadecimal.
struct AgreementVector: Sendable, CustomTestStringConvertible {
    let name: String
    let privateKey: String
    let publicKey: String
    let shared: String

    var testDescription: String { name }
}

/// X25519, from RFC 7748 and C2SP Wycheproof, `testvectors_v1/x25519_test.json`.
enum X25519Vectors {
    /// RFC 7748, sections 5.2 and 6.1.
    static let published: [AgreementVector] = [
        .init(
            name: "RFC 7748, section 5.2, vector 1",
            privateKey: "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            publicKey: "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            shared: "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        .init(
            name: "RFC 7748, section 5.2, vector 2",
            privateKey: "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            publicKey: "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            shared: "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
        .init(
            name: "RFC 7748, section 6.1, Alice",
            privateKey: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            publicKey: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
            shared: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        ),
        .init(
            name: "RFC 7748, section 6.1, Bob",
            privateKey: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            publicKey: "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
            shared: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        ),
    ]

    /// The public keys that belong to the private keys of RFC 7748, section 6.1.
    static let publicKeys: [(privateKey: String, publicKey: String)] = [
        (
            "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
        ),
        (
            "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
        ),
    ]

    /// Wycheproof: normal, twist, non-canonical and edge cases (results `valid`, `acceptable`).
    static let edgeCases: [AgreementVector] = [
        .init(
            name: "tcId 1, normal case",
            privateKey: "c8a9d5a91091ad851c668b0736c1c9a02936c0d3ad62670858088047ba057475",
            publicKey: "504a36999f489cd2fdbc08baff3d88fa00569ba986cba22548ffde80f9806829",
            shared: "436a2c040cf45fea9b29a0cb81b1f41458f863d0d61b453d0a982720d6d61320"
        ),
        .init(
            name: "tcId 2, public key on twist",
            privateKey: "d85d8c061a50804ac488ad774ac716c3f5ba714b2712e048491379a500211958",
            publicKey: "63aa40c6e38346c5caf23a6df0a5e6c80889a08647e551b3563449befcfc9733",
            shared: "279df67a7c4611db4708a0e8282b195e5ac0ed6f4b2f292c6fbd0acac30d1332"
        ),
        .init(
            name: "tcId 3, public key on twist",
            privateKey: "c8b45bfd32e55325d9fd648cb302848039000b390e44d521e58aab3b29a6964b",
            publicKey: "0f83c36fded9d32fadf4efa3ae93a90bb5cfa66893bc412c43fa7287dbb99779",
            shared: "4bc7e01e7d83d6cf67632bf90033487a5fc29eba5328890ea7b1026d23b9a45f"
        ),
        .init(
            name: "tcId 4, public key on twist",
            privateKey: "f876e34bcbe1f47fbc0fddfd7c1e1aa53d57bfe0f66d243067b424bb6210be51",
            publicKey: "0b8211a2b6049097f6871c6c052d3c5fc1ba17da9e32ae458403b05bb283092a",
            shared: "119d37ed4b109cbd6418b1f28dea83c836c844715cdf98a3a8c362191debd514"
        ),
        .init(
            name: "tcId 5, public key on twist",
            privateKey: "006ac1f3a653a4cdb1d37bba94738f8b957a57beb24d646e994dc29a276aad45",
            publicKey: "343ac20a3b9c6a27b1008176509ad30735856ec1c8d8fcae13912d08d152f46c",
            shared: "cc4873aed3fcee4b3aaea7f0d20716b4276359081f634b7bea4b705bfc8a4d3e"
        ),
        .init(
            name: "tcId 7, public key on twist",
            privateKey: "d03edde9f3e7b799045f9ac3793d4a9277dadeadc41bec0290f81f744f73775f",
            publicKey: "0200000000000000000000000000000000000000000000000000000000000000",
            shared: "b87a1722cc6c1e2feecb54e97abd5a22acc27616f78f6e315fd2b73d9f221e57"
        ),
        .init(
            name: "tcId 8, public key on twist",
            privateKey: "e09d57a914e3c29036fd9a442ba526b5cdcdf28216153e636c10677acab6bd6a",
            publicKey: "0300000000000000000000000000000000000000000000000000000000000000",
            shared: "a29d8dad28d590cd3017aa97a4761f851bf1d3672b042a4256a45881e2ad9035"
        ),
        .init(
            name: "tcId 9, public key on twist",
            privateKey: "e0ed78e6ee02f08bec1c15d66fbbe5b83ffc37ea14e1512cc1bd4b2ea6d8066f",
            publicKey: "ff00000000000000000000000000000000000000000000000000000000000000",
            shared: "e703bc8aa94b7d87ba34e2678353d12cdaaa1a97b5ca3e1b8c060c4636087f07"
        ),
        .init(
            name: "tcId 10, public key on twist",
            privateKey: "a8a1a2ec9fa9915ae7aace6a37c68591d39e15995c4ef5ebd3561c02f72dda41",
            publicKey: "ffff000000000000000000000000000000000000000000000000000000000000",
            shared: "ff5cf041e924dbe1a64ac9bdba96bdcdfaf7d59d91c7e33e76ed0e4c8c836446"
        ),
        .init(
            name: "tcId 11, public key on twist",
            privateKey: "a8c9df5820eb399d471dfa3215d96055b3c7d0f4ea49f8ab028d6a6e3194517b",
            publicKey: "0000010000000000000000000000000000000000000000000000000000000000",
            shared: "a92a96fa029960f9530e6fe37e2429cd113be4d8f3f4431f8546e6c76351475d"
        ),
        .init(
            name: "tcId 12, public key on twist",
            privateKey: "d0d31c491cbd39271859b4a63a316826507b1db8c701709fd0ffe3eb21c4467c",
            publicKey: "ffffff0f00000000000000000000000000000000000000000000000000000000",
            shared: "9f8954868158ec62b6b586b8cae1d67d1b9f4c03d5b3ca0393cee71accc9ab65"
        ),
        .init(
            name: "tcId 13, public key on twist",
            privateKey: "d053e7bf1902619cd61c9c739e09d54c4147f46d190720966f7de1d9cffbbd4e",
            publicKey: "ffffffff00000000000000000000000000000000000000000000000000000000",
            shared: "6cbf1dc9af97bc148513a18be4a257de1a3b065584df94e8b43c1ab89720b110"
        ),
        .init(
            name: "tcId 14, public key on twist",
            privateKey: "a021d75009a4596e5a33f12921c10f3670933bc80dde3bba22881b6120582144",
            publicKey: "0000000000001000000000000000000000000000000000000000000000000000",
            shared: "38284b7086095a9406028c1f800c071ea106039ad7a1d7f82fe00906fd90594b"
        ),
        .init(
            name: "tcId 87, non-canonical public key",
            privateKey: "0016b62af5cabde8c40938ebf2108e05d27fa0533ed85d70015ad4ad39762d54",
            publicKey: "efffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "b4d10e832714972f96bd3382e4d082a21a8333a16315b3ffb536061d2482360d"
        ),
        .init(
            name: "tcId 88, non-canonical public key",
            privateKey: "d83650ba7cec115881916255e3fa5fa0d6b8dcf968731bd2c9d2aec3f561f649",
            publicKey: "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "515eac8f1ed0b00c70762322c3ef86716cd2c51fe77cec3d31b6388bc6eea336"
        ),
        .init(
            name: "tcId 89, non-canonical public key",
            privateKey: "88dd14e2711ebd0b0026c651264ca965e7e3da5082789fbab7e24425e7b4377e",
            publicKey: "f1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "6919992d6a591e77b3f2bacbd74caf3aea4be4802b18b2bc07eb09ade3ad6662"
        ),
        .init(
            name: "tcId 90, non-canonical public key",
            privateKey: "98c2b08cbac14e15953154e3b558d42bb1268a365b0ef2f22725129d8ac5cb7f",
            publicKey: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "9c034fcd8d3bf69964958c0105161fcb5d1ea5b8f8abb371491e42a7684c2322"
        ),
        .init(
            name: "tcId 91, non-canonical public key",
            privateKey: "c0697b6f05e0f3433b44ea352f20508eb0623098a7770853af5ca09727340c4e",
            publicKey: "0200000000000000000000000000000000000000000000000000000000000080",
            shared: "ed18b06da512cab63f22d2d51d77d99facd3c4502e4abf4e97b094c20a9ddf10"
        ),
        .init(
            name: "tcId 92, non-canonical public key",
            privateKey: "18422b58a18e0f4519b7a887b8cfb649e0bfe4b34d75963350a9944e5b7f5b7e",
            publicKey: "0300000000000000000000000000000000000000000000000000000000000080",
            shared: "448ce410fffc7e6149c5abec0ad5f3607dfde8a34e2ac3243c3009176168b432"
        ),
        .init(
            name: "tcId 93, non-canonical public key",
            privateKey: "20620d82487707bedf9ee3549e95cb9390d2618f50cf6acba47ffaa103224a6f",
            publicKey: "0400000000000000000000000000000000000000000000000000000000000080",
            shared: "03a633df01480d0d5048d92f51b20dc1d11f73e9515c699429b90a4f6903122a"
        ),
        .init(
            name: "tcId 94, non-canonical public key",
            privateKey: "285a6a7ceeb7122f2c78d99c53b2a902b490892f7dff326f89d12673c3101b53",
            publicKey: "daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "9b01287717d72f4cfb583ec85f8f936849b17d978dbae7b837db56a62f100a68"
        ),
        .init(
            name: "tcId 95, non-canonical public key",
            privateKey: "c8e0330ae9dceeff887fba761225879a4bd2e0db08799244136e4721b2c88970",
            publicKey: "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "dfe60831c9f4f96c816e51048804dbdc27795d760eced75ef575cbe3b464054b"
        ),
        .init(
            name: "tcId 96, non-canonical public key",
            privateKey: "10db6210fc1fb13382472fa1787b004b5d11868ab3a79510e0cee30f4a6df26b",
            publicKey: "dcffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "50bfa826ca77036dd2bbfd092c3f78e2e4a1f980d7c8e78f2f14dca3cce5cc3c"
        ),
        .init(
            name: "tcId 97, non-canonical public key",
            privateKey: "9041c6e044a277df8466275ca8b5ee0da7bc028648054ade5c592add3057474e",
            publicKey: "eaffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "13da5695a4c206115409b5277a934782fe985fa050bc902cba5616f9156fe277"
        ),
        .init(
            name: "tcId 98, non-canonical public key",
            privateKey: "b8d499041a6713c0f6f876db7406587fdb44582f9542356ae89cfa958a34d266",
            publicKey: "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "63483b5d69236c63cddbed33d8e22baecc2b0ccf886598e863c844d2bf256704"
        ),
        .init(
            name: "tcId 99, non-canonical public key",
            privateKey: "c85f08e60c845f82099141a66dc4583d2b1040462c544d33d0453b20b1a6377e",
            publicKey: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "e9db74bc88d0d9bf046ddd13f943bccbe6dbb47d49323f8dfeedc4a694991a3c"
        ),
        .init(
            name: "tcId 100, RFC 7748",
            privateKey: "a046e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449a44",
            publicKey: "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            shared: "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        .init(
            name: "tcId 101, RFC 7748",
            privateKey: "4866e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba4d",
            publicKey: "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a413",
            shared: "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
        .init(
            name: "tcId 102, RFC 8037, Section A.6",
            privateKey: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            publicKey: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
            shared: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        ),
        .init(
            name: "tcId 103, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "b7b6d39c765cb60c0c8542f4f3952ffb51d3002d4aeb9f8ff988b192043e6d0a",
            shared: "0200000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 104, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "3b18df1e50b899ebd588c3161cbd3bf98ebcc2c1f7df53b811bd0e91b4d5153d",
            shared: "0900000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 105, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "cab6f9e7d8ce00dfcea9bbd8f069ef7fb2ac504abf83b87db601b5ae0a7f7615",
            shared: "1000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 106, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "4977d0d897e1ba566590f60f2eb0db6f7b24c13d436918ccfd32708dfad7e247",
            shared: "feffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"
        ),
        .init(
            name: "tcId 107, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "98730bc03e29e8b057fb1d20ef8c0bffc822485d3db7f45f4e3cc2c3c6d1d14c",
            shared: "fcffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"
        ),
        .init(
            name: "tcId 108, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "97b4fff682df7f096cd1756569e252db482d45406a3198a1aff282a5da474c49",
            shared: "f9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"
        ),
        .init(
            name: "tcId 109, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "317781b0163bae74accc06c0d44ef9a911a22b0d37faf7726621591f9343ea2f",
            shared: "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff3f"
        ),
        .init(
            name: "tcId 110, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "7e26f8f24cb590027f9d1bc49b0e1a242c7d8f43624d3e8fab28ee08e02cb45e",
            shared: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff03"
        ),
        .init(
            name: "tcId 111, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "e96d2780e5469a74620ab5aa2f62151d140c473320dbe1b028f1a48f8e76f95f",
            shared: "e5ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        ),
        .init(
            name: "tcId 112, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "8d612c5831aa64b057300e7e310f3aa332af34066fefcab2b089c9592878f832",
            shared: "e3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        ),
        .init(
            name: "tcId 113, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "8d44108d05d940d3dfe5647ea7a87be24d0d036c9f0a95a2386b839e7b7bf145",
            shared: "ddffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        ),
        .init(
            name: "tcId 114, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "21a35d5db1b6237c739b56345a930aeee373cdcfb4701266782a8ac594913b29",
            shared: "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        ),
        .init(
            name: "tcId 115, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "3e5efb63c352ce942762482bc9337a5d35ba55664743ac5e93d11f957336cb10",
            shared: "0000000000000000000000000000000000000000000000000000000000000002"
        ),
        .init(
            name: "tcId 116, edge case for shared secret",
            privateKey: "60a3a4f130b98a5be4b1cedb7cb85584a3520e142d474dc9ccb909a073a9767f",
            publicKey: "8e41f05ea3c76572be104ad8788e970863c6e2ca3daae64d1c2f46decfffa571",
            shared: "0000000000000000000000000000000000000000000000000000000000008000"
        ),
        .init(
            name: "tcId 119, special case public key",
            privateKey: "e0a8be63315c4f0f0a3fee607f44d30a55be63f09561d9af93e0a1c9cf0ed751",
            publicKey: "0200000000000000000000000000000000000000000000000000000000000000",
            shared: "0c50ac2bfb6815b47d0734c5981379882a24a2de6166853c735329d978baee4d"
        ),
        .init(
            name: "tcId 120, special case public key",
            privateKey: "0840a8af5bc4c48da8850e973d7e14220f45c192cea4020d377eecd25c7c3643",
            publicKey: "1200000000000000000000000000000000000000000000000000000000000000",
            shared: "77557137a2a2a651c49627a9b239ac1f2bf78b8a3e72168ccecc10a51fc5ae66"
        ),
        .init(
            name: "tcId 121, special case public key",
            privateKey: "0092229c753a71284d0853909470ad847ab62f439ea51482fb41d30cc3b44743",
            publicKey: "1400000000000000000000000000000000000000000000000000000000000000",
            shared: "c88e719ae5c2248b5f90da346a92ae214f44a5d129fd4e9c26cf6a0da1efe077"
        ),
        .init(
            name: "tcId 122, special case public key",
            privateKey: "b8da2bd2d7cf25a3e54e5f87ee15911effb9ff86baec4076d56c8e953670bf5b",
            publicKey: "0000000000000000000000000080000000000000000000000000000000000000",
            shared: "4bf6789c7ea036f973cde0af02d6fdb9b64a0b957022111439570fad7d7a453f"
        ),
        .init(
            name: "tcId 123, special case public key",
            privateKey: "684cd420af41abb3d10c61e773238cf729c2155f941ac27e15f4c37f49b29576",
            publicKey: "ffffffffffffffffffffffffffff000000000000000000000000000000000000",
            shared: "bcac235ae15cc7148372e11f9315e3bc76ceb904b3d2a8246bd9d9be2082bb62"
        ),
        .init(
            name: "tcId 124, special case public key",
            privateKey: "38cfacaa4460796b4de434bdd6739f0d043671f97fa829517511e6b47aa93474",
            publicKey: "0100000000000000000000000000010000000000000000000000000000000000",
            shared: "5dd7d16fff25cc5fdf9e03c3157cb0a235cea17d618f36e6f13461567edeb943"
        ),
        .init(
            name: "tcId 160, special case for E in multiplication by 2",
            privateKey: "301c935cae4357070b0adaf9cd6192830b2c989c153729eed99f589eb45f884b",
            publicKey: "5c6118c4c74cfb842d9a87449f9d8db8b992d46c5a9093ce2fcb7a49b535c451",
            shared: "909cc57275d54f20c67b45f9af9484fd67581afb7d887bee1db5461f303ef257"
        ),
        .init(
            name: "tcId 202, special case for z_2 in multiplication by 2",
            privateKey: "a84f488e193139f986b0e5b249635b137d385e420342aef1f194fcde1fe5e850",
            publicKey: "4ef367901aac8ba90a50e0cf86ca4e4a3ff164fb121605be346e2e48d04ac912",
            shared: "7eb48a60b14fb9ea5728f6410aef627d1522fad481b934af64e2c483b64d585f"
        ),
        .init(
            name: "tcId 242, special case for BB in multiplication by 3",
            privateKey: "787f1ddd78cc6473d3e63949409ad3f35bfe0ce0738f255dee682f2bfbc80f7f",
            publicKey: "37cd65d33036205f3449e8655a50d4b0c86fec02100b4f2db7da92dcf5e3aa0a",
            shared: "13de41659e3e308d6e26c94282fcc3e0364ddf0809ddee6c8e7abb5091b02b00"
        ),
        .init(
            name: "tcId 282, special case for BB in multiplication by 4",
            privateKey: "d87308bf753573f596ac8330b204014b2152dbdfc9881a0d9975058582bdf646",
            publicKey: "98e2cd4c10554e41b0a3e41082c8b6b61b55447d26c0aa97f9a06baeeb54b55b",
            shared: "71fdd3405c30805701ae4dfad98c493aecfcf2e3b563e7068373c1b19137c268"
        ),
        .init(
            name: "tcId 322, special case for AA in multiplication by 4",
            privateKey: "688e1bbb5114f34e8531c278b2d9714ba07c32a7aea6e627135bd1fc65238045",
            publicKey: "b33bd3ad14b66896f971cbdf27785fc3aa3cfb39adc6c29257d22ea4df8cbf63",
            shared: "350e3ab9d0dbff78f3f2157428beba189333be274827c10d59673f21c0c48a24"
        ),
        .init(
            name: "tcId 362, special case for x_2 in multiplication by 6",
            privateKey: "d805a7014755dd656f98d2b331f2d2d4912725ef3d03752f26f74dc1ad61666a",
            publicKey: "a244413ddc3a205d038d64266833eea1efba51ba62c9c6cdcdbe943be52bb00c",
            shared: "66484a4120e0eb0c7e0505e1d2c5d15de9b52b72e094c9bac88634200c557267"
        ),
        .init(
            name: "tcId 402, special case for E in multiplication by 7",
            privateKey: "b0cdbfdd98bd988d7c6a530455c51c57dd33fd2c7aee3961971bd3a31388fc71",
            publicKey: "13756a411ff3ae0c39222dde0810f08c432463162d81ef061071249a48439e15",
            shared: "ff94862117d3c6edc9dd5f4852fa8a589452b924ca8a75cb23b3d68dfed88c4b"
        ),
        .init(
            name: "tcId 442, special case for B in multiplication by 8",
            privateKey: "a8a5d4f7894a519537babfac736de36054f508dae434b4fe63cd5633846a2647",
            publicKey: "ceb90c56508cf330c7f25bab42b05b5612a8310690107ac63a404c0ade788009",
            shared: "3d145851b6ff2b92b5807ed1df21eb50c9f24c4474d4721db3abb7356df7b764"
        ),
        .init(
            name: "tcId 482, special case for BB in multiplication by 8",
            privateKey: "0065171301bf6b90fb16efa35509161f1bd6b3b93130d490af9fe224dd155f45",
            publicKey: "aa2f02628269139a7a8a16fde95c9bad7da7ffbd5439c396a7d77b6c3213e67f",
            shared: "bb4431bea7a5871c1be27a2674094627eaaa4425c99cd3fa41bd7e13cbd7bf7e"
        ),
        .init(
            name: "tcId 511, private key == -1 (mod order)",
            privateKey: "a023cdd083ef5bb82f10d62e59e15a6800000000000000000000000000000050",
            publicKey: "6c05871352a451dbe182ed5e6ba554f2034456ffe041a054ff9cc56b8e946376",
            shared: "6c05871352a451dbe182ed5e6ba554f2034456ffe041a054ff9cc56b8e946376"
        ),
        .init(
            name: "tcId 513, special case private key",
            privateKey: "4855555555555555555555555555555555555555555555555555555555555555",
            publicKey: "3e3e7708ef72a6dd78d858025089765b1c30a19715ac19e8d917067d208e0666",
            shared: "63ef7d1c586476ec78bb7f747e321e01102166bf967a9ea9ba9741f49d439510"
        ),
        .init(
            name: "tcId 514, special case private key",
            privateKey: "4855555555555555555555555555555555555555555555555555555555555555",
            publicKey: "9f40bb30f68ab67b1c4b8b664982fdab04ff385cd850deac732f7fb705e6013a",
            shared: "8b98ef4d6bf30df7f88e58d51505d37ed6845a969fe598747c033dcd08014065"
        ),
        .init(
            name: "tcId 515, special case private key",
            privateKey: "4855555555555555555555555555555555555555555555555555555555555555",
            publicKey: "be3b3edeffaf83c54ae526379b23dd79f1cb41446e3687fef347eb9b5f0dc308",
            shared: "cfa83e098829fe82fd4c14355f70829015219942c01e2b85bdd9ac4889ec2921"
        ),
        .init(
            name: "tcId 516, special case private key",
            privateKey: "b8aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6a",
            publicKey: "3e3e7708ef72a6dd78d858025089765b1c30a19715ac19e8d917067d208e0666",
            shared: "4782036d6b136ca44a2fd7674d8afb0169943230ac8eab5160a212376c06d778"
        ),
        .init(
            name: "tcId 517, special case private key",
            privateKey: "b8aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6a",
            publicKey: "9f40bb30f68ab67b1c4b8b664982fdab04ff385cd850deac732f7fb705e6013a",
            shared: "65fc1e7453a3f8c7ebcd577ade4b8efe1035efc181ab3bdb2fcc7484cbcf1e4e"
        ),
        .init(
            name: "tcId 518, special case private key",
            privateKey: "b8aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6a",
            publicKey: "be3b3edeffaf83c54ae526379b23dd79f1cb41446e3687fef347eb9b5f0dc308",
            shared: "e3c649beae7cc4a0698d519a0a61932ee5493cbb590dbe14db0274cc8611f914"
        ),
    ]

    /// Wycheproof, flag `ZeroSharedSecret`: every point of low order, to be refused.
    static let lowOrder: [AgreementVector] = [
        .init(
            name: "tcId 32, public key = 0",
            privateKey: "88227494038f2bb811d47805bcdf04a2ac585ada7f2f23389bfd4658f9ddd45e",
            publicKey: "0000000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 33, public key = 1",
            privateKey: "48232e8972b61c7e61930eb9450b5070eae1c670475685541f0476217e48184f",
            publicKey: "0100000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 63, public key with low order",
            privateKey: "e0f978dfcd3a8f1a5093418de54136a584c20b7b349afdf6c0520886f95b1272",
            publicKey: "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 64, public key with low order",
            privateKey: "387355d995616090503aafad49da01fb3dc3eda962704eaee6b86f9e20c92579",
            publicKey: "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 65, public key with low order",
            privateKey: "c8fe0df92ae68a03023fc0c9adb9557d31be7feed0d3ab36c558143daf4dbb40",
            publicKey: "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 66, public key with low order",
            privateKey: "c8d74acde5934e64b9895d5ff7afbffd7f704f7dfccff7ac28fa62a1e6410347",
            publicKey: "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 67, public key with low order",
            privateKey: "b85649d5120e01e8ccaf7b2fb8d81b62e8ad6f3d5c0553fdde1906cb9d79c050",
            publicKey: "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 68, public key with low order",
            privateKey: "2064b2f4c9dc97ec7cf58932fdfa3265ba6ea4d11f0259b8efc8afb35db88c48",
            publicKey: "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 69, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "0000000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 70, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "0100000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 71, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 72, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 73, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 74, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 75, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 76, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "0000000000000000000000000000000000000000000000000000000000000080",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 77, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "0100000000000000000000000000000000000000000000000000000000000080",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 78, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 79, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 80, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 81, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 82, public key with low order",
            privateKey: "786a33a4f7af297a20e7642925932bf509e7070fa1bc36986af1eb13f4f50b55",
            publicKey: "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 83, public key == 0",
            privateKey: "40ff586e73d61f0960dc2d763ac19e98225f1194f6fe43d5dd97ad55b3d35961",
            publicKey: "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 84, public key == 0",
            privateKey: "7887889bac4c629a101d3724f2ed8b98d936fde79e1a1f77d86779626bf8f263",
            publicKey: "0000000000000000000000000000000000000000000000000000000000000080",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 85, public key == 1",
            privateKey: "584fceaebae944bfe93b2e0d0a575f706ce5ada1da2b1311c3b421f9186c7a6f",
            publicKey: "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 86, public key == 1",
            privateKey: "e07971ee820e48b0b266d8be3cdbbb5e900a43f59ee8535c6572418615de4962",
            publicKey: "0100000000000000000000000000000000000000000000000000000000000080",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 117, special case public key",
            privateKey: "c8d07c46bbfb827753b92c70e49583ce8bfa44641a7382258ea903d6a832c96b",
            publicKey: "0000000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 118, special case public key",
            privateKey: "90b7ef237a055f348dcb4c4364a59d7d31edc7ab78f2ca254e2c810975c3f543",
            publicKey: "0100000000000000000000000000000000000000000000000000000000000000",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 154, special case public key",
            privateKey: "18630f93598637c35da623a74559cf944374a559114c7937811041fc8605564a",
            publicKey: "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 165, D = 0 in multiplication by 2",
            privateKey: "5891c9272cf9a197735b701e5715268d36d7436b7e351a3e997a0862e4807d4d",
            publicKey: "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
        .init(
            name: "tcId 166, D = 0 in multiplication by 2",
            privateKey: "c0f9c60aea73731d92ab5ed9f4cea122f9a6eb2577bda72f94948fea4d4cc65d",
            publicKey: "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            shared: "0000000000000000000000000000000000000000000000000000000000000000"
        ),
    ]
}
