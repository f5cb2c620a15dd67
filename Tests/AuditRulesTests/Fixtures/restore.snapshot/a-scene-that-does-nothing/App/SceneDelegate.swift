// swift-format-ignore-file
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func sceneDidEnterBackground(_ scene: UIScene) {}  // expect: restore.snapshot
}
