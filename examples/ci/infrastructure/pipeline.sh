#!/usr/bin/env bash
# The steps of the pipeline, the same on each forge. They work on the configuration in this folder (HCL) or, where it has a
# cdktf.json, on each stack of that project of cdktf or cdktn. SVC_STACKS names some of these stacks, or folders below this one (HCL),
# with blanks between, to work on these alone.
#
#   install            the npm packages, and the provider that one of them brings
#   check              formatting and validity, without platform and state
#   plan [OPTION…]     a saved plan of each stack; options are those of terraform plan. SVC_REPLACE: addresses to replace, one a line
#   report FOLDER      the reports, also of a plan that failed; ends with 3 if a plan hits a gate
#   due FILE           leaves `pack` the plans that only time has made, and prints `due=yes` if there is one, else `due=no`. FILE gets
#                      the stacks where a person decides, with the reasons
#   drift FOLDER       the report of what changed outside Terraform, is due, or is degraded; ends with 3 if something is
#   inventory          the objects that no state of this folder has, or of those that your states.sh writes into the folder that it
#                      is given; ends with 3 if there is one, with 1 if that cannot be told. SVC_INVENTORY=off: no list
#   summary FILE…      prints these reports, or their headings alone where they are too long for a summary of GitHub
#   pack FOLDER        encrypts the plans that change something into a file of this shard
#   apply FOLDER       decrypts the files of all shards, plans each of these stacks once more, and applies the decrypted plans
#   apply-due FOLDER   decrypts what files there are, and plans each stack once more and applies its plan, also after one that failed
#
# SVC_SHARD=2/4 makes `check`, `plan`, `report`, `due`, `drift` and `pack` work on the second of each four stacks. GitLab numbers the
# jobs of `parallel` itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# `terraform` or `tofu`. The report reads this variable, too.
terraform=${TERRAFORM_BINARY_NAME:-terraform}

shard=${SVC_SHARD:-${CI_NODE_INDEX:-1}/${CI_NODE_TOTAL:-1}}
if ! [[ $shard =~ ^([1-9][0-9]*)/([1-9][0-9]*)$ ]] || ((BASH_REMATCH[1] > BASH_REMATCH[2])); then
  echo "There is no shard $shard. SVC_SHARD is such as 2/4." >&2
  exit 2
fi

# What stops a plan: `policy` stands for the rules of policy.json, the others are risks (docs/report.md).
gates=policy,unrestricted-key,unconfigured-scope,literal-secret,secret-shown,secret-may-show,host-changed,plain-http,every-object-gone

# All output goes through this filter. It hides keys of the platform: Terraform has no mark for one that another state gives. GitHub's
# runner takes for a command what follows `::` at the begin of a line, or `##[` anywhere, and a name in a plan may be a stranger's. It
# outlives a signal to all: without a reader, Terraform would end within an apply.
logged() (
  trap '' INT TERM
  LC_ALL=C exec sed -u -E -e 's/svc_(live|test)_[A-Za-z0-9]{32}/(sensitive)/g' -e $'s/\r/ /g' -e 's/##\[/## [/g' -e 's/^/| /'
)

# The steps of one stack work in $folder.
tf() { "$terraform" -chdir="$folder" "$@"; }

package() { if [ -d node_modules/cdktn ]; then echo cdktn; else echo cdktf; fi; }

svc() { "node_modules/.bin/$(package)-provider-svc" "$@"; }

# The stack's name in reports, by which the job of the comment finds its comments.
key() { if [ "$folder" = . ]; then echo "$SVC_STACK"; else echo "$SVC_STACK/${folder##*/}"; fi; }

# The folders of all stacks. Of HCL, those with a lock file: others are modules.
stacks() {
  local lock
  if [ -f cdktf.json ]; then
    find cdktf.out/stacks -mindepth 1 -maxdepth 1 -type d | sort
  else
    for lock in */.terraform.lock.hcl; do if [ -f "$lock" ]; then dirname "$lock"; fi; done
  fi
}

