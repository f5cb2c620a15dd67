import AuditFacts
import AuditPolicy

/// Values of the platform that are sensitive whatever they are called.
///
/// Sources: Apple's documentation of Core Location, Contacts, HealthKit, PassKit, AuthenticationServices,
/// CryptoKit, Security, and of `NSItemProvider` and `URLSession`.
enum KnownValues {
    /// What a value of `type` holds; `nil` for a type that may hold anything.
    static func match(ofType type: TypeName) -> VocabularyMatch? {
        if let term = personal[type.lastName] {
            return VocabularyMatch(sensitivity: .personal, term: term)
        }
        guard let term = credential[type.lastName] else { return nil }
        return VocabularyMatch(sensitivity: .credential, term: term)
    }

    /// What a closure is `handed` by a call of the platform.
    static func match(handed: HandedValue) -> VocabularyMatch? {
        guard handed.index == 0, let name = handed.call.name else { return nil }
        if sharing.contains(name) {
            return VocabularyMatch(sensitivity: .personal, term: "what the user shares")
        }
        guard answering.contains(name) else { return nil }
        return VocabularyMatch(sensitivity: .personal, term: "a server's answer", isGuess: true)
    }

    /// Whether the method called `name` hands its closure elements of its receiver.
    static func handsElements(_ name: String) -> Bool { eachElement.contains(name) }

    private static let personal = [
        "CLLocation": "location", "CLLocationCoordinate2D": "location", "CLPlacemark": "location",
        "MKPlacemark": "location", "CLVisit": "location", "CNContact": "contact",
        "CNMutableContact": "contact", "CNPostalAddress": "postal address",
        "CNPhoneNumber":
            "phone number", "HKSample": "health data", "HKQuantitySample": "health data",
        "HKCategorySample": "health data", "HKWorkout": "health data", "HKObject": "health data",
        "PKPayment": "payment", "PKContact": "contact",
    ]
    private static let credential = [
        "URLCredential": "credential", "NSURLCredential": "credential",
        "ASPasswordCredential": "credential", "ASAuthorizationAppleIDCredential": "credential",
        "SymmetricKey": "key", "SecIdentity": "private key",
    ]
    private static let sharing: Set<String> = [
        "loadItem", "loadObject", "loadDataRepresentation", "loadTransferable",
        "loadItemForTypeIdentifier:options:completionHandler:",
        "loadObjectOfClass:completionHandler:",
        "loadDataRepresentationForTypeIdentifier:completionHandler:",
    ]
    private static let answering: Set<String> = [
        "dataTask", "uploadTask", "dataTaskWithRequest:completionHandler:",
        "dataTaskWithURL:completionHandler:", "responseJSON", "responseString", "responseData",
    ]
    private static let eachElement: Set<String> = [
        "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "sorted",
        "enumerateObjectsUsingBlock:",
    ]
}
