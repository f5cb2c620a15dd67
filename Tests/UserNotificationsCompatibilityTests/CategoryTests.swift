import Foundation
import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel
import Testing
import UserNotificationsCompatibility

@Suite("Categories and settings under Apple's names")
struct CategoryTests {
    @Test("an app's category keeps what it was made of")
    func parts() {
        let icon = UNNotificationActionIcon(systemImageName: "trash")
        let delete = UNNotificationAction(
            identifier: "delete",
            title: "Delete",
            options: [.destructive, .authenticationRequired],
            icon: icon
        )
        let reply = UNTextInputNotificationAction(
            identifier: "reply",
            title: "Reply",
            options: .foreground,
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Message"
        )
        let category = UNNotificationCategory(
            identifier: "message",
            actions: [delete, reply],
            intentIdentifiers: ["INSendMessageIntent"],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            categorySummaryFormat: "%u more",
            options: [.customDismissAction, .allowInCarPlay, .allowAnnouncement]
        )
        #expect(category.identifier == "message" && category.actions == [delete, reply])
        #expect(category.intentIdentifiers == ["INSendMessageIntent"])
        #expect(category.hiddenPreviewsBodyPlaceholder == "%u messages")
        #expect(category.categorySummaryFormat == "%u more" && category.options.rawValue == 19)
        #expect(delete.icon == icon && delete.title == "Delete" && delete.options.rawValue == 3)
        #expect(icon != UNNotificationActionIcon(templateImageName: "trash"))
        #expect(reply.textInputButtonTitle == "Send" && reply.textInputPlaceholder == "Message")
        #expect(reply != UNNotificationAction(identifier: "reply", title: "Reply"))
        let same = UNNotificationCategory(
            identifier: "message",
            actions: [],
            intentIdentifiers: []
        )
        #expect(same != category && same.hash == category.hash && same.options == [])
    }

