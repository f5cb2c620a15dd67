// So that code which says `import UserNotifications` compiles where Apple's module is not.
@_exported public import UserNotificationsCompatibility
