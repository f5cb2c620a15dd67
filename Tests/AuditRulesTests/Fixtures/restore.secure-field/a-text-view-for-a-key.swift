// swift-format-ignore-file
final class Import: UIViewController {
    private lazy var privateKeyTextView: UITextView = {  // expect: restore.secure-field
        let view = UITextView()
        view.returnKeyType = .done
        return view
    }()
    private lazy var noteTextView = UITextView()
}
final class Export: UIViewController {
    private let recoveryPhraseTextView = UITextView()
    func show() { recoveryPhraseTextView.isEditable = false }
}
final class Quiet: UIViewController {
    private let seedPhraseTextView = UITextView()
    func show() {
        seedPhraseTextView.spellCheckingType = .no
        seedPhraseTextView.autocorrectionType = .no
    }
}
