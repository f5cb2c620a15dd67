import Testing

/// One code of other sizes; the message is 00 01 02 … and so is the key.
struct KeyedHashVector: Sendable, CustomTestStringConvertible {
    let keyByteCount: Int
    let count: Int
    let messageByteCount: Int
    let code: String

    var testDescription: String {
        "key of \(keyByteCount), code of \(count), message of \(messageByteCount) bytes"
    }
}

/// Keyed BLAKE2b.
enum KeyedHashVectors {
    /// The official known answers (BLAKE2 `testvectors/blake2b-kat.txt`, the same as in libsodium's
    /// `test/default/generichash.c`): the key is 00 … 3f, the message 00 01 02 ….
    static let known: [(messageByteCount: Int, code: String)] = [
        (
            0,
            """
            10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786b5e9\
            96e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568
            """
        ),
        (
            1,
            """
            961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4187b\
            0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd
            """
        ),
        (
            2,
            """
            da2cfbe2d8409a0f38026113884f84b50156371ae304c4430173d08a99d9fb1b9831\
            64a3770706d537f49e0c916d9f32b95cc37a95b99d857436f0232c88a965
            """
        ),
        (
            3,
            """
            33d0825dddf7ada99b0e7e307104ad07ca9cfd9692214f1561356315e784f3e5a17e\
            364ae9dbb14cb2036df932b77f4b292761365fb328de7afdc6d8998f5fc1
            """
        ),
        (
            63,
            """
            bd965bf31e87d70327536f2a341cebc4768eca275fa05ef98f7f1b71a0351298de00\
            6fba73fe6733ed01d75801b4a928e54231b38e38c562b2e33ea1284992fa
            """
        ),
        (
            64,
            """
            65676d800617972fbd87e4b9514e1c67402b7a331096d3bfac22f1abb95374abc942\
            f16e9ab0ead33b87c91968a6e509e119ff07787b3ef483e1dcdccf6e3022
            """
        ),
        (
            65,
            """
            939fa189699c5d2c81ddd1ffc1fa207c970b6a3685bb29ce1d3e99d42f2f7442da53\
            e95a72907314f4588399a3ff5b0a92beb3f6be2694f9f86ecf2952d5b41c
            """
        ),
        (
            111,
            """
            2620f687e8625f6a412460b42e2cef67634208ce10a0cbd4dff7044a41b7880077e9\
            f8dc3b8d1216d3376a21e015b58fb279b521d83f9388c7382c8505590b9b
            """
        ),
        (
            127,
            """
            76d2d819c92bce55fa8e092ab1bf9b9eab237a25267986cacf2b8ee14d214d730dc9\
            a5aa2d7b596e86a1fd8fa0804c77402d2fcd45083688b218b1cdfa0dcbcb
            """
        ),
        (
            128,
            """
            72065ee4dd91c2d8509fa1fc28a37c7fc9fa7d5b3f8ad3d0d7a25626b57b1b44788d\
            4caf806290425f9890a3a2a35a905ab4b37acfd0da6e4517b2525c9651e4
            """
        ),
        (
            129,
            """
            64475dfe7600d7171bea0b394e27c9b00d8e74dd1e416a79473682ad3dfdbb706631\
            558055cfc8a40e07bd015a4540dcdea15883cbbf31412df1de1cd4152b91
            """
        ),
        (
            191,
            """
            e3c0739190ed849c9c962fd9dbb55e207e624fcac1eb417691515499eea8d8267b7e\
            8f1287a63633af5011fde8c4ddf55bfdf722edf88831414f2cfaed59cb9a
            """
        ),
        (
            192,
            """
            8d6cf87c08380d2d1506eee46fd4222d21d8c04e585fbfd08269c98f702833a15632\
            6a0724656400ee09351d57b440175e2a5de93cc5f80db6daf83576cf75fa
            """
        ),
        (
            193,
            """
            da24bede383666d563eeed37f6319baf20d5c75d1635a6ba5ef4cfa1ac95487e96f8\
            c08af600aab87c986ebad49fc70a58b4890b9c876e091016daf49e1d322e
            """
        ),
        (
            254,
            """
            d444bfa2362a96df213d070e33fa841f51334e4e76866b8139e8af3bb3398be2dfad\
            dcbc56b9146de9f68118dc5829e74b0c28d7711907b121f9161cb92b69a9
            """
        ),
        (
            255,
            """
            142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e92484be1\
            c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461
            """
        ),
    ]

    /// Cross-computed with Python's `hashlib.blake2b`.
    static let otherSizes: [KeyedHashVector] = [
        .init(
            keyByteCount: 16,
            count: 16,
            messageByteCount: 0,
            code: "083aac7ba77bc664005d821eb8bfa4d9"
        ),
        .init(
            keyByteCount: 16,
            count: 32,
            messageByteCount: 3,
            code: "d9ee8ce577dcfe6b083fd02d89e5140c944d9dbc8be3eb1cb695fd67d6e67aa2"
        ),
        .init(
            keyByteCount: 32,
            count: 16,
            messageByteCount: 64,
            code: "d70096919189ec3b386b4de2e4cf86d4"
        ),
        .init(
            keyByteCount: 32,
            count: 32,
            messageByteCount: 0,
            code: "4e51e7a913fc80137da52880fecca175bf81e117d5c68126dc2774033517ea0d"
        ),
        .init(
            keyByteCount: 32,
            count: 32,
            messageByteCount: 100,
            code: "5c0ab21018b1328b7612b997a8899146f97aab2dc0a3d8f7113717558bf25e5a"
        ),
        .init(
            keyByteCount: 32,
            count: 64,
            messageByteCount: 128,
            code: """
                0c8c43ef7468fe60c754fb1cea2b2d9f96a1c24b992d7222ae867cf3339d050b58e4\
                13b443d90ae11427ecd336d455f91afdac1ec5f819c65bf4b5572497f8f9
                """
        ),
        .init(
            keyByteCount: 48,
            count: 48,
            messageByteCount: 129,
            code: """
                c61f6c1a801f2973cd054c4981fc9f38318eea68b8f1416617048787ae087c12df02\
                a228b4bef383f36b12b41dd48b14
                """
        ),
        .init(
            keyByteCount: 64,
            count: 17,
            messageByteCount: 33,
            code: "87730f4885fed6fb02ff1bf7c5fdc6d680"
        ),
    ]
}
