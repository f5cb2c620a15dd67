// swift-format-ignore-file
CFTypeRef constant(Accessibility accessibility) {
    switch (accessibility) {
    case AccessibilityWhenUnlocked: return kSecAttrAccessibleWhenUnlocked;
    case AccessibilityAlways: return kSecAttrAccessibleAlways;
    }
}
