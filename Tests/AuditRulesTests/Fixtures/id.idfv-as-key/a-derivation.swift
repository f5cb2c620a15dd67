// swift-format-ignore-file
func key() -> SymmetricKey {
    let seed = Data(UIDevice.current.identifierForVendor!.uuidString.utf8)  // expect: id.idfv-as-key
    return HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: seed), outputByteCount: 32)
}