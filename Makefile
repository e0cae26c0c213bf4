# What Is That: every target says what it does. `make help` lists them.

PREFIX ?= /usr/local
PHOTOS ?= 20000
FIND ?= 1000000
SHARE ?= 1000
MAILS ?= 21456
COPIES ?= 100000
STROKES ?= 1000000
SECONDS ?= 600
MUTATIONS ?= 100000
# Passed on when the tests are built and run.
SWIFTFLAGS ?=
# Swift Testing takes a backtrace of each error that is thrown, also of those that are caught, which
# half of a test's time may go into; nothing prints it.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED ?= 0
# The tests that take about half of the time.
HALF = ^(WhatIsThatTests|witTests|CatalogDatabaseTests)\.
DOCUMENTED = WhatIsThat ShareMail MIMEMessage Gazetteer
RELEASE = .build/release
# Swift's runtime and Foundation are linked in, so that an installed program runs without Swift, and
# starts sooner: the loader binds a hundred thousand symbols less. On macOS they belong to the system.
LINKED_IN = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib --disable-local-rpath)
# What works on many bytes is optimised in debug builds too (see Package.swift).
export WIT_OPTIMISED = 1
# The one place that says the version.
VERSION = $(shell sed -n 's/.* number = "\(.*\)"/\1/p' Sources/PhotoRecords/ProgramVersion.swift)
WIT = $(RELEASE)/wit
PEERS = .build/peers/made
SOURCES = Package.swift Sources Tests Templates

# What the program is built and run with, what its tests and its peers need besides. libvips and
# libseccomp are loaded when they are wanted, not linked; their -dev packages are named alike in all
# releases of Debian, and the tests hold our declarations against their headers.
BUILD_PACKAGES = ca-certificates git pkg-config python3 libexif-dev libvips-dev \
	libbrotli-dev libcurl4-openssl-dev libidn2-dev libsqlite3-dev libxml2-dev zlib1g-dev \
	libseccomp-dev fonts-dejavu-core
TEST_PACKAGES = gcc libc6-dev libgmime-3.0-dev sqlite3 util-linux libimage-exiftool-perl exiv2 \
	libvips-tools libjxl-tools python3 python3-jsonschema openssl gpsbabel altermime mblaze \
	procmail tidy maildrop tnef binutils strace attr acl dosfstools exfatprogs groff-base \
	python3-venv
# Real mail servers for the tests, and the mail program that answers by them: only where somebody
# wants them (see Tests/Servers/servers).
SERVER_PACKAGES = dovecot-imapd dovecot-pop3d dovecot-submissiond dovecot-lmtpd postfix openssl \
	python3 neomutt
# Real mail programs that answer a question.
ANSWER_PACKAGES = $(SERVER_PACKAGES) thunderbird libimage-exiftool-perl exiv2
BENCH_PACKAGES = gcc libc6-dev libgmime-3.0-dev libimage-exiftool-perl libvips-tools python3 \
	python3-venv maildir-utils notmuch
DEB_PACKAGES = dpkg-dev lintian binutils
# In Debian 13 the HEIF decoder is a package of its own; Debian 12 does not know it.
EXTRA_PACKAGES = libheif-plugin-libde265
BREWS = pkgconf libexif vips sqlite libxml2 brotli curl libidn2
TEST_BREWS = exiftool exiv2
BENCH_BREWS = exiftool gmime mu notmuch

.PHONY: help demo test client bench hostile faults answers fuzz asan docs install install-manual deb \
	format lint deps test-deps bench-deps server-deps answer-deps deb-deps peers version

help:
	@echo 'make demo            catalog, mail and import the fixture photos; nothing may be lost'
	@echo 'make test            build and run the tests'
	@echo 'make client          build and run a package that depends on a version of this one'
	@echo 'make bench           measure wit and its peers (PHOTOS=$(PHOTOS) FIND=$(FIND) SHARE=$(SHARE)'
	@echo '                     MAILS=$(MAILS) COPIES=$(COPIES) STROKES=$(STROKES))'
	@echo 'make hostile         give the release build mail made to harm, in full and at doubling sizes'
	@echo 'make faults          kill wit and break its disk at every step of every command that writes'
	@echo 'make answers         have Thunderbird answer a question; its answers must come home (as root)'
	@echo 'make fuzz            fuzz what reads foreign bytes (SECONDS=$(SECONDS) in all, TARGET=…)'
	@echo 'make asan            read damaged files under the address sanitizer (MUTATIONS=$(MUTATIONS))'
	@echo 'make docs            make pages of the articles and the documented declarations ($(DOCUMENTED))'
	@echo 'make install         install the program, its manual and its completions into'
	@echo '                     PREFIX=$(PREFIX) (and below DESTDIR)'
	@echo 'make deb             make a Debian package in .build/deb, Swift'"'"'s runtime linked in'
	@echo 'make format | lint   format the sources | check their format'
	@echo 'make deps            install the packages that the build needs'
	@echo 'make version         print the version'

demo: deps
	@echo 'Building wit (for debugging, which is sooner done): some two minutes the first time.'
	@swift build --quiet --product wit
	@Tests/Demo/demo "$$(swift build --show-bin-path)/wit"

