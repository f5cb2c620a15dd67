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

    /// What `call` of the platform makes.
    static func match(madeBy call: Syntax.Call) -> VocabularyMatch? {
        guard let name = call.name else { return nil }
        let type = name == "init" ? call.receiver?.lastName : name
        if type == "AVAudioRecorder" || name == "initWithURL:settings:error:" {
            return VocabularyMatch(sensitivity: .personal, term: "recording")
        }
        if call.receiver?.lastName == "CNContactVCardSerialization", name.hasPrefix("data") {
            return VocabularyMatch(sensitivity: .personal, term: "contact")
        }
        if name == "data" || name == "upload", call["for"] != nil,
            call.receiver?.chain.contains(where: { $0.hasSuffix("ession") }) ?? false
        {
            return VocabularyMatch(sensitivity: .personal, term: answer, isGuess: true)
        }
        guard name == "SecKeyCopyExternalRepresentation", let key = call.arguments.first?.value,
            !(key.lastName.map { NameWords.words(of: $0).contains("public") } ?? false)
        else { return nil }
        return VocabularyMatch(sensitivity: .credential, term: "private key")
    }

    /// What a file of the extension of `name` holds, whoever made it.
    ///
    /// Sources: RFC 6350 (vCard), Apple, "Wallet Passes", RFC 7292 (PKCS #12), and the topics of GPX
    /// and KML.
    static func match(ofFile name: String) -> VocabularyMatch? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "vcf": return VocabularyMatch(sensitivity: .personal, term: "contact")
        case "pkpass": return VocabularyMatch(sensitivity: .personal, term: "pass")
        case "gpx", "kml": return VocabularyMatch(sensitivity: .personal, term: "location")
        case "p12", "pfx": return VocabularyMatch(sensitivity: .credential, term: "private key")
        default: return nil
        }
    }

    /// What a closure is `handed` by a call of the platform.
    static func match(handed: HandedValue) -> VocabularyMatch? {
        guard handed.index == 0, let name = handed.call.name else { return nil }
        if sharing.contains(name) {
            return VocabularyMatch(sensitivity: .personal, term: "what the user shares")
        }
        guard answering.contains(name) else { return nil }
        return VocabularyMatch(sensitivity: .personal, term: answer, isGuess: true)
    }

    /// What the system hands the parameter `name` of the delegate's method `function`: an address that
    /// somebody made, with whatever it carries, the payload of a notification, or what a paired device
    /// sends.
    ///
    /// Source: Apple, `UIApplicationDelegate`, `UISceneDelegate`, `WCSessionDelegate`.
    static func match(parameter name: String, of function: Syntax.Function) -> VocabularyMatch? {
        let parts = function.name.split(separator: ":").map(String.init)
        guard parts.first.map(delegating.contains) ?? false,
            let index = function.parameters.firstIndex(where: { $0.name == name })
        else { return nil }
        let label = parts.count > 1 ? parts[min(index, parts.count - 1)] : nil
        guard let role = handing[label ?? function.parameters[index].label ?? ""] else {
            return nil
        }
        return VocabularyMatch(sensitivity: .personal, term: role, isGuess: true)
    }

    private static let delegating: Set<String> = [
        "application", "scene", "userNotificationCenter", "session",
    ]
    private static let handing = [
        "didFinishLaunchingWithOptions": "what the app was started with",
        "open": "what the app was opened with", "openURL": "what the app was opened with",
        "handleOpenURL": "what the app was opened with",
        "openURLContexts": "what the app was opened with",
        "continue": "what the app was opened with",
        "continueUserActivity": "what the app was opened with",
        "didReceiveRemoteNotification": "a notification's payload",
        "didReceive": "a notification's payload",
        "didReceiveNotificationResponse": "a notification's payload",
        "didReceiveMessage": "a message of a paired device",
        "didReceiveMessageData": "a message of a paired device",
        "didReceiveUserInfo": "a message of a paired device",
        "didReceiveApplicationContext": "a message of a paired device",
    ]

    private static let answer = "a server's answer"

    /// `match` where it was found in the function called `name`: what answers a login is a credential.
    static func match(_ match: VocabularyMatch, in name: String?) -> VocabularyMatch {
        let words = NameWords.words(of: name ?? "")
        guard match.term == answer, words.contains(where: entering.contains) else { return match }
        return VocabularyMatch(sensitivity: .credential, term: "the answer to a login")
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
    private static let entering: Set<String> = [
        "login", "authenticate", "authentication", "authorize", "oauth", "signin",
    ]
    private static let eachElement: Set<String> = [
        "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "sorted",
        "enumerateObjectsUsingBlock:", "withUnsafeBytes", "withUnsafeBufferPointer", "withCString",
        "withUTF8", "withContiguousStorageIfAvailable", "sink", "subscribe", "drive", "done",
        "compactMapValues", "mapValues", "tryMap",
    ]
}
