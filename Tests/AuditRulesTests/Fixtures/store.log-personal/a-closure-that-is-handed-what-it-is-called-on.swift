// swift-format-ignore-file
func show() {
    box.run { inner in
        let box = inner
        print(box)
        print(box.password)  // expect: store.log-personal
    }
    first.run { second in
        second.run { first in print(first) }
    }
}
