// swift-format-ignore-file
import CryptoSwift

let fallback = "0123456789abcdef"

func seal(_ text: String, _ typed: String?, _ isNew: Bool) throws {
    let bytes: [UInt8] = [1, 2, 3, 4]
    _ = try AES(key: bytes, blockMode: mode)  // expect: store.hardcoded-key
    _ = try AES(key: fallback, iv: iv)  // expect: store.hardcoded-key
    _ = try ChaCha20(key: Array("secret".utf8), iv: iv)  // expect: store.hardcoded-key
    _ = try Blowfish(key: typed ?? "1234")  // expect: store.hardcoded-key
    _ = try PKCS5.PBKDF2(password: [UInt8](repeating: 0, count: 16), salt: salt)  // expect: store.hardcoded-key
    _ = try PKCS5.PBKDF2(password: made(), salt: salt)  // expect: store.hardcoded-key
    _ = try Rabbit(key: isNew ? bytes : random())  // expect: store.hardcoded-key
}

func made() -> [UInt8] { Array("never".utf8) }

func open(_ typed: String) throws {
    var bytes = [UInt8](repeating: 0, count: 16)
    SecRandomCopyBytes(kSecRandomDefault, 16, &bytes)
    _ = try AES(key: bytes, blockMode: mode)
    var later = "a"
    later = typed
    _ = try AES(key: later, iv: iv)
    _ = try AES(key: random(), blockMode: mode)
    _ = try AES(key: "0123456789".map { _ in letters.randomElement()! }, blockMode: mode)
    _ = try PKCS5.PBKDF2(password: typed.bytes, salt: [1, 2, 3])
}

func random() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: 0...255) } }
