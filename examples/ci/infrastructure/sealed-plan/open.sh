#!/usr/bin/env bash
# Opens an archive of seal.sh: bash sealed-plan/open.sh ARCHIVE [COMMIT], in the folder infrastructure, after terraform init.
# Writes svc.tfplan and the journal. Refuses a plan of other files, or of another commit than COMMIT, and writes nothing.
set -euo pipefail

refuse() {
  echo "The sealed plan is refused: $1." >&2
  exit 1
}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
gpg --batch --quiet --pinentry-mode loopback --passphrase-file <(printf %s "$SVC_PLAN_PASSPHRASE") \
  --output "$stage/archive.tar" --decrypt "$1" || refuse 'it cannot be decrypted'

# tar would write wherever a name or a link says, so all are read first.
members=$(tar --list --file "$stage/archive.tar")
others=$(grep --extended-regexp --invert-match '^(origin|svc\.tfplan|svc-journal/([A-Za-z0-9_-][A-Za-z0-9._-]*)?)$' <<< "$members" || true)
[ -z "$others" ] || refuse "its archive has other members, such as $(head -n 1 <<< "$others")"
[ -z "$(sort <<< "$members" | uniq --repeated)" ] || refuse 'its archive has a member twice'
kinds=$(tar --list --verbose --file "$stage/archive.tar" | cut --characters=1 | sort --unique | tr --delete '\n')
[ -z "${kinds//[d-]/}" ] || refuse 'its archive has a link'

mkdir "$stage/opened"
tar --extract --file "$stage/archive.tar" --directory "$stage/opened" -- origin svc.tfplan svc-journal
read -r files commit < "$stage/opened/origin" || refuse 'it does not say which files were planned'
[ "$files" = "$(git rev-parse HEAD:infrastructure)" ] || refuse "it was made for other files, those of the commit $commit"
[ "$commit" = "${2:-$commit}" ] || refuse "it was made for the commit $commit, and is stored as that of $2"

# A saved plan contains the configuration that an apply executes. Everybody who has the passphrase could seal any, so it is
# compared with the files here and with the modules that terraform init has installed.
plan="$stage/opened/svc.tfplan"
planned() {
  unzip -Z1 "$plan" 'tfconfig/m-*' | while IFS= read -r name; do
    echo "$name $(unzip -p "$plan" "$name" | sha256sum)"
  done
}
present() {
  local modules='{"Modules":[{"Key":"","Dir":"."}]}'
  if [ -f .terraform/modules/modules.json ]; then modules=$(< .terraform/modules/modules.json); fi
  jq --raw-output '.Modules[] | "\(.Key)|\(.Dir)"' <<< "$modules" | while IFS='|' read -r module folder; do
    for file in "$folder"/*.tf "$folder"/*.tf.json; do
      if [ -f "$file" ]; then echo "tfconfig/m-$module/${file##*/} $(sha256sum < "$file")"; fi
    done
  done
}
[ "$(planned | sort)" = "$(present | sort)" ] || refuse 'the configuration in it differs from these files'

# The times stay: the provider recognises its plan by path and time.
mkdir -p "$SVC_JOURNAL_DIR"
cp -Rp "$stage/opened/svc-journal/." "$SVC_JOURNAL_DIR"
cp -p "$plan" svc.tfplan
