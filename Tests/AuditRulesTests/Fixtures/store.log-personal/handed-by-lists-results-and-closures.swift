// swift-format-ignore-file
import Combine

struct Letter { let phoneNumber: String }
struct Place { let city: String }
func list(_ letters: [Letter], _ places: [Place]) {
    for letter in letters { print(letter) }  // expect: store.log-personal
    letters.forEach { print($0) }  // expect: store.log-personal
    letters.filter { $0.isNew }.forEach { one in print(one) }  // expect: store.log-personal
    places.forEach { print($0) }
}
func result(_ answer: Result<Letter, Never>, _ other: Result<Place, Never>) {
    switch answer {
    case .success(let one): print(one)  // expect: store.log-personal
    case .failure(let reason): print(reason)
    }
    if case .success(let two) = answer { print(two) }  // expect: store.log-personal
    if case .success(let three) = other { print(three) }
}
func fetch(_ done: @escaping (Letter, Place) -> Void) { later(done) }
func fetchBoth(_ done: ((Result<Letter, Never>) -> Void)?) { later(done) }
func ask() {
    fetch { one, two in
        print(one)  // expect: store.log-personal
        print(two)
    }
    fetchBoth { answer in
        guard case .success(let one) = answer else { return }
        print(one)  // expect: store.log-personal
    }
}
func follow(_ letters: AnyPublisher<Letter, Never>, _ places: AnyPublisher<Place, Never>) {
    letters.removeDuplicates().sink { print($0) }  // expect: store.log-personal
    places.sink { print($0) }
}
func unwrap(_ letter: Letter?, _ place: Place?) {
    if let letter { print(letter) }  // expect: store.log-personal
    if let place { print(place) }
}
