#!/bin/sh
# Starts the provider: Terraform wants one executable file, and Node.js wants a file name that says CommonJS.
program=$0
# Absolute: two Terraforms may have the same relative path in two directories.
case $program in
  /*) ;;
  *) program=$PWD/$program ;;
esac
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=${program%/*}/$target ;;
  esac
done

# A package of the registry has a `node` beside this file. On Linux it needs glibc: without its loader, Alpine could not
# start it, so PATH decides there. /usr/lib/dyld is the loader of macOS.
node=${SVC_NODE:-${program%/*}/node}
if [ -z "${SVC_NODE-}" ]; then
  if [ ! -x "$node" ]; then
    node=node
  elif [ ! -e /lib64/ld-linux-x86-64.so.2 ] && [ ! -e /lib/ld-linux-aarch64.so.1 ] && [ ! -e /usr/lib/dyld ]; then
    node=node
  fi
fi
if ! command -v "$node" >/dev/null 2>&1; then
  # Not on standard error: of a plugin that does not start, Terraform shows the first line of standard output.
  echo "This provider runs on Node.js 20 or newer, and there is no '$node'. Put Node.js on PATH or name it in SVC_NODE."
  exit 127
fi

# Node would parse these certificates at every start (36 ms); the provider reads them when it opens a connection.
if [ -n "${NODE_EXTRA_CA_CERTS-}" ]; then
  export SVC_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"
  unset NODE_EXTRA_CA_CERTS
fi

# What NODE_OPTIONS preloads or inspects is meant for the caller's own program; SVC_NODE_OPTIONS is for this one.
unset NODE_OPTIONS
if [ -n "${SVC_NODE_OPTIONS-}" ]; then
  export NODE_OPTIONS="$SVC_NODE_OPTIONS"
fi

# No V8 flags here: any of them voids the code cache of Node's own modules (18 ms more, measured).
provider=${program%/*}/provider.cjs

# Says why there is no handshake. After one, nobody reads this line.
cannot_start() {
  echo "Node.js does not start: '$node' ended with $1. To see why, run: $node --print process.version"
  exit "$1"
}

# Takes the Node.js on PATH in place of ours, where the file of its loader is there and does not run it (gcompat on Alpine, stub-ld on
# NixOS), or the processor lacks an instruction.
other_node() {
  case $1 in
    126 | 127 | 132) ;;
    *) cannot_start "$1" ;;
  esac
  [ -z "${SVC_NODE-}" ] && [ "$node" != node ] && command -v node >/dev/null 2>&1 || cannot_start "$1"
  node=node
  own_process
}

# Runs the provider as the process that Terraform started. Decision 12 lists when a launch may use another one.
own_process() {
  unset SVC_WAITING_PLACE SVC_ORPHAN SVC_PROVIDER_PROGRAM SVC_TERRAFORM SVC_TERRAFORM_STARTED
  # This shell cannot say it after `exec`. It takes 3 ms.
  "$node" --version >/dev/null 2>&1 || other_node $?
  exec "$node" "$provider"
}

# Reads /proc/$1/stat (proc_pid_stat(5)). Field 2 is the name in parentheses, which may hold spaces and parentheses.
read_process() {
  stat=''
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  number=${stat%% *} name=${stat#*\(}
  name=${name%\) *}
  # The fields from the third on hold no spaces.
  # shellcheck disable=SC2086
  set -- ${stat##*\) }
  state=$1 parent=$2 started=${20-}
}

if [ -n "${TF_LOG-}${TF_LOG_PROVIDER-}${SVC_NODE_OPTIONS-}" ] || [ "${SVC_STAY-}" = no ]; then
  own_process
fi
temporary=${TMPDIR:-/tmp}
case $temporary in
  /*) ;;
  *) own_process ;;
esac

# Both processes must be known by number, start time and PID namespace. /proc may show another namespace's numbers: then
# the numbers there are not those that the shell knows.
read_process self && [ "$number" = "$$" ] && [ "$parent" = "$PPID" ] || own_process
launcher_started=$started
read_process "$PPID" && [ "$number" = "$PPID" ] || own_process
terraform_started=$started
[ "/proc/$PPID/ns/pid" -ef "/proc/$$/ns/pid" ] 2>/dev/null || own_process
{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null || own_process

# Terraform's environment is the same at each of its launches; another program's may not be.
case $name in
  *terraform* | *tofu*) ;;
  *) own_process ;;
esac

# A process that outlives its launcher is reparented to process 1, which must reap it. Whether it does is seen by one such
# process of this user, whose number and start time are on record (src/plugin/process/waiting-place.ts): it is a zombie still,
# 1000 ticks (10 s) after its start. The record must be this user's, in a folder where nobody else can replace it.
[ -O "$temporary" ] || [ -k "$temporary" ] || own_process
while read -r field _ user _; do [ "$field" = Uid: ] && break; done <"/proc/$$/status"
orphan=$temporary/terraform-plugin-orphan-of-$user
if [ -e "$orphan" ] || [ -L "$orphan" ]; then
  [ -f "$orphan" ] && [ -O "$orphan" ] && [ ! -L "$orphan" ] || own_process
  read -r number orphan_started <"$orphan"
  if read_process "$number" && [ "$state $started" = "Z $orphan_started" ]; then
    [ $((launcher_started - started)) -lt 1000 ] || own_process
  fi
fi

# Ignore terminal signals. Terraform decides when the provider stops.
trap '' INT TERM HUP

# A process that has served an earlier launch of this Terraform may be waiting (src/plugin/process/waiting-place.ts). The
# folder must be this user's, and the process must hold its file `waiting` open in this PID namespace. The folder is opened, then
# checked and used by its descriptor: where others may rename it, its path may lead elsewhere after the check.
place=$temporary/terraform-plugin-${boot%%-*}-of-$PPID-$terraform_started
folder=/proc/$$/fd/3 waiting=/proc/$$/fd/3/waiting owner=none
if [ -d "$place" ] && [ ! -L "$place" ]; then
  {
    if [ -O "$folder" ] && [ -O "$waiting" ]; then
      owner='' its_provider='' handshake=''
      { read -r owner && read -r its_provider && read -r handshake; } <"$waiting"
      if [ -n "$handshake" ] && [ "$its_provider" = "$provider" ] \
        && [ "/proc/$owner/fd/0" -ef "$waiting" ] && [ "/proc/$owner/ns/pid" -ef "/proc/$$/ns/pid" ]; then
        # Its standard error is a pipe, through which it also says that the launch is over.
        {
          # With -C, the shell never overwrites a file: only one launcher can make the claim.
          set -C
          if { printf '%s\n%s\n' "$$ $launcher_started" "${PLUGIN_CLIENT_CERT-}" >"$folder/claim"; } 2>/dev/null; then
            # Two readers would take each other's lines from the pipe. The launcher before this one is about to exit.
            if [ -e "$folder/last" ]; then
              read -r last last_started <"$folder/last"
              while read_process "$last" && [ "$started" = "$last_started" ]; do :; done
            fi
            printf '%s\n' "$handshake"
            while IFS= read -r line; do
              case $line in
                "end $$") exit 0 ;;
                "end "*) ;;
                *) printf '%s\n' "$line" >&2 ;;
              esac
            done
            exit 1
          fi
        } <"/proc/$owner/fd/2"
      fi
    fi
  } 3<"$place"
fi
# Another launch has the folder.
[ "$owner" = none ] || own_process

export SVC_WAITING_PLACE="$place" SVC_ORPHAN="$orphan" SVC_PROVIDER_PROGRAM="$provider" SVC_TERRAFORM="$PPID" SVC_TERRAFORM_STARTED="$terraform_started"
trap 'exit 0' USR1
# The empty pipe becomes the standard error of a process that waits.
: | "$node" "$provider" &
wait $! || other_node $?
