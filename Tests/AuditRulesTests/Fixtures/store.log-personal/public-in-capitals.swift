// swift-format-ignore-file
import os.log
func show(_ password: String, _ context: [String: Any], _ count: Int) {
    os_log("password %{PUBLIC}@", log: .default, type: .error, password)  // expect: store.log-personal
    os_log("context %{PUBLIC}@", log: .default, type: .info, "\(context)")  // expect: store.log-personal
    os_log("password %@", password)
    os_log("count %{PUBLIC}d", count)
}
