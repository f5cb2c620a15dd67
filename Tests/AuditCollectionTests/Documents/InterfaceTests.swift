import AuditFacts
import Testing

struct InterfaceTests {
    private func controllers(_ path: String, _ objects: String) -> [InterfaceDocument.Controller] {
        let text =
            "<document>\n<scenes><scene><objects>\(objects)</objects></scene></scenes></document>"
        return collect([path: text]).interfaces.flatMap(\.controllers)
    }

    @Test("A storyboard's controllers have their class, restoration identifier and secure fields")
    func storyboard() {
        let found = controllers(
            "Main.storyboard",
            """

            <viewController customClass="PIN" restorationIdentifier="pin">
            <view><textField><textInputTraits secureTextEntry="YES"/></textField></view>
            </viewController>
            <placeholder placeholderIdentifier="IBFirstResponder" customClass="UIResponder"/>
            <tableViewController storyboardIdentifier="L" useStoryboardIdentifierAsRestorationIdentifier="YES">
            <textField><textInputTraits secureTextEntry="NO"/></textField>
            </tableViewController>
            <view customClass="Loose"/>
            """
        )
        #expect(found.map(\.customClass) == ["PIN", nil])
        #expect(found.map(\.restorationIdentifier) == ["pin", "L"])
        #expect(found.map(\.hasSecureField) == [true, false])
        #expect(found.map(\.place.line) == [3, 7])
    }

    @Test("A xib's view belongs to the file's owner")
    func xib() {
        let found = controllers(
            "V.xib",
            """
            <placeholder placeholderIdentifier="IBFilesOwner" customClass="Owner"/>
            <view restorationIdentifier="v" customClass="V"><textInputTraits secureTextEntry="YES"/></view>
            """
        )
        #expect(found.map(\.customClass) == ["Owner"])
        #expect(found.map(\.restorationIdentifier) == ["v"])
        #expect(found.map(\.hasSecureField) == [true])
    }
}
