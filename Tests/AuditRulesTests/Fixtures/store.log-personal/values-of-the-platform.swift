// swift-format-ignore-file
func show(_ place: CLLocation, _ person: CNContact, _ error: Error) {
    print("at \(place)")  // expect: store.log-personal
    print("met \(person)")  // expect: store.log-personal
    print("failed \(error)")
}
