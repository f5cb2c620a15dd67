// swift-format-ignore-file
enum Cipher {
    static func seal(_ text: Data, with secret: String) throws -> Data {
        try AES.GCM.seal(text, using: SymmetricKey(data: Data(secret.utf8))).combined!
    }
}

func keep(_ text: Data, _ typed: String) throws {
    try store.write(Cipher.seal(text, with: "correct horse"))  // expect: store.hardcoded-key
    try store.write(Cipher.seal(text, with: typed))
}
