import Foundation
import Testing
import WhatIsThat

@Suite struct DefaultPathsTests {
    static let here = FileManager.default.currentDirectoryPath

    @Test(arguments: [
        (nil, ["HOME": "/home/anna"], "/home/anna/.local/share/wit/catalog.sqlite"),
        (nil, ["HOME": "/h", "XDG_DATA_HOME": "/data"], "/data/wit/catalog.sqlite"),
        // A relative XDG folder is invalid and ignored (XDG Base Directory Specification).
        (nil, ["HOME": "/h", "XDG_DATA_HOME": "data"], "/h/.local/share/wit/catalog.sqlite"),
        (nil, ["HOME": "/h", "WIT_CATALOG": "/c.sqlite"], "/c.sqlite"),
        (nil, ["HOME": "/h", "WIT_CATALOG": ""], "/h/.local/share/wit/catalog.sqlite"),
        ("/given.sqlite", ["WIT_CATALOG": "/c.sqlite"], "/given.sqlite"),
        ("given.sqlite", [:], here + "/given.sqlite"),
    ])
    func `an argument takes precedence over the environment, and that over the default`(
        given: String?, environment: [String: String], path: String
    ) {
        #expect(DefaultPaths.path(given: given, environment: environment) == path)
    }

    @Test(arguments: [["HOME": ""], [:]])
    func `without a home the account's own is taken`(environment: [String: String]) {
        let path = DefaultPaths.path(given: nil, environment: environment)
        #expect(path == NSHomeDirectory() + "/.local/share/wit/catalog.sqlite")
    }

    @Test func `pictures from mails go beside the catalog`() {
        #expect(DefaultPaths.receivedFolder(catalog: "/a/b.sqlite") == "/a/received")
    }

    @Test(arguments: [
        ("/a/b.jpg", "/a/b.jpg"), ("/a//b/./c/../d/", "/a/b/d"), ("/../..", "/"), ("/", "/"),
        ("b.jpg", here + "/b.jpg"), ("./b.jpg", here + "/b.jpg"), (".", here),
        ("~root/x", here + "/~root/x"), ("a%20b #?.jpg", here + "/a%20b #?.jpg"),
        ("/u\u{308}/\u{FC}/trail ", "/u\u{308}/\u{FC}/trail "), ("", ""), ("/a\n/b", "/a\n/b"),
    ])
    func `a path from the root keeps the letters of its name`(path: String, absolute: String) {
        #expect(Array(absolutePath(path).utf8) == Array(absolute.utf8))
    }
}
