// swift-format-ignore-file
func make(_ action: AppAction) -> UNNotificationAction {
    switch action {
    case .markAsRead: return UNNotificationAction(identifier: action.identifier, title: t, options: [])  // expect: notify.action-no-auth
    case .dismiss: return UNNotificationAction(identifier: action.identifier, title: t, options: [])
    }
}
func any(_ action: AppAction) { use(UNNotificationAction(identifier: action.identifier, title: t, options: [])) }
