#!/usr/bin/env bash
# Lists the endpoints and keys of the platform that no state has, in Markdown. Reads the folders of the states, initialized, from
# standard input. Exits with 1 if there is one, or if the lists cannot be read. accepted.txt has the ids of others that are
# known, one a line: those of other states, and of the keys that CI works with.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
terraform=${TERRAFORM_BINARY_NAME:-terraform}

"$terraform" init -lockfile=readonly >&2 < /dev/null
"$terraform" apply -auto-approve >&2 < /dev/null
"$terraform" output -json | jq --raw-output 'to_entries[] | .key as $type | .value.value[] | "\($type) \(.)"' | sort > platform.txt

# Only ids leave the state: its values stay in the pipe.
while read -r folder; do "$terraform" -chdir="../$folder" show -json < /dev/null; done | jq --raw-output '
  .values.root_module // {} | recurse(.child_modules[]?) | .resources[]?
  | select(.mode == "managed" and (.type == "svc_webhook_endpoint" or .type == "svc_api_key"))
  | .type as $type | .values | [.id, .previous_id, .unrevoked_ids[]?][] | select(. != null) | "\($type) \(.)"' |
  sort -u > managed.txt

comm -23 platform.txt managed.txt |
  awk 'FILENAME == "accepted.txt" { accepted[$1]; next } !($2 in accepted)' accepted.txt - > unmanaged.txt
if [ ! -s unmanaged.txt ]; then
  exit 0
fi
echo '## Objects that no state has'
echo
echo 'Import each one, delete it on the platform, or add its id to `inventory/accepted.txt`.'
echo
echo '```hcl'
sed 's/^\(.*\) \(.*\)$/import {\n  to = \1.NAME\n  id = "\2"\n}/' unmanaged.txt
echo '```'
exit 1
