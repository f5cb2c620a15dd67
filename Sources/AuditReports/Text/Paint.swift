/// Colours of a terminal, or none (ECMA-48, SGR).
struct Paint {
    enum Style: String {
        case error = "1;31"
        case warning = "33"
        case note = "36"
        case bold = "1"
        case dim = "2"
    }

    let isOn: Bool

    func callAsFunction(_ text: String, _ style: Style) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