# The folders to work on.
folders() {
  local all name names
  all=$(stacks)
  read -ra names <<< "${SVC_STACKS:-}"
  if [ -f cdktf.json ] && [ -z "$all" ]; then
    echo "cdktf.out/stacks has no stack. Remove \`output\` from cdktf.json." >&2
    return 1
  elif [ ${#names[@]} = 0 ]; then
    if [ -f cdktf.json ]; then echo "$all"; else echo .; fi
  fi
  for name in "${names[@]}"; do
    grep -E "^(cdktf\.out/stacks/)?${name//./\\.}\$" <<< "$all" && continue
    all=${all//cdktf.out\/stacks\//}
    echo "SVC_STACKS names $name, and there is only: ${all//$'\n'/, }" >&2
    return 1
  done
}

# Runs a step for each stack of this shard, or each in $chosen, also after one that failed, and ends with the last failure's exit code.
each() {
  local folder all code=0
  if [ -n "${chosen+set}" ]; then
    all=$chosen
  else
    all=$(folders) || return
    all=$(awk "NR % ${shard#*/} == ${shard%/*} % ${shard#*/}" <<< "$all")
  fi
  for folder in $all; do "$@" || code=$?; done
  return "$code"
}

synthesize() { if [ -f cdktf.json ]; then "node_modules/.bin/$(package)" synth; fi; }

# The lock file of this folder is that of the configuration. Those of stacks are in the folder locks. `init` would make the workspace
# that TF_WORKSPACE names, so it does not see that variable.
initialize() {
  local lock=locks/${folder##*/}.lock.hcl
  if [ -f "$lock" ]; then cp "$lock" "$folder/.terraform.lock.hcl" || return; fi
  (unset TF_WORKSPACE && tf init -lockfile=readonly "$@")
}

# A misspelt workspace is an empty state: a plan would create everything anew.
with_workspace() {
  if [ -z "${TF_WORKSPACE:-}" ]; then return; fi
  if (unset TF_WORKSPACE && tf workspace list) | sed 's/^[* ]*//' | grep -Fx -- "$TF_WORKSPACE" > /dev/null; then return; fi
  echo "$folder has no workspace $TF_WORKSPACE. Make it once, by hand: terraform workspace new." >&2
  return 1
}

# A state without a backend ends with the job, and the value of each new key with it.
with_backend() {
  initialize || return
  local type
  type=$(jq --raw-output '.backend.type // "local"' "$folder/.terraform/terraform.tfstate" 2> /dev/null) || type=local
  if [ "$type" != local ]; then
    with_workspace
    return
  fi
  echo "$folder has no backend, so its state, with the value of each key, would be lost with this job. Add one: docs/remote-state.md of cdktf-provider-svc." >&2
  return 1
}

# Each copied file ends with a number that changes with the file of the package.
compare_copies() {
  local file number old=() from
  from=node_modules/$(package)-provider-svc/examples/ci
  if [ ! -d "$from" ]; then return; fi
  for file in pipeline.sh ../.gitlab-ci.yml ../*/.gitlab-ci.yml ../.github/workflows/svc-*.yml ../.github/actions/svc-*/action.yml; do
    number=$(grep '^# Number of this file: ' "$file" 2> /dev/null) || continue
    if ! grep --recursive --quiet --line-regexp --fixed-strings -e "$number" "$from"; then old+=("$file"); fi
  done
  if [ ${#old[@]} -gt 0 ]; then echo "The installed package has other files than these copies: ${old[*]}. See Upgrade in its docs/pipelines.md."; fi
}

check_one() { initialize -backend=false && tf validate; }

# The report shows what the provider says, and the log the whole plan for people. A plan changes something, such as an output or the
# address of an object, if Terraform ends with 2.
plan_one() {
  local address code=0
  rm -f "$folder/svc.tfplan" "$folder/svc.diagnostics"
  with_backend || return
  if [ -n "${SVC_REPLACE:-}" ]; then
    tf state list > "$folder/svc.addresses" || return
    while IFS= read -r address; do
      if grep -Fxq -- "$address" "$folder/svc.addresses"; then set -- "$@" "-replace=$address" && echo "$address" >> svc.replaced; fi
    done <<< "${SVC_REPLACE//$'\r'/}"
  fi
  tf plan -json -detailed-exitcode -out=svc.tfplan "$@" > "$folder/svc.diagnostics" || code=$?
  if [ "$code" = 0 ]; then
    echo "$folder: No changes."
  elif [ -f "$folder/svc.tfplan" ]; then
    tf show svc.tfplan || code=1
  fi
  if [ "$code" = 2 ]; then code=0 && echo "$folder" >> svc.changed; fi
  jq --raw-input --raw-output 'fromjson? | .diagnostic // empty
    | "\n\(.severity): \(.summary) (\(.address // .range.filename // "-"))\n\(.detail)"' "$folder/svc.diagnostics"
  return "$code"
}

# Of an address that does not exist, Terraform says nothing. It may be in another shard.
all_replaced() {
  local address
  while IFS= read -r address; do
    if [ -z "$address" ] || grep -Fxq -- "$address" svc.replaced; then continue; fi
    echo "No state of shard $shard has the address $address, which SVC_REPLACE names." >&2
    if [ "${shard#*/}" = 1 ]; then return 1; fi
  done <<< "${SVC_REPLACE//$'\r'/}"
}

report_one() {
  local to=$1 file
  shift
  file=$to/$(basename "$(key)")
  set -- "$folder/svc.tfplan" --key "$(key)" "$@"
  if [ -f "$folder/svc.diagnostics" ]; then set -- "$@" --diagnostics "$folder/svc.diagnostics"; fi
  # The comment is written without a plan, too: that of an earlier plan must not stay.
  svc report "$@" --out "$file.md" --html "$file.html"
}

# Lists a stack that is due. Only a refresh tells what is due, so a plan without one has what else has changed.
due_one() {
  local code=0
  tf plan -refresh=false -lock=false -out=still.tfplan > /dev/null || return
  svc report "$folder/svc.tfplan" --policy policy.json --fail-on "$gates" --only-due "$folder/still.tfplan" --format json \
    > "$folder/svc.due.json" || code=$?
  case $code in
    # Null: nothing is to be done.
    0) if [ "$(jq .onlyDue "$folder/svc.due.json")" = true ]; then echo "$folder" >> svc.changed; fi ;;
    3 | 4) waits "$(key)" < "$folder/svc.due.json" >> "$1" ;;
    *) return "$code" ;;
  esac
}

# Names a stack that waits, with the reasons, in a fence that no name in them can end.
waits() {
  printf '**`%s` waits for a person:**\n\n~~~text\n' "$1"
  jq --raw-output '(.waits // [] | .[] | "\(.address): \(.reason)"), (.gate.stopped // [] | .[] | "the plan: \(.name)")
    | gsub("[\\x00-\\x1f\\x7f~]"; " ")'
  printf '~~~\n\n'
}

drop_plans() { find . \( -name svc.tfplan -o -name svc.diagnostics -o -name svc.changed \) -exec rm -rf {} +; }

# The apply works on the stacks that have a plan.
unpack() {
  local file
  drop_plans
  for file in "$1"/plan-*.tar.gpg; do
    if [ -e "$file" ]; then encryption --decrypt "$file" | tar --extract; fi
  done
  chosen=$(find . -name node_modules -prune -o -name svc.tfplan -print | sed 's|/svc\.tfplan$||' | sort)
}

# An artefact that has expired would be a shard without changes.
all_shards() {
  local files=("$1"/plan-*-of-*.tar.gpg) of
  of=${files[0]##*-of-} && of=${of%.tar.gpg}
  if [ ${#files[@]} = "$of" ]; then return; fi
  echo "$1 does not have the plans of all shards. Start the pipeline anew." >&2
  return 1
}

packed_one() { if [ -f cdktf.json ]; then echo "$folder"; else echo "$folder/svc.tfplan"; fi; }

# The plan compares the state with the platform. It takes no lock, and is never applied.
drift_one() { plan_one -refresh-only -lock=false; }

# This plan is thrown away. An endpoint that exists by now, such as after a killed apply, is an error of it. The key of this job may be
# of another account than that of the plan.
plan_again_one() {
  with_backend || return
  tf plan -lock-timeout=10m -out=again.tfplan > /dev/null || return
  svc report "$folder/again.tfplan" --fail-on every-object-gone > /dev/null
}

apply_one() { tf apply -lock-timeout=10m svc.tfplan; }

apply_due_one() { plan_again_one && apply_one; }

# Without a count of its own, gpg starts an agent, which first measures for a second how high it can be. This one is the highest.
encryption() {
  gpg --batch --quiet --pinentry-mode loopback --s2k-count 65011712 --passphrase-file <(printf %s "$SVC_PLAN_PASSPHRASE") "$@"
}

# These steps write what others read.
exec 3>&1
written=1
case $1 in due | inventory | summary) written=3 ;; esac

command=$1
shift
case $command in
  install)
    # A commit must not bring plans.
    rm -rf cdktf.out
    drop_plans
    # npm would prefer this file to package-lock.json, and a workspace of the root to both.
    if [ -e npm-shrinkwrap.json ]; then
      echo "npm-shrinkwrap.json replaces package-lock.json. Remove it." >&2
      exit 1
    fi
    npm ci --ignore-scripts --no-workspaces
    svc install
    ;;
  check)
    compare_copies
    synthesize
    if [ ! -f cdktf.json ]; then "$terraform" fmt -check -recursive; fi
    each check_one
    ;;
  plan)
    synthesize
    for file in svc.replaced svc.changed; do : > "$file"; done
    each plan_one "$@"
    if [ -n "${SVC_REPLACE:-}" ]; then all_replaced; fi
    ;;
  report)
    rm -rf "$1" && mkdir "$1"
    each report_one "$1" --policy policy.json --fail-on "$gates" \
      --context "commit=$SVC_COMMIT" --context "run=$SVC_RUN" --context "report=$SVC_REPORT"
    ;;
  due)
    code=0
    chosen=$(cat svc.changed)
    : > svc.changed && touch "$1"
    each due_one "$1" || code=$?
    if [ -s svc.changed ]; then echo due=yes; else echo due=no; fi
    exit "$code"
    ;;
  drift)
    rm -rf "$1" && mkdir "$1"
    synthesize
    code=0
    each drift_one || code=$?
    each report_one "$1" --drift --fail-on drift,rotation-due || code=$?
    exit "$code"
    ;;
  inventory)
    if [ "${SVC_INVENTORY:-}" = off ]; then exit; fi
    where='this folder'
    left=
    if [ -f states.sh ]; then
      where='this account'
      states=$(mktemp -d)
      # They hold keys.
      trap 'rm -rf "$states"' EXIT
      bash states.sh "$states" >&2
      while IFS= read -r -d '' file; do set -- "$@" --state "$file"; done < <(find "$states" -type f -print0)
      if [ $# = 0 ]; then echo 'states.sh has written no state.' >&2 && exit 1; fi
    else
      synthesize >&2
      each with_backend >&2
      # shellcheck disable=SC2046
      set -- --folder $(folders)
      left=$(comm -13 <(folders | sort) <(stacks | sort) | sed 's|.*/||; s|.*|`&`|' | paste -sd ' ')
    fi
    printf '## Objects in no state of %s\n\nObjects of the account at `%s`. ' "$where" "${SVC_BASE_URL:-}"
    if [ -n "$left" ]; then echo "States that were not read: $left."; fi
    printf 'Find out whose each one is: another team may have it in its own state. Then add it to `known-objects.txt`, import it, or delete it on the platform.\n\n~~~text\n'
    code=0
    svc adopt "$@" --fail-on unmanaged --known known-objects.txt || code=$?
    echo '~~~'
    exit "$code"
    ;;
  summary)
    # A shard without a stack has no report. GitHub drops a summary of more than 1 MiB.
    if [ ! -e "$1" ]; then exit; fi
    if [ "$(cat "$@" | wc -c)" -le 900000 ]; then
      cat "$@"
    else
      printf 'The reports are too long for a summary. [The artefacts](%s) have them.\n\n' \
        "${CI_JOB_URL:-$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID#artifacts}"
      cat "$@" | sed -n -E '/^(## |\*\*|Stack: )/{G;p;}'
    fi
    ;;
  pack)
    # A saved plan holds the state, and so the value of each API key. Of a project it takes the synthesized stacks, without the
    # archive of the provider in each: the job of the apply installs the provider itself.
    mkdir -p "$1"
    chosen=$(cat svc.changed)
    tar --create --exclude .terraform --exclude terraform.d --files-from <(each packed_one) |
      encryption --symmetric --cipher-algo AES256 --output "$1/plan-${shard/\//-of-}.tar.gpg"
    ;;
  apply)
    all_shards "$1"
    unpack "$1"
    each plan_again_one
    each apply_one
    ;;
  apply-due)
    unpack "$1"
    each apply_due_one
    ;;
  *)
    echo "There is no step $command." >&2
    exit 2
    ;;
esac 2>&1 >&"$written" | logged >&2
# Number of this file: 9f943984
