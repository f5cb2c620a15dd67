import ArgumentParser
import ProtectionModel
import Documents

/// Puts what the argument parser found wrong into the form of all other errors.
///
/// The parser reports its findings only as English text (swift-argument-parser 1.8,
/// `UsageGenerator.swift`); what is not known here is passed on as it is.
struct UsageComplaint {
    private let text: String
    private let usage: String
    private let call: CommandCall

    init(_ text: String, usage: String, _ call: CommandCall) {
        self.text = Self.oneLine(text)
        self.usage = usage
        self.call = call
    }

    var report: ErrorReport {
        let (message, hint) = messageAndHint
        return ErrorReport(.invalidArgument, message, hint: hint ?? general)
    }

    /// The first line: a second one is another guess at what was meant, or lists six words or more,
    /// which are added to the first, as the parser itself does with fewer.
    private static func oneLine(_ text: String) -> String {
        let lines = text.split(separator: "\n")
        let first = lines.first.map(String.init) ?? ""
        let words = lines.dropFirst().prefix { $0.hasPrefix("  - ") }
            .map { "'\($0.dropFirst(4))'" }
        guard first.hasSuffix(" the following:"), let last = words.last else { return first }
        return first.replacing(
            " the following:",
            with: " \(words.dropLast().joined(separator: ", ")) or \(last)"
        )
    }

    private var name: String { call.words.joined(separator: " ") }
    private var mayBePasscode: Bool { call.command is any TakesPasscode.Type }

    private var messageAndHint: (String, String?) {
        if text.hasPrefix("No command was given") { return noCommand }
        if call.isBehindLeaf {
            let topic = call.words.dropFirst().joined(separator: " ")
            return (
                "'\(name)' has no commands of its own",
                "'protectctl help \(topic)' shows what it takes"
            )
        }
        if text.contains("nexpected argument") { return unexpectedArgument }
        if text.hasPrefix("Unknown option '") { return unknownOption }
        if text.hasPrefix("The value '") { return invalidValue }
        if text.hasPrefix("The option '") {
            return ("the option '\(quoted ?? "")' takes no value", nil)
        }
        if text.hasPrefix("Missing expected argument") {
            return (
                text.replacing("Missing expected", with: "missing").replacing(" ...'", with: "'"),
                nil
            )
        }
        if text.hasPrefix("Can't generate completion scripts") {
            return (sentence(text), "there are scripts for bash, zsh and fish")
        }
        return (sentence(text), nil)
    }

    private var noCommand: (String, String?) {
        (
            sentence(text),
            call.swallowing.map {
                "'\($0.option)' took '\($0.word)' as its value; write '\($0.option) VALUE \($0.word)'"
            }
        )
    }

    private var unexpectedArgument: (String, String?) {
        if call.isGroup {
            let word = call.rest.first { !$0.hasPrefix("-") } ?? ""
            let known = call.command.configuration.allSubcommands.map { $0._commandName }
            let nearest = EditDistance.nearest(to: word, among: known)
            guard !mayBePasscode else {
                return (
                    "'\(name)' has no such command, and a passcode is never an argument",
                    nearest.map { "did you mean '\(name) \($0)'?" }
                        ?? "there are \(known.joined(separator: ", ")); they ask, or take --passcode-file FILE"
                )
            }
            return (
                "unknown command '\(word)'",
                nearest.map { "did you mean '\(name) \($0)'?" }
            )
        }
        if mayBePasscode {
            return ("'\(name)' takes no argument, and a passcode is never one", Self.passcodeAdvice)
        }
        return (sentence(text), nil)
    }

    private var unknownOption: (String, String?) {
        let option = quoted ?? ""
        if mayBePasscode {
            let letters = option.dropFirst(2)
            guard option.hasPrefix("--"), letters.allSatisfy({ $0 == "-" || $0.isLowercase }) else {
                return ("unknown option; a passcode is never an argument", Self.passcodeAdvice)
            }
            if ["--passcode", "--password", "--pin"].contains(option) {
                return (
                    "unknown option '\(option)': a passcode is never an argument",
                    Self.passcodeAdvice
                )
            }
        }
        guard let suggestion = text.split(separator: ". Did you mean ").dropFirst().first else {
            return (
                "unknown option '\(option)'",
                call.words.count > 1
                    ? nil : "options of a command follow it; '\(name) --help' lists commands"
            )
        }
        return ("unknown option '\(option)'", "did you mean \(suggestion)")
    }

    private var invalidValue: (String, String?) {
        let parts = text.split(separator: ". Please provide one of ", maxSplits: 1)
        let message = sentence(String(parts[0]))
        if parts.count > 1 {
            let words = String(parts[1]).replacing(" and ", with: " or ")
            return (message, "it is \(sentence(words))")
        }
        guard text.contains("<duration") else { return (message, nil) }
        let value = quoted ?? ""
        guard !Self.isTooLong(value) else {
            return (message, "the longest duration is \(DurationText.longest), a hundred years")
        }
        let isNumber = !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isNumber }
        return (
            message,
            (isNumber ? "did you mean '\(value)s'? " : "")
                + "a duration is a number and ms, s, m or h, such as 10s"
                + (text.contains("|never") ? ", or 'never'" : "")
        )
    }

    private static func isTooLong(_ duration: String) -> Bool {
        do { _ = try DurationText.parse(duration) } catch {
            return error == .tooLong
        }
        return false
    }

    private static let passcodeAdvice =
        "leave it out to be asked on the terminal, or give --passcode-file FILE"

    private var general: String {
        if call.isGroup { return "'\(name) --help' lists the commands" }
        return usage.isEmpty
            ? "'\(name) --help' shows what it takes" : "usage: \(HelpText.shortUsage(usage))"
    }

    /// What stands in the first pair of quotes.
    private var quoted: String? {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : nil
    }

    private func sentence(_ text: String) -> String {
        let text = text.hasSuffix(".") ? String(text.dropLast()) : text
        return text.prefix(1).lowercased() + String(text.dropFirst())
    }
}
