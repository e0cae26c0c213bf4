import CatalogDatabase
import TestSupport
import Testing

@testable import WhatIsThat

/// Mails that come in pieces (`message/partial`), each by itself or forwarded.
@Suite struct FetchPiecesTests {
    let scene: FetchScene

    init() async throws { scene = try await FetchScene() }

    /// The mail with the photo, in pieces of whole lines.
    private var pieces: [[UInt8]] {
        let lines = String(decoding: scene.mail, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false).dropLast()
        let third = lines.count / 3
        let parts = [
            lines.prefix(third), lines.dropFirst(third).prefix(third), lines.dropFirst(2 * third),
        ]
        return parts.enumerated().map { index, lines in
            let head =
                "Subject: piece\r\nContent-Type: message/partial; id=\"x@y\"; total=3; "
                + "number=\(index + 1)\r\n\r\n"
            return Array((head + lines.map { $0 + "\r\n" }.joined()).utf8)
        }
    }

    private func forwarding(_ mails: [[UInt8]]) -> [UInt8] {
        var mail = Array(
            "Subject: here\r\nContent-Type: multipart/mixed; boundary=fwd\r\n\r\n".utf8)
        for inner in mails {
            mail += Array("--fwd\r\nContent-Type: message/rfc822\r\n\r\n".utf8) + inner
            mail += Array("\r\n".utf8)
        }
        return mail + Array("--fwd--\r\n".utf8)
    }

    @Test func `pieces that somebody forwards in one mail come whole`() throws {
        let pieces = pieces
        let server = try ScriptedIMAP([forwarding([pieces[2], pieces[0], pieces[1]])])
        let told = try scene.fetch(server)
        #expect(told.names == ["home:INBOX#1"] && told.failures.isEmpty)
        #expect(try scene.catalog.find(PhotoQuery()).count == 1)
        #expect(try scene.fetch(server).tally?.isEmpty == true)
    }

    @Test func `pieces forwarded and not, some of them twice, are done when all is whole`() throws {
        let pieces = pieces
        let server = try ScriptedIMAP([
            forwarding([pieces[2], pieces[0]]), pieces[2], pieces[1], pieces[0],
        ])
        let told = try scene.fetch(server)
        #expect(told.names == ["home:INBOX#3"] && told.failures.isEmpty)
        let again = try scene.fetch(server)
        #expect(again.tally?.isEmpty == true && again.failures.isEmpty)
    }

    @Test func `a mail that a forwarded piece waits in is tried by each fetch`() throws {
        let server = try ScriptedIMAP([forwarding([pieces[0]])])
        for _ in 0..<4 {
            let told = try scene.fetch(server)
            #expect(told.failures == ["home:INBOX#1"] && told.tally?.givenUp == 0)
        }
    }
}
