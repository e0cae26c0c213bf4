import Foundation
import JSON
import LearnedStrokes
import OutputText
import RegionGeometry
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite
struct StrokeUseCasesTests {
    private let folder: TemporaryFolder
    private let words: StrokeFile

    init() throws {
        folder = try TemporaryFolder()
        words = StrokeFile(path: folder.path("words.jsonl"), beginsWithOurs: false)
    }

    static let caret = #"{"points":[[20,120,0],[76,20,80],[120,113,160]]}"#
    static let check = #"{"points":[[20,70],[50,110],[120,10]]}"#

    private func input(_ lines: String...) throws -> StrokeInput {
        let path = folder.path("strokes.jsonl")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        return .file(path)
    }

    /// What is told while strokes are recognised.
    private final class Told: Sendable {
        let strokes = Mutex<[RecognizedStroke]>([])
        let failures = Mutex<[WitError]>([])
        let notices = Mutex<[String]>([])

        func take(_ progress: WorkProgress) {
            switch progress.event {
            case .item(let stroke as RecognizedStroke): strokes.withLock { $0.append(stroke) }
            case .failed(let failure): failures.withLock { $0.append(failure) }
            case .notice(let notice): notices.withLock { $0.append(notice) }
            default: break
            }
        }
    }

    @Test
    func `strokes are recognised by the words that were taught, until those are forgotten`()
        async throws
    {
        let taught = try await TeachStroke(
            " over ", use: .command, by: try input(Self.caret, Self.caret), words: words
        ).run()
        #expect(taught == .init(word: "over", learned: 2, kept: 2))
        let more = try await TeachStroke(
            "over", use: nil, by: try input(Self.caret), words: words
        ).run()
        #expect(more.kept == 3)

        let told = Told()
        let report = try await RecognizeStrokes(
            try input(Self.caret, Self.check), words: words
        ).run { told.take($0) }
        #expect(report == .init(strokes: 2))
        let strokes = told.strokes.withLock { $0 }
        #expect(strokes.map(\.line) == [1, 2])
        #expect(
            strokes[0].json
                == [
                    "line": 1, "kind": "word", "cells": "7452369", "word": "over", "score": 1.0,
                    "use": "command", "alternatives": [],
                ])
        #expect(strokes[1].match == nil)

