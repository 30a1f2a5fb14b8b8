#!/usr/bin/env bash
# Encrypts svc.tfplan and the journal into an archive: bash sealed-plan/seal.sh ARCHIVE, in the folder infrastructure.
# A saved plan holds the state, and so the value of each API key. The archive also says which files were planned, and for
# which commit, so that it cannot pass for the plan of others: gpg detects a change of its content.
set -euo pipefail

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$SVC_JOURNAL_DIR" "$stage/svc-journal"
cp -p svc.tfplan "$stage/svc.tfplan"
cp -Rp "$SVC_JOURNAL_DIR/." "$stage/svc-journal"
printf '%s %s\n' "$(git rev-parse HEAD:infrastructure)" "${SVC_PLAN_COMMIT:-$(git rev-parse HEAD)}" > "$stage/origin"
tar --create --file - --directory "$stage" origin svc.tfplan svc-journal |
  gpg --batch --quiet --pinentry-mode loopback --passphrase-file <(printf %s "$SVC_PLAN_PASSPHRASE") \
    --symmetric --cipher-algo AES256 --output "$1"
