/// A call that the system answers only when the Info.plist says what for.
///
/// Source: Apple, "Requesting access to protected resources"
/// (developer.apple.com/documentation/uikit/requesting-access-to-protected-resources), as of 2026-11.
/// Only calls that ask, crash or are refused without the key are here; `NSUserTrackingUsageDescription`
/// is the matter of the rules about identifiers.
struct PurposeNeed: Sendable {
    /// Functions, methods and selectors.
    var calls: Set<String> = []
    /// Types one of which is made.
    var made: Set<String> = []
    /// Names one of which the receiver is made of; empty for any receiver.
    var receivers: Set<String> = []
    /// Names one of which an argument is made of; empty for any arguments.
    var arguments: Set<String> = []
    /// A label whose argument is given and neither `nil` nor empty.
    var label: String?
    /// The keys of the Info.plist, any of which is enough.
    let keys: [String]
}

extension PurposeNeed {
    /// Names that functions must be kept for: `default` alone stands in too many.
    static let watched = all.reduce(into: Set<String>()) {
        $0.formUnion($1.calls.filter { $0 != "default" })
        $0.formUnion($1.made)
        $0.formUnion($1.receivers)
    }

    /// Needs by what they protect.
    static let all: [PurposeNeed] = media + places + people + hardware + services

    private static let request: Set<String> = [
        "requestAuthorization", "requestAuthorization:",
        "requestAuthorizationWithCompletionHandler:",
        "requestAuthorizationForAccessLevel:handler:",
    ]

    private static let media: [PurposeNeed] = [
        PurposeNeed(
            calls: [
                "requestAccess", "requestAccessForMediaType:completionHandler:", "default",
                "defaultDeviceWithMediaType:",
            ],
            receivers: ["AVCaptureDevice"],
            arguments: ["video", "AVMediaTypeVideo"],
            keys: ["NSCameraUsageDescription"]
        ),
        PurposeNeed(
            made: ["VNDocumentCameraViewController", "DataScannerViewController"],
            keys: ["NSCameraUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "requestAccess", "requestAccessForMediaType:completionHandler:", "default",
                "defaultDeviceWithMediaType:",
            ],
            receivers: ["AVCaptureDevice"],
            arguments: ["audio", "AVMediaTypeAudio"],
            keys: ["NSMicrophoneUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "requestRecordPermission", "requestRecordPermission:",
                "requestRecordPermissionWithCompletionHandler:",
            ],
            keys: ["NSMicrophoneUsageDescription"]
        ),
        PurposeNeed(made: ["AVAudioRecorder"], keys: ["NSMicrophoneUsageDescription"]),
        PurposeNeed(
            calls: request,
            receivers: ["PHPhotoLibrary"],
            keys: ["NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "UIImageWriteToSavedPhotosAlbum", "UISaveVideoAtPathToSavedPhotosAlbum",
            ],
            keys: ["NSPhotoLibraryAddUsageDescription", "NSPhotoLibraryUsageDescription"]
        ),
        PurposeNeed(
            calls: request,
            receivers: ["MPMediaLibrary", "SKCloudServiceController"],
            keys: ["NSAppleMusicUsageDescription"]
        ),
        PurposeNeed(
            calls: request,
            receivers: ["SFSpeechRecognizer"],
            keys: ["NSSpeechRecognitionUsageDescription"]
        ),
    ]

    private static let places: [PurposeNeed] = [
        PurposeNeed(
            calls: ["requestWhenInUseAuthorization"],
            keys: ["NSLocationWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAlwaysAuthorization"],
            keys: ["NSLocationAlwaysAndWhenInUseUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "startActivityUpdates", "queryActivityStarting", "queryPedometerData",
                "startRelativeAltitudeUpdates", "startAbsoluteAltitudeUpdates",
                "startActivityUpdatesToQueue:withHandler:",
                "startRelativeAltitudeUpdatesToQueue:withHandler:",
                "queryPedometerDataFromDate:toDate:withHandler:",
                "startPedometerUpdatesFromDate:withHandler:",
            ],
            keys: ["NSMotionUsageDescription"]
        ),
    ]

    private static let people: [PurposeNeed] = [
        PurposeNeed(
            calls: ["requestAccess", "requestAccessForEntityType:completionHandler:"],
            arguments: ["contacts", "CNEntityTypeContacts"],
            keys: ["NSContactsUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAccess", "requestAccessToEntityType:completion:"],
            arguments: ["event", "EKEntityTypeEvent"],
            keys: ["NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestFullAccessToEvents", "requestFullAccessToEventsWithCompletion:"],
            keys: ["NSCalendarsFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: [
                "requestWriteOnlyAccessToEvents", "requestWriteOnlyAccessToEventsWithCompletion:",
            ],
            keys: [
                "NSCalendarsWriteOnlyAccessUsageDescription",
                "NSCalendarsFullAccessUsageDescription",
            ]
        ),
        PurposeNeed(
            calls: ["requestAccess", "requestAccessToEntityType:completion:"],
            arguments: ["reminder", "EKEntityTypeReminder"],
            keys: ["NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestFullAccessToReminders", "requestFullAccessToRemindersWithCompletion:"],
            keys: ["NSRemindersFullAccessUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorization"],
            label: "toShare",
            keys: ["NSHealthUpdateUsageDescription"]
        ),
        PurposeNeed(
            calls: ["requestAuthorization"],
            receivers: ["HKHealthStore", "healthStore"],
            label: "read",
            keys: ["NSHealthShareUsageDescription"]
        ),
    ]

    private static let hardware: [PurposeNeed] = [
        PurposeNeed(
            made: ["CBCentralManager", "CBPeripheralManager"],
            keys: [
                "NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription",
            ]
        ),
        PurposeNeed(
            calls: ["evaluatePolicy", "evaluatePolicy:localizedReason:reply:"],
            arguments: [
                "deviceOwnerAuthenticationWithBiometrics",
                "LAPolicyDeviceOwnerAuthenticationWithBiometrics",
            ],
            keys: ["NSFaceIDUsageDescription"]
        ),
        PurposeNeed(
            made: ["NFCNDEFReaderSession", "NFCTagReaderSession"],
            keys: ["NFCReaderUsageDescription"]
        ),
        PurposeNeed(
            made: ["NWBrowser", "NetServiceBrowser", "NSNetServiceBrowser"],
            keys: ["NSLocalNetworkUsageDescription"]
        ),
        PurposeNeed(made: ["HMHomeManager"], keys: ["NSHomeKitUsageDescription"]),
    ]

    private static let services: [PurposeNeed] = [
        PurposeNeed(
            calls: ["requestSiriAuthorization", "requestSiriAuthorization:"],
            keys: ["NSSiriUsageDescription"]
        )
    ]
}
