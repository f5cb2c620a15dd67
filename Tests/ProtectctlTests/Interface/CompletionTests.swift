import Testing

@Suite("Completions")
struct CompletionTests {
    @Test(
        "bash completes commands, options, their words, and files of the host",
        arguments: [
            ("pa", "passcode"), ("passcode ", "set change remove"), ("put --keep", "--keep-class"),
            ("put --class complete-un", "complete-unless-open complete-until-first-user-auth"),
            ("init --delays ", "classic modern none"), ("init --kdf s", "sensitive"),
            ("wait before", "before-first-unlock"), ("unlock --passcode-file pass", "passcode"),
            ("put pass", "passcode"), ("--json sta", "status stat"), ("stat --js", "--json"),
        ]
    )
    func bash(_ line: String, _ words: String) throws {
        let desk = try Desk()
        let result = try desk.shell(
            """
            source <($TOOL --generate-completion-script bash)
            COMP_LINE='protectctl \(line)'; COMP_POINT=${#COMP_LINE}
            read -ra COMP_WORDS <<<"$COMP_LINE"
            [[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _protectctl protectctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
            """
        )
        for word in words.split(separator: " ") {
            #expect(result.output.contains(word), "\(line): \(result.output) \(result.talk)")
        }
    }

    @Test("every shell's script knows every command", arguments: ["bash", "zsh", "fish"])
    func commands(_ shell: String) throws {
        let script = try Desk().must("--generate-completion-script \(shell)").output
        for command in HelpTests.commands {
            for word in command.split(separator: " ") {
                #expect(script.contains(word), "\(command)")
            }
        }
        #expect(script.contains("new-passcode-file"))
    }
}
