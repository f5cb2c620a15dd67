// swift-format-ignore-file
import FirebaseAnalytics
import FirebaseCrashlytics

func report(_ email: String, _ count: Int) {
    Analytics.logEvent("signed_in", parameters: ["method": "mail", "email": email])  // expect: store.log-personal
    Analytics.logEvent("signed_in", parameters: ["method": "mail", "count": count])
    Crashlytics.crashlytics().setUserID(email)  // expect: store.log-personal
    Crashlytics.crashlytics().setCustomValue(count, forKey: "count")
    Mixpanel.mainInstance().track(event: "sent", properties: ["to": phoneNumber])  // expect: store.log-personal
    Statistics.track(event: "sent", properties: ["to": email.count])
}
