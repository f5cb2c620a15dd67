// swift-format-ignore-file
func show(_ user: User, _ password: String, _ hidden: Bool) {
    if let name = user.nickname {
        let text = password
        print(text)  // expect: store.log-personal
        print(name)
    }
    let text = "done"
    print(text)
    users.forEach { entry in
        let line = entry.rank
        print(line)
    }
    let line = password
    print(line)  // expect: store.log-personal
}

func choose(_ password: String, _ hidden: Bool) {
    var shown = password
    if hidden { shown = "hidden" }
    print(shown)  // expect: store.log-personal
    if hidden {
        shown = password
    } else {
        shown = "nothing"
        print(shown)
    }
    shown = "the end"
    print(shown)
}

func join(_ password: String) {
    var text = "it is "
    text += password
    print(text)  // expect: store.log-personal
    let closing = { (text: String) in print(text) }
    closing("done")
}

func copy(_ password: String) {
    let word = password.lowercased()
    let word2 = word
    guard let word2 = word2.first else { return }
    print(word2)
}