# Two halves beside each other: for much of its time a test waits for programs, servers and children.
test: build-tests
	@echo 'Testing in two halves, beside each other.'
	@swift test --skip-build --ignore-lock $(SWIFTFLAGS) --skip '$(HALF)' & other=$$!; \
	swift test --skip-build --ignore-lock $(SWIFTFLAGS) --filter '$(HALF)'; half=$$?; \
	wait $$other && exit $$half
	@echo 'How soon work ends that is cancelled, one test at a time:'
	WIT_ALONE=1 swift test --skip-build $(SWIFTFLAGS) --no-parallel --filter 'is cancelled'

build-tests: deps test-deps
	swift build --build-tests $(SWIFTFLAGS)

client: deps
	@echo 'Building everything anew, as for somebody else; this takes some minutes.'
	@Tests/Clients/client

bench: deps bench-deps
	@echo 'Building wit and wit-bench for release; this takes some minutes.'
	@for product in wit wit-bench; do \
		swift build --quiet -c release --product $$product $(LINKED_IN) || exit 1; done
	@Tests/Benchmarks/bench $(PHOTOS) $(FIND) $(SHARE) $(MAILS) $(COPIES) $(STROKES)

hostile: deps test-deps
	@echo 'Building wit for release; this takes some minutes.'
	@swift build --quiet -c release --product wit $(LINKED_IN)
	@Tests/Hostile/hostile --check
	@Tests/Hostile/hostile --check --huge
	@Tests/Hostile/decoding --check
	@Tests/Hostile/growth --check
	@Tests/Hostile/tried --check

faults: deps test-deps
	@swift build --quiet --product wit
	@Tests/Faults/faults

answers: deps answer-deps
	@swift build --quiet --product wit
	@Tests/Answers/thunderbird "$$(swift build --show-bin-path)/wit"

fuzz: deps
	@Tests/Fuzzing/fuzz run $(SECONDS) $(TARGET)

asan: deps
	@Tests/Fuzzing/fuzz mutate $(MUTATIONS) $(SEED)

# Every warning is an error. The pages land below .build/plugins.
docs: deps
	WIT_DOCS=1 swift package generate-documentation --warnings-as-errors \
		$(foreach target,$(DOCUMENTED),--target $(target))

install: deps
	@echo 'Building wit for release; this takes some minutes.'
	@swift build --quiet -c release --product wit $(LINKED_IN)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/wit/templates" \
		"$(DESTDIR)$(PREFIX)/share/wit/places"
	install -m 755 $(RELEASE)/wit "$(DESTDIR)$(PREFIX)/bin/wit"
	cp -R $(RELEASE)/WhatIsThat_MailTemplates.resources/. "$(DESTDIR)$(PREFIX)/share/wit/templates/"
	cp -R $(RELEASE)/WhatIsThat_Gazetteer.resources/Places/. "$(DESTDIR)$(PREFIX)/share/wit/places/"
	@$(MAKE) --no-print-directory install-manual

# The manual and the completions, by the program WIT.
install-manual:
	$(WIT) manual --output "$(DESTDIR)$(PREFIX)/share/man"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
		"$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	$(WIT) --generate-completion-script bash \
		>"$(DESTDIR)$(PREFIX)/share/bash-completion/completions/wit"
	$(WIT) --generate-completion-script zsh >"$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_wit"
	$(WIT) --generate-completion-script fish \
		>"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/wit.fish"

deb: deps deb-deps
	@.ci/make-deb

format:
	swift format --in-place -r $(SOURCES)

lint:
	swift format lint --strict -r $(SOURCES)

deps:
	@$(call require,$(BUILD_PACKAGES),$(BREWS))

test-deps:
	@$(call require,$(TEST_PACKAGES),$(TEST_BREWS))
	@$(MAKE) --no-print-directory peers || \
		echo '(The hit test is not held to shapely and Pillow: pip cannot install them.)'

# A Python with shapely 2 and Pillow, which the hit test is held to.
peers: $(PEERS)

$(PEERS):
	@python3 -m venv .build/peers
	@.build/peers/bin/pip install --quiet --disable-pip-version-check 'shapely>=2' pillow
	@touch $@

server-deps:
	@$(call require,$(SERVER_PACKAGES),)

answer-deps:
	@$(call require,$(ANSWER_PACKAGES),)

deb-deps:
	@$(call require,$(DEB_PACKAGES),)

bench-deps:
	@$(call require,$(BENCH_PACKAGES),$(BENCH_BREWS))

version:
	@echo $(VERSION)

# Installs the Debian packages (1) that are missing; on macOS names the Homebrew packages (2).
define require
set -e; case "$$(uname -s)" in \
Darwin) \
	missing=; \
	for name in $(2); do \
		brew list --versions $$name >/dev/null 2>&1 || missing="$$missing $$name"; \
	done; \
	[ -z "$$missing" ] || { echo "Missing; please run: brew install$$missing" >&2; exit 1; };; \
*) \
	missing=; \
	for name in $(1); do \
		dpkg-query -W -f '$${db:Status-Status}' $$name 2>/dev/null | grep -qx installed \
			|| missing="$$missing $$name"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	echo "Installing$$missing"; \
	echo "(to do it yourself: apt-get install --no-install-recommends$$missing)"; \
	as_root=; \
	if [ "$$(id -u)" -ne 0 ]; then \
		as_root=sudo; \
		command -v sudo >/dev/null || { echo "Please install as root:$$missing" >&2; exit 1; }; \
	fi; \
	$$as_root apt-get update -qq; \
	for name in $(EXTRA_PACKAGES); do \
		! apt-cache show $$name >/dev/null 2>&1 || missing="$$missing $$name"; \
	done; \
	$$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends $$missing >/dev/null;; \
esac
endef
