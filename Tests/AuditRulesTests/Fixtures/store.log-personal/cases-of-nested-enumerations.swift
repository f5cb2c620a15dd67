// swift-format-ignore-file
struct Form {
    enum Field: String {
        case password
        case phoneNumber
    }

    static func choose(_ field: Field) {
        if field == Form.Field.password { print(Form.Field.password) }
        print(Field.phoneNumber)
    }
}
