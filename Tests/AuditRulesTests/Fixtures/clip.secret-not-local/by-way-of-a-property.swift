// swift-format-ignore-file
final class Copier {
    private let board = UIPasteboard.general
    func copy(text: String) { board.string = text }
}
final class Screen {
    let copier = Copier()
    func copyCode(_ otp: String) { copier.copy(text: otp) }  // expect: clip.secret-not-local
}
