# What each target does is in the README.
GO ?= go
LC = bin/lc

.PHONY: build run test check bench fuzz accuracy clean

build:
	$(GO) build -o $(LC) ./cmd/lc

run: build
	sh fixtures/demo/demo.sh $(LC)

test:
	$(GO) test ./...

# SA1019 (deprecated names) is off: the plain ranges of SCIP are written on purpose,
# so that readers of any age find them.
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.6.1

check:
	test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) -checks inherit,-SA1019 ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

FUZZTIME ?= 30s

# Runs every fuzz target for FUZZTIME; what one finds is kept under testdata/fuzz.
fuzz:
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

# LC_CORPORA names a folder of clones (see benchmarks/accuracy); a corpus that is
# absent is reported, not passed.
accuracy: build
	$(GO) test -count=1 -timeout 60m -run Accuracy -v ./benchmarks/accuracy

clean:
	rm -rf bin
