// swift-format-ignore-file
func title(_ tab: Tab) -> String { tab.isPrivate ? "" : tab.title }
func focus(_ tab: Tab) { tab.userActivity?.becomeCurrent() }