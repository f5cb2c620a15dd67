// swift-format-ignore-file
func key() throws -> SymmetricKey {
    var bytes = Data(count: 32)
    let status = bytes.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!) }
    guard status == errSecSuccess else { throw KeyError.noRandom }
    return SymmetricKey(data: bytes)
}
