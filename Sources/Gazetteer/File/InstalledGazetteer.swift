import Foundation
import OutputText

/// Where the file of places lies.
public enum InstalledGazetteer {
    /// The file's name.
    public static let fileName = "places.gazetteer"

    /// The variable of the environment that names another file, or a folder with one.
    public static let variable = "WIT_PLACES"

    /// The path of the file of places: what `WIT_PLACES` names, else the one that is installed
    /// beside the program (`../share/wit/places`), else the one that the build put next to it;
    /// nil where there is none.
    public static func path(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let named = environment[variable], !named.isEmpty {
            var isFolder: ObjCBool = false
            let there = FileManager.default.fileExists(atPath: named, isDirectory: &isFolder)
            return there && isFolder.boolValue ? named + "/" + fileName : named
        }
        return installed
    }

    // `Bundle.module` is not used: it ends the program where the folder is missing.
    private static let installed: String? = {
        let programs = [
            Bundle.main.executableURL, Bundle.main.bundleURL.appending(path: "-"),
            Bundle(for: Anchor.self).bundleURL.appending(path: "-"),
        ].compactMap(\.self)
        let folders = programs.flatMap { program -> [URL] in
            let folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
            let resources = ["WhatIsThat_Gazetteer.resources", "WhatIsThat_Gazetteer.bundle"]
            return [folder.deletingLastPathComponent().appending(path: "share/wit/places")]
                + resources.flatMap {
                    [
                        folder.appending(path: $0 + "/Places"),
                        folder.appending(path: "../\($0)/Places"),
                    ]
                }
        }
        return folders.map { $0.appending(path: fileName).standardizedFileURL.path }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    private final class Anchor {}

    /// The installed file of places, opened when it is first wanted and once for all; or why there is none.
    public static let gazetteer: Result<PlaceDirectory, WitError> = {
        do throws(WitError) { return .success(try PlaceDirectory.installed()) } catch {
            return .failure(error)
        }
    }()
}

extension PlaceDirectory {
    /// Opens the installed file of places.
    ///
    /// - Throws: `WitError` where none is installed, or it is damaged.
    public static func installed() throws(WitError) -> PlaceDirectory {
        guard let path = InstalledGazetteer.path() else {
            throw WitError(
                code: .unreadable, message: "the gazetteer is not installed")
        }
        return try PlaceDirectory(path: path)
    }
}
