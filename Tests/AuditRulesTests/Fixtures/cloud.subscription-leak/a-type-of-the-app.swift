// swift-format-ignore-file
import Foundation

struct Form { var desiredKeys: [String] = [] }

func make() -> Form {
    var form = Form()
    form.desiredKeys = ["email"]
    return form
}
