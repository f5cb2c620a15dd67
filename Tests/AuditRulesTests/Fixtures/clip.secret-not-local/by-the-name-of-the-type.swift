// swift-format-ignore-file
final class SecurePasteboard {
    func copy(text: String?) { UIPasteboard.general.string = text ?? "" }  // expect: clip.secret-not-local
}