import Testing

/// One sealed message: everything in hexadecimal, the tag at the end of `sealed`.
struct AEADVector: Sendable, CustomTestStringConvertible {
    let name: String
    let key: String
    let nonce: String
    let data: String
    let plaintext: String
    let sealed: String

    var testDescription: String { name }
}

/// XChaCha20-Poly1305, from C2SP Wycheproof, `testvectors_v1/xchacha20_poly1305_test.json`.
///
/// The group is the one with `ivSize` 192, `keySize` 256, `tagSize` 128. tcId 1 is the example of
/// draft-irtf-cfrg-xchacha-03, appendix A.3.1.
enum XChaCha20Poly1305Vectors {
    /// Results `valid`.
    static let valid: [AEADVector] = [
        .init(
            name: "tcId 1, draft-arciszewski-xchacha-02",
            key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            nonce: "404142434445464748494a4b4c4d4e4f5051525354555657",
            data: "50515253c0c1c2c3c4c5c6c7",
            plaintext: """
                4c616469657320616e642047656e746c656d656e206f662074686520636c61737320\
                6f66202739393a204966204920636f756c64206f6666657220796f75206f6e6c7920\
                6f6e652074697020666f7220746865206675747572652c2073756e73637265656e20\
                776f756c642062652069742e
                """,
            sealed: """
                bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c\
                7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba4\
                0db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c9763\
                7da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
                """
        ),
        .init(
            name: "tcId 2, 0 bytes",
            key: "ab1562faea9f47af3ae1c3d6d030e3af230255dff3df583ced6fbbcbf9d606a9",
            nonce: "6a5e0c4617e07091b605a4de2c02dde117de2ebd53b23497",
            data: "",
            plaintext: "",
            sealed: "e2697ea6877aba39d9555a00e14db041"
        ),
        .init(
            name: "tcId 4, 1 bytes",
            key: "303ccb2e1567c3d9f629a5c632dbc62a9a82c525674f67988b31bd1dee990538",
            nonce: "05188738844ab90a8b11beef38eaec3e100d8f4f85ae7a41",
            data: "",
            plaintext: "62",
            sealed: "45d15734f984d749fa3f0550a70c43dddf"
        ),
        .init(
            name: "tcId 32, 15 bytes",
            key: "1c838d9f68e687fbdddc6dff7f2e44b277bfeb316ae5d11b3e935889b48539d8",
            nonce: "9ce202557c11a57cb14e7e4bd7986f1cf6232196672d25ea",
            data: "",
            plaintext: "37905d98be9839e02923d119a88d56",
            sealed: "c5aa0caf82b963f1e9b84a789a77d359c3e2e43cc098ed413ece9d9a6fd47a"
        ),
        .init(
            name: "tcId 34, 16 bytes",
            key: "6a1f808358461e75072a054e2fc4e4c3e7f882c57920dda3278d0c860ca704e3",
            nonce: "25dc279923c1bcdaa7a36e7b884b51f62343abad71986037",
            data: "",
            plaintext: "f242209c67698ea32c2152f8785b7d82",
            sealed: "732715c60018fb0ed55c14c1fa9a5273afe3c4f050bf001e1dfcb2313dd8edd2"
        ),
        .init(
            name: "tcId 36, 17 bytes",
            key: "3b11469dc670f5dfbe0aad7d15ee4862c92cb07842e5dcc48fa8e5fc817f1749",
            nonce: "9a61cf35aecbd40a65b35a64b516896f3de7f977b5c9901d",
            data: "",
            plaintext: "540731e4ba3e4e2fd623a1a13233736ee7",
            sealed: "0fd7386b41396e0558495c45cdba02906229f601a11f6a1072342c60b631de6085"
        ),
        .init(
            name: "tcId 64, 31 bytes",
            key: "16a376d68b3105262a07558e5e448ecdcbe075770cf60e7b7db1420f4fa4e36d",
            nonce: "17d6ff40ad135ac9df55fa5c0eaf03e5d91cdac63c684e8e",
            data: "",
            plaintext: "bdb5500794edd38a398f18f83de03e16f135ea960d3b8c6578abc541aa1d03",
            sealed: """
                1ca6389e16c2f43e9e89447991d1472c8283a8dd94fdf61c4f5aee746cb53733107b\
                bbc06e563abf48979dbc7c66b6
                """
        ),
        .init(
            name: "tcId 68, 33 bytes",
            key: "92b9b40c00480a50ee16a86349a46e37b02d5ba74d2e5a67eaf333e467fa0152",
            nonce: "daca1f50a4c0d9b77151c75f2e58ce404847d0aab493086d",
            data: "",
            plaintext: "c857f3c55da61d72563912a2534e01b6426ba41bf417c15b725086d31a1645c94d",
            sealed: """
                82be237be008228a8a9ff1a506d5b893cf9dcaa1dd33c0523b13582bcade4629ef72\
                3437af0b684b6e04024352206cbaf9
                """
        ),
        .init(
            name: "tcId 72, 64 bytes",
            key: "7948151a374363d07dfb12869b7f90502f2de8117d3d72d5133b9b3e3dc78ef7",
            nonce: "8052acef0423bb07a6fbaf8f63039f1eaa2cdefc61b31b18",
            data: "",
            plaintext: """
                76e03034be5514561e99c32ab58901eabac0f67b40c366202ac8a08ee3f68c3b283c\
                1adeefee6f5544330d4771e5148c5231ec27b3f3f9d81a3dca52e115e1b5
                """,
            sealed: """
                764ab84b844b57b0564f63ec70ad12d81dc3a0e65233a9bf06d6b2c653787eb991bc\
                37a885a04509690ab49fd8dedcabe3c346df9036d735de3bf73ab03f5ba7075248c9\
                1d1f246aebaa96c86627d18e
                """
        ),
        .init(
            name: "tcId 74, 97 bytes",
            key: "92570a01d2b6123b67055400c8a9b0cb948e32c9b8520758cd1abd73f83c8507",
            nonce: "6d609141e3e4331f55344c1f5e6fad589b39ec1d12b9fbf0",
            data: "",
            plaintext: """
                e86fc97c194d37a5e1345d139fe82dd669b6350c435cb446fcbdcc90fe5859bb2ef1\
                f69d930e29dc343b57dfd7ff3c382652939bbd1c978a790ed1dbe5ad1fcbe157925a\
                b4335c649c2f80c19d541e9e7eb4feb64e596bc6d7df8aa3476e0a9f7e
                """,
            sealed: """
                98fc26e0cfd5a75b5bcd9e046e89c6e9dc5aaefdd5e8ea7e4d286dcdaca0fe6ae744\
                d244678f91c9ccf6e294bd5586be671645ae87d3435836a5ab383b253602c25a6cc0\
                4353c076725b4fc4aff9b4dc9bd194fe92ef0a920f15d6b8fea9f1906503bb49593f\
                116a30a8390f96380a9888
                """
        ),
        .init(
            name: "tcId 78, 128 bytes",
            key: "2e89767b15f18b855d04c0b6b47c1f8facc9a058e2194ad2ad901ef940ab54cb",
            nonce: "3507ec4cd1a6c2eaf081ec32888e08839481f35b3b0f7872",
            data: "",
            plaintext: """
                eff2e375228756f995b8ab52213177c4b7ca92bc81114f5c23aa64dd7eaff7b86ee2\
                e674984c4b65bf4c5ff402e23902c005e05de25b3c6e8a64323aeafe04ec6cd1f6c8\
                51be39e55208d76476d3ed7100042eccb72cf1349ea101253b7a5a4a8677c1d6df5a\
                54e9c24558e2d68c3f50acbd1ebbb4773884b0ff23d95a4ff60d
                """,
            sealed: """
                cf2e17f9d8c6562de6d3e8c8bc30ba2904cf5c3616d15ea77667186ee45f444ea264\
                327dcf210b6735a39005b62529d557480ed0462e49d982cf5962e5ee6d8ccc388d5d\
                e102e676a55426ce5a873d2e84a2d841e7b30c7ab19035274886b3c5c979d065bdde\
                9b0b9e466b22559e30a5a5abc4817312e15d2c0dcdd99d867361c844d555bb43a83b\
                4aa735b2aa1d566a
                """
        ),
        .init(
            name: "tcId 223, edge case intermediate sums in poly1305",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "000102030405060708090a0b0c0d0e0f101112130bc672c3",
            data: "ffffffff",
            plaintext: """
                ceb62cbb6fdf40d883c45cb4b0a82da13e4866c40629725ae6d371e4d8ad3a8f0cc5\
                53287840e73cc66c3066e115108b995d6f8990f1b8db1b0c1d14b5157441789895de\
                7fe538acf5c6ceb56e54a73d
                """,
            sealed: """
                113caf3ebbe98a82548702641e4b4fbaffffffffffffffffffffffffffffffff3708\
                d0f8f5cf1fea3d966ff22dac4cf1ffffffffffffffffffffffffffffffff3708d0f8\
                f5cf1fea3d966ff22dac4cf1e0f1d382b53c44a2e7228920468fc301
                """
        ),
        .init(
            name: "tcId 224, edge case intermediate sums in poly1305",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            nonce: "000102030405060708090a0b0c0d0e0f101112130bc672c3",
            data: "ffffffff",
            plaintext: """
                66757c7a2bc935a528bca12f511c9de4edc981d8e14e366b2a473b6e64915977d632\
                7c2f727007290405a06b3346a385f7a66391086c4befc6b8a2acf8a71cbfa26fbad9\
                75d5d8b937af5eb8bc0714331a16e6e08912f3bc9ca081f72056468a
                """,
            sealed: """
                b9ffffffffffffffffffffffffffffff2c7e18e31898bbce336bb57543c39c07edff\
                ffffffffffffffffffffffffffff9104f3e767620ccb224b4047b24d9701edffffff\
                ffffffffffffffffffffffff9104f3e767620ccb224b4047b24d970185d066d0fcfb\
                58a260119f937ff6fcf0
                """
        ),
        .init(
            name: "tcId 206, edge case for poly1305 key",
            key: "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f",
            nonce: "000102030405060708090a0b0c0d0e0f101112133e8775b2",
            data: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
                """,
            plaintext: """
                7ee395bd21ada42ed12310d34918a28e596a49ee7a22f623d756b896663f68733e6c\
                71a344f4726ac24e330679f25e492be08603aaa23f1e88c10299047c8e585983332a\
                8b6eadcd9b6061b63fe3b58a2021b38c7cf379fe9a9f6d114f3cfe422f91af78c6fd\
                87d4269af0e3e471abed457ae75c027e134c96cf4d9a4a646288
                """,
            sealed: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffff4921f7c24a2d42f4\
                da7ad9d45e8ec26c
                """
        ),
        .init(
            name: "tcId 207, edge case for poly1305 key",
            key: "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121303e9b9a4",
            data: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
                """,
            plaintext: """
                af205bda819f7451be0f28667d4b01b59ff2daa8173cab52046c3c9e0d989889c5e0\
                21ef7afd06e9ce6cc30e3a6ebab509134ba10d10e570c55587c13eee53e73be54804\
                c8539ffbf23b35922b1ca37b9e9bc24ee204837ca5a294ce05d12600c7eff6aee322\
                70db2feff47dc5a04176169e15850628e6035f78994f9f56035c
                """,
            sealed: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffb86b0a8e9427af35\
                16950efc81d935d5
                """
        ),
        .init(
            name: "tcId 216, edge case for tag",
            key: "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "abffffffffffffffffffffffffffffff5a20e89e14ed5af85da66b5e4bdbe002",
            plaintext: """
                660336ffb732a4dcda556c2539d3d2de6cdaed0d7d9104593f8ed69bf0db8aa33c0e\
                746482b7dc53d40b8a5331ca33b874639cdc7a787badd436bcd56e798af3
                """,
            sealed: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00010203\
                0405060708090a0b0c0d0e0f
                """
        ),
        .init(
            name: "tcId 217, edge case for tag",
            key: "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "ffffffffffffffffffffffffffffffff7c85b8e5991711f804915250b99cf7a7",
            plaintext: """
                660336ffb732a4dcda556c2539d3d2de6cdaed0d7d9104593f8ed69bf0db8aa33c0e\
                746482b7dc53d40b8a5331ca33b874639cdc7a787badd436bcd56e798af3
                """,
            sealed: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00000000\
                000000000000000000000000
                """
        ),
        .init(
            name: "tcId 122, 32 bytes",
            key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "00000000000000000000000000000000",
            plaintext: "60e28a8f89adf230daab792c94dfebe766eda542d7c092d97ccb7501486fc6a3",
            sealed: """
                000000000000000000000000000000000000000000000000000000000000000052ca\
                5edfb3c4fca83d5776154188a08d
                """
        ),
        .init(
            name: "tcId 123, 64 bytes",
            key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "00000000000000000000000000000000",
            plaintext: """
                60e28a8f89adf230daab792c94dfebe766eda542d7c092d97ccb7501486fc6a31ec9\
                568c72a762296f76685b29a5f903cb0198722ad071bde29b48a62d367f3b
                """,
            sealed: """
                00000000000000000000000000000000000000000000000000000000000000000000\
                000000000000000000000000000000000000000000000000000000000000a7c21e96\
                322a7f8c453961640791f3e6
                """
        ),
    ]

    /// Results `invalid`: a modified tag on each.
    static let modifiedTags: [AEADVector] = [
        .init(
            name: "tcId 146, Flipped bit 0 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0418b3e73e52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 147, Flipped bit 1 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0718b3e73e52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 148, Flipped bit 7 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "8518b3e73e52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 149, Flipped bit 8 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0519b3e73e52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 150, Flipped bit 31 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3673e52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 151, Flipped bit 32 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73f52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 152, Flipped bit 33 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73c52c3be2eaba76807b784e1"
        ),
        .init(
            name: "tcId 153, Flipped bit 63 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c33e2eaba76807b784e1"
        ),
        .init(
            name: "tcId 154, Flipped bit 64 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2faba76807b784e1"
        ),
        .init(
            name: "tcId 155, Flipped bit 77 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2e8ba76807b784e1"
        ),
        .init(
            name: "tcId 156, Flipped bit 80 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba66807b784e1"
        ),
        .init(
            name: "tcId 157, Flipped bit 96 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76806b784e1"
        ),
        .init(
            name: "tcId 158, Flipped bit 97 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76805b784e1"
        ),
        .init(
            name: "tcId 159, Flipped bit 120 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76807b784e0"
        ),
        .init(
            name: "tcId 160, Flipped bit 121 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76807b784e3"
        ),
        .init(
            name: "tcId 161, Flipped bit 126 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76807b784a1"
        ),
        .init(
            name: "tcId 162, Flipped bit 127 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c3be2eaba76807b78461"
        ),
        .init(
            name: "tcId 163, Flipped bit 63 and 127 in tag",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "0518b3e73e52c33e2eaba76807b78461"
        ),
        .init(
            name: "tcId 164, Tag changed to all zero",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "00000000000000000000000000000000"
        ),
        .init(
            name: "tcId 165, tag change to all 1",
            key: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
            nonce: "000102030405060708090a0b0c0d0e0f1011121314151617",
            data: "000102",
            plaintext: "",
            sealed: "ffffffffffffffffffffffffffffffff"
        ),
    ]
}