    @Test("categories are the same there and back")
    func roundTrip() throws {
        let actions = [
            try NotificationAction("a", title: "A", options: .authenticationRequired),
            try NotificationAction("b", title: "B", options: [.foreground], takesText: true),
        ]
        for placeholder in [nil, "%u messages"] {
            let category = try NotificationCategory(
                "message",
                actions: actions,
                hiddenPreviewsBodyPlaceholder: placeholder,
                options: [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle]
            )
            let object = UNNotificationCategory(category)
            #expect(try NotificationCategory(object) == category)
            #expect(object.options == [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle])
            #expect(object.actions.map { $0 is UNTextInputNotificationAction } == [false, true])
        }
        let crowded = UNNotificationCategory(
            identifier: "crowded",
            actions: (0..<12).map { UNNotificationAction(identifier: "\($0)", title: "") },
            intentIdentifiers: []
        )
        #expect(try NotificationCategory(crowded).actions.last?.identifier == "9")
        let nameless = UNNotificationCategory(
            identifier: "",
            actions: [],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: "a"
        )
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try NotificationCategory(nameless)
        }
    }

    @Test(
        "N-1, N-4: alerts are on for an app that may, and quiet ones go to the center alone",
        arguments: [
            (NotificationAuthorization.notDetermined, UNAuthorizationStatus.notDetermined),
            (.denied, .denied), (.authorized, .authorized), (.provisional, .provisional),
        ]
    )
    func authorization(ours: NotificationAuthorization, apples: UNAuthorizationStatus) {
        var value = NotificationSettings()
        value.authorization = ours
        let settings = UNNotificationSettings(value)
        #expect(settings.authorizationStatus == apples)
        let shows: UNNotificationSetting = ours == .authorized ? .enabled : .disabled
        #expect(settings.alertSetting == shows && settings.soundSetting == shows)
        #expect(settings.badgeSetting == shows && settings.lockScreenSetting == shows)
        #expect(settings.alertStyle == (ours == .authorized ? .banner : UNAlertStyle.none))
        let isListed = ours == .authorized || ours == .provisional
        #expect(settings.notificationCenterSetting == (isListed ? .enabled : .disabled))
        #expect(NotificationSettings(settings) == value)
        value.alertSetting = .disabled
        #expect(UNNotificationSettings(value).alertStyle == UNAlertStyle.none)
    }

    @Test("N-16: what the user switched off is off")
    func switches() {
        var value = NotificationSettings()
        value.authorization = .authorized
        value.showsOnLockScreen = false
        value.showsInCenter = false
        let settings = UNNotificationSettings(value)
        #expect(settings.lockScreenSetting == .disabled)
        #expect(settings.notificationCenterSetting == .disabled)
        #expect(settings.alertSetting == .enabled && settings != UNNotificationSettings(.init()))
    }

    @Test("N-8, N-9, N-11: previews are shown always, when unlocked, or never")
    func previews() {
        var value = NotificationSettings()
        let expected: [PreviewsSetting: UNShowPreviewsSetting] = [
            .always: .always, .whenUnlocked: .whenAuthenticated, .never: .never,
        ]
        for previews in PreviewsSetting.allCases {
            value.showsPreviews = previews
            #expect(UNNotificationSettings(value).showPreviewsSetting == expected[previews])
        }
    }

    @Test("what is not known here is not supported")
    func unsupported() {
        let settings = UNNotificationSettings(NotificationSettings())
        for setting in [
            settings.carPlaySetting, settings.criticalAlertSetting, settings.announcementSetting,
            settings.timeSensitiveSetting, settings.scheduledDeliverySetting,
            settings.directMessagesSetting,
        ] {
            #expect(setting == .notSupported)
        }
        #expect(!settings.providesAppNotificationSettings)
    }

    @Test("numbers are Apple's")
    func numbers() {
        let options: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings,
            .provisional, .announcement, .timeSensitive,
        ]
        #expect(options.map(\.rawValue) == (0..<9).map { 1 << $0 })
        let presentation: [UNNotificationPresentationOptions] = [
            .badge, .sound, .alert, .list, .banner,
        ]
        #expect(presentation.map(\.rawValue) == [1, 2, 4, 8, 16])
        #expect(UNNotificationInterruptionLevel.critical.rawValue == 3)
        #expect(UNAuthorizationStatus.ephemeral.rawValue == 4)
        #expect(UNNotificationSetting.enabled.rawValue == 2 && UNAlertStyle.alert.rawValue == 2)
        #expect(UNShowPreviewsSetting.never.rawValue == 2)
    }

    @Test("errors are caught by their codes, and are Apple's as NSError")
    func errors() {
        let codes: [UNError.Code] = [
            UNError.notificationsNotAllowed, UNError.attachmentInvalidURL,
            UNError.attachmentUnrecognizedType, UNError.attachmentInvalidFileSize,
            UNError.attachmentNotInDataStore, UNError.attachmentMoveIntoDataStoreFailed,
            UNError.attachmentCorrupt, UNError.notificationInvalidNoDate,
            UNError.notificationInvalidNoContent, UNError.contentProvidingObjectNotAllowed,
            UNError.contentProvidingInvalid, UNError.badgeInputInvalid,
        ]
        #expect(
            codes.map(\.rawValue) == [
                1, 100, 101, 102, 103, 104, 105, 1400, 1401, 1500, 1501, 1600,
            ]
        )
        do { throw UNError(.notificationInvalidNoDate) } catch UNError.badgeInputInvalid {
            Issue.record("another code")
        } catch UNError.notificationInvalidNoDate {} catch { Issue.record("not caught") }
        let error = UNError(.attachmentCorrupt)
        #expect(error.errorCode == 105 && UNError.errorDomain == UNErrorDomain)
        #expect(error.errorDescription == nil && error.errorUserInfo.isEmpty)
        #expect((error as NSError).domain == UNErrorDomain && (error as NSError).code == 105)
    }
}
