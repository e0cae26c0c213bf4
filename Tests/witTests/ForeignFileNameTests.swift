import JSON

#if os(Linux)
    import Foundation
    import PhotoRecords
    import TestSupport
    import Testing

    /// File names that are no UTF-8, as archives of old systems hold them. The commands run in a
    /// shell: Foundation cannot pass such names.
    @Suite struct ForeignFileNameTests {
        private let folder: TemporaryFolder
        private let home: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            home = try TemporaryFolder()
            // Latin-1, Shift-JIS in a folder of such a name, and octets of no encoding.
            let made = try run(
                #"""
                mkdir $'\x93\x8c\x8b\x9e' && cp "$PHOTOS/cat.jpg" $'caf\xe9.jpg' &&
                cp "$PHOTOS/boat.jpg" $'\x93\x8c\x8b\x9e/\x8e\xca\x90\x5e.jpg' &&
                cp "$PHOTOS/bird.jpg" $'raw\xff\xfe.jpg' && "$WIT" catalog .
                """#)
            #expect(made.status == 0, "\(made.errors)")
            #expect(made.output.contains("3"), "\(made.output)")
        }

        private func run(_ script: String) throws -> Program.Outcome {
            let bash = try #require(Program.installed("bash"))
            return try bash.running(
                in: folder.url.path,
                environment: [
                    "WIT": Program.wit.path, "LC_ALL": "C.UTF-8",
                    "PHOTOS": Checkout.fixtures.path + "/photos",
                    "WIT_CATALOG": home.url.appending(path: "c.sqlite").path,
                    "HOME": home.url.path,
                ])(["-c", script])
        }

        @Test func `such files are cataloged and shown with what can be read of their names`()
            throws
        {
            let found = try run(#""$WIT" find"#)
            #expect(found.output.contains(#"caf\xE9.jpg"#), "\(found.output)")
            #expect(found.output.contains(#"raw\xFF\xFE.jpg"#))
            let shown = try run(
                #""$WIT" show $'caf\xe9.jpg' $'\x93\x8c\x8b\x9e/\x8e\xca\x90\x5e.jpg'"#)
            #expect(shown.status == 0, "\(shown.errors)")
            let again = try run(#""$WIT" catalog ."#)
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                again.output.contains("no") || !again.output.contains("3 new"), "\(again.output)")
        }

        @Test func `a list of such files leads back to them`() throws {
            for list in [#""$WIT" find --json"#, #"printf 'caf\xe9.jpg\nraw\xff\xfe.jpg\n'"#] {
                let shown = try run("set -o pipefail; \(list) | \"$WIT\" show --json -")
                #expect(shown.status == 0, "\(shown.errors)")
                #expect(shown.lines.count >= 2)
            }
            let missing = try run(#""$WIT" read $'no\xe9.jpg'"#)
            #expect(missing.errors == "wit: no\\xE9.jpg: No such file or directory\n")
        }

        @Test func `a moved one keeps its story`() throws {
            let moved = try run(
                #"""
                "$WIT" edit $'caf\xe9.jpg' --name Minka && mv $'caf\xe9.jpg' $'\x93\x8c\x8b\x9e/k\xe4tzchen.jpg' &&
                "$WIT" catalog . && "$WIT" show --json $'\x93\x8c\x8b\x9e/k\xe4tzchen.jpg'
                """#)
            #expect(moved.status == 0, "\(moved.errors)")
            let record = try JSONValue(parsing: (moved.lines.last ?? "").utf8)
            #expect(record["name"]?.string == "Minka")
        }

        @Test func `editing writes into the file and beside it and undo reverts it`() throws {
            let edited = try run(
                #"""
                set -e; cd $'\x93\x8c\x8b\x9e'; f=$'\x8e\xca\x90\x5e.jpg'; sha256sum < "$f" > ../before
                "$WIT" edit "$f" --name Harbour --write-metadata --write-sidecar
                test -e "$f.xmp"; ! sha256sum < "$f" | cmp -s - ../before
                "$WIT" read --json "$f"
                "$WIT" undo; sha256sum < "$f" | cmp - ../before; test ! -e "$f.xmp"
                """#)
            #expect(edited.status == 0, "\(edited.errors)\(edited.output)")
            #expect(edited.output.contains("Harbour"))
        }

        @Test func `sharing exporting checking and importing work with such names`() throws {
            let outcome = try run(
                #"""
                set -e
                "$WIT" share $'caf\xe9.jpg' $'raw\xff\xfe.jpg' --to a@example.org -o $'m\xe9il.eml'
                for f in jsonl csv geojson gpx kml; do "$WIT" export --format $f > $'out\xe9.'$f; done
                "$WIT" check --verify
                "$WIT" inspect $'m\xe9il.eml'
                "$WIT" import --catalog "$HOME/other.sqlite" --into $'r\xe9ceived' $'m\xe9il.eml'
                ls $'r\xe9ceived' | wc -l
                "$WIT" check --verify --catalog "$HOME/other.sqlite"
                ! "$WIT" check --backup $'b\xe9ckup.sqlite' 2> refused
                grep -q 'b.xE9ckup.sqlite: the path of a catalog must be UTF-8' refused
                test "$(ls | grep -ac ckup)" = 0
                """#)
            #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
            #expect(outcome.lines.contains("2"), "\(outcome.output)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }

        @Test func `the folder is watched under such names`() throws {
            let outcome = try run(
                #"""
                "$WIT" catalog --watch . >watch.log 2>&1 & watcher=$!
                for i in $(seq 100); do grep -q . watch.log && break; sleep 0.1; done; sleep 0.5
                cp "$PHOTOS/cat.jpg" $'n\xebw.jpg'; printf x >> $'n\xebw.jpg'
                for i in $(seq 100); do
                    "$WIT" show $'n\xebw.jpg' >/dev/null 2>&1 && break; sleep 0.1
                done
                "$WIT" show $'n\xebw.jpg' >/dev/null; status=$?
                kill -INT $watcher; wait $watcher; cat watch.log; exit $status
                """#)
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        }
    }
#endif
