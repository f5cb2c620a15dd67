import ArgumentParser
import FoundationEssentials
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Standard output for data, standard error for talk.
struct Console {
    let quiet: Bool
    let json: Bool
    let color: ColorChoice

    /// Prints a line of data.
    func data(_ line: String) throws {
        try HostStream.standardOutput.write(Array((line + "\n").utf8).span.bytes)
    }

    /// Prints a JSON document: sorted keys, one line.
    func document(_ value: some Encodable) throws {
        try data(Self.json(value))
    }

    /// A value as JSON: sorted keys, one line; what moves a cursor or turns the writing is escaped.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        guard !json.unicodeScalars.allSatisfy(\.isPrintable) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            guard !scalar.isPrintable else {
                text.unicodeScalars.append(scalar)
                continue
            }
            // Such stand in strings alone (RFC 8259, section 7).
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }

    /// Says something to the user; lost when nobody listens.
    func talk(_ line: String) {
        guard !quiet else { return }
        let line = "protectctl: \(line.printable)\n"
        try? HostStream.standardError.write(Array(line.utf8).span.bytes)
    }

    /// A name as data: on a terminal it cannot move the cursor, elsewhere it is left as it is.
    func shown(_ name: String) -> String {
        Terminal.isTerminal(.standardOutput) ? name.printable : name
    }

    /// Whether data may be coloured.
    var colorsData: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto:
            ProcessEnvironment.current.value(of: "NO_COLOR") == nil
                && Terminal.isTerminal(.standardOutput)
        }
    }

    /// Puts a colour around text, when colours are on.
    func paint(_ text: String, _ style: Style) -> String {
        colorsData ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The few styles in use (ECMA-48, SGR).
    enum Style: String {
        case good = "32"
        case bad = "31"
        case dim = "2"
        case bold = "1"
    }
}

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}