        let listed = try await ListStrokes(words).run()
        #expect(
            listed.words == [
                .init(word: "over", use: .command, strokes: 3, cells: ["7452369"])
            ])
        let exported = try await ExportStrokes(of: words).run()
        #expect(exported.lines.count == 4 && exported.lines[0] == StrokeDictionary.header)

        let forgotten = try await ForgetStrokes(["over", "never"], of: words).run()
        #expect(forgotten.words == 1 && forgotten.strokes == 3)
        #expect(forgotten.failures.map(\.code) == [.noSuchWord])
        #expect(try await ListStrokes(words).run().words.isEmpty)
    }

    @Test
    func `strokes that are exported are words of another file, and can be drawn from`() async throws
    {
        let ours = StrokeFile(path: folder.path("nothing"), beginsWithOurs: true)
        let exported = try await ExportStrokes(["undo", "oops"], of: ours).run()
        #expect(exported.failures.map(\.item) == ["oops"])
        #expect(exported.lines.count == 5)
        let copy = folder.path("copy.jsonl")
        let text = exported.lines.map { $0.text + "\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: copy))
        let listed = try await ListStrokes(StrokeFile(path: copy, beginsWithOurs: false)).run()
        #expect(listed.words.map(\.word) == ["undo"] && listed.words[0].strokes == 4)
        let told = Told()
        let report = try await RecognizeStrokes(.file(copy), words: ours).run { told.take($0) }
        #expect(report.strokes == 4 && report.failed == 0)
        #expect(
            told.strokes.withLock { $0.compactMap(\.match?.word) } == [
                "undo", "undo", "undo", "undo",
            ])
    }

    @Test
    func `strokes that are none are named by their lines, and the rest goes on`() async throws {
        let drawn = try input(
            Self.caret, "", "nonsense", #"{"points":[[1,2],[NaN,3]]}"#, #"{"points":[]}"#,
            #"{"points":[[3,4,50]]}"#, #"{"points":[[3,4,50],[90,5,20],[3,4,null]]}"#)
        let told = Told()
        let report = try await RecognizeStrokes(
            drawn, words: StrokeFile(path: folder.path("nothing"), beginsWithOurs: true)
        ).run { told.take($0) }
        #expect(report == .init(strokes: 3, failed: 3))
        let failures = told.failures.withLock { $0 }
        #expect(
            failures.map(\.item) == [3, 4, 5].map { folder.path("strokes.jsonl") + ", line \($0)" })
        #expect(failures.allSatisfy { $0.code == .notUnderstood })
        #expect(told.strokes.withLock { $0.map(\.meaning.kind) } == ["word", "tap", "word"])
    }

    @Test func `strokes that teach are learned but for those that say nothing`() async throws {
        let report = try await TeachStroke(
            "over", use: nil,
            by: try input(
                Self.caret, "{", #"{"points":[[3,4],[5,6]]}"#, #"{"points":[[3,4],[95,6]]}"#),
            words: words
        ).run()
        #expect(report.learned == 1 && report.kept == 1)
        #expect(report.failures.count == 3)
        #expect(
            report.failures.suffix(2).map(\.reason) == [
                "a tap, which cannot be a word", "a swipe, which cannot be a word",
            ])
        let nothing = try await TeachStroke(
            "never", use: nil, by: try input(#"{"points":[[3,4]]}"#), words: words
        ).run()
        #expect(nothing.learned == 0 && nothing.failures.count == 1)
        #expect(try await ListStrokes(words).run().words.map(\.word) == ["over"])
        await #expect(throws: WitError(.badWord, "")) {
            try await TeachStroke("a\nb", use: nil, by: try input(Self.caret), words: words).run()
        }
    }

    @Test func `strokes of which very many teach one word keep the last 16`() async throws {
        let drawn = (0..<100).map {
            #"{"points":[[0,0],[40,\#($0 + 30)],[90,0]]}"#
        }
        let path = folder.path("many.jsonl")
        try Data(drawn.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        let report = try await TeachStroke("over", use: nil, by: .file(path), words: words).run()
        #expect(report.learned == 100 && report.kept == 16)
        let strokes = try words.contents().dictionary["over"]?.strokes ?? []
        #expect(strokes.map { $0.stroke.points[1].y } == (114..<130).map(Double.init))
    }

    @Test
    func `strokes that are not there, and words that are not, are errors with their names`()
        async throws
    {
        let nothing = folder.path("nothing")
        let drawn = try input(Self.caret)
        await #expect(throws: WitError(.notFound, "")) {
            try await RecognizeStrokes(drawn, words: words).run()
        }
        await #expect(throws: WitError(.notFound, "")) { try await ListStrokes(words).run() }
        await #expect(throws: WitError(.notFound, "")) {
            try await TeachStroke("over", use: nil, by: .file(nothing), words: words).run()
        }
        #expect(!FileManager.default.fileExists(atPath: words.path))
    }

    @Test
    func `strokes are recognised no further where the task is cancelled, and teach nothing then`()
        async throws
    {
        let lines = [String](repeating: Self.caret, count: 5_000).joined(separator: "\n")
        let path = folder.path("long.jsonl")
        try Data(lines.utf8).write(to: URL(filePath: path))
        let ours = StrokeFile(path: folder.path("nothing"), beginsWithOurs: true)
        let words = words
        let recognition = Task {
            try await RecognizeStrokes(.file(path), words: ours).run { progress in
                if progress.done == 10 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        let report = try await recognition.value
        #expect(report.wasInterrupted)
        #expect(report.strokes >= 10 && report.strokes < 5_000)
        let lesson = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await TeachStroke("over", use: nil, by: .file(path), words: words).run()
        }
        await #expect(throws: WitError.stopped) { try await lesson.value }
        #expect(!FileManager.default.fileExists(atPath: words.path))
    }

    @Test
    func `strokes of a dictionary with bad lines are recognised, and the lines are told`()
        async throws
    {
        try Data("{\n".utf8).write(to: URL(filePath: words.path))
        let told = Told()
        let report = try await RecognizeStrokes(try input(Self.caret), words: words)
            .run { told.take($0) }
        #expect(report == .init(strokes: 1))
        let notices = told.notices.withLock { $0 }
        #expect(notices.count == 1)
        #expect(notices.first?.hasPrefix("\(words.path), line 1 is skipped: not JSON") == true)
    }

    @Test func `strokes have their file in the XDG data folder where none is named`() {
        let file = StrokeFile(given: nil, environment: ["XDG_DATA_HOME": "/data", "HOME": "/h"])
        #expect(file.path == "/data/wit/strokes.jsonl")
        #expect(
            StrokeFile(given: nil, environment: ["HOME": "/h"]).path
                == "/h/.local/share/wit/strokes.jsonl")
        #expect(StrokeFile(given: "/a/../b", environment: [:]).path == "/b")
    }

    @Test(
        "from a pipe that stays open and says nothing end where the task is cancelled",
        .timeLimit(.minutes(1)), arguments: [true, false])
    func silentPipe(teaches: Bool) async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let input = StrokeInput.descriptor(ends[0], name: "pipe")
        let words = StrokeFile(path: words.path, beginsWithOurs: true)
        let task = Task(executorPreference: BlockingThreads.shared) {
            guard teaches else {
                return try await RecognizeStrokes(input, words: words).run().wasInterrupted
            }
            do {
                _ = try await TeachStroke("over", use: nil, by: input, words: words).run()
                return false
            } catch let error as WitError {
                return error.code == .interrupted
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        #expect(try await task.value)
    }
}
