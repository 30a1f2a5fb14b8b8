#!/bin/sh
# Starts the provider: Terraform wants one executable file, and Node.js wants a file name that says CommonJS.
program=$0
case $program in */*) ;; *) program=./$program ;; esac
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=${program%/*}/$target ;;
  esac
done

node=${SVC_NODE:-node}
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

# A process for this launch alone: where logs are wanted, which only a process that Terraform started itself can write
# to it without a detour; for whoever preloads or inspects something; and for whoever says so.
if [ -n "${TF_LOG-}${TF_LOG_PROVIDER-}${SVC_NODE_OPTIONS-}" ] || [ "${SVC_STAY-}" = no ]; then
  unset SVC_STAY_AT SVC_TERRAFORM
  exec "$node" "$provider"
fi

# What a terminal or a job sends to all its processes is for Terraform to decide.
trap '' INT TERM HUP

# One that has served an earlier launch of the same Terraform may be waiting (src/plugin/wire/waiting-place.ts). Of a
# folder that is somebody else's, or a link, nothing is believed.
place=${TMPDIR:-/tmp}/terraform-plugin-of-$PPID
if [ -O "$place/owner" ] && [ -O "$place" ] && [ ! -L "$place" ]; then
  owner='' its_provider='' handshake=''
  { read -r owner && read -r its_provider; } <"$place/owner"
  [ ! -O "$place/waiting" ] || read -r handshake <"$place/waiting"
  if ! kill -0 "$owner" 2>/dev/null; then
    # Killed, it could not take its folder away.
    rm -rf "$place"
  elif [ "$its_provider" = "$provider" ] && [ -n "$handshake" ]; then
    # The first to make this file has it: with -C, what exists is not written over.
    set -C
    if { printf '%s\n%s\n' "$$" "${PLUGIN_CLIENT_CERT-}" >"$place/claim"; } 2>/dev/null; then
      # Here it writes what it would to standard error, and that the launch is over; it is closed when it ends. To open
      # it for reading alone would wait for ever where it has ended by now.
      exec 3<>"$place/errors" 4<"$place/errors" 3>&-
      printf '%s\n' "$handshake"
      while IFS= read -r line; do
        case $line in
          "end $$") exit 0 ;;
          "end "*) ;;
          *) printf '%s\n' "$line" >&2 ;;
        esac
      done <&4
      exit 1
    fi
    set +C
  fi
fi

export SVC_STAY_AT="$place" SVC_TERRAFORM="$PPID"
trap 'exit 0' USR1
"$node" "$provider" &
child=$!
# From here on while Node starts, on another processor. Terraform's environment is the same at each of its launches; of
# another program that is not known, unless it says so (SVC_STAY=yes). Where there is such a folder already, another
# launch may wait in it.
made='' parent=''
{ read -r parent <"/proc/$PPID/comm"; } 2>/dev/null || parent=$(ps -o comm= -p "$PPID" 2>/dev/null)
case ${SVC_STAY-}/$parent in
  yes/* | *terraform* | *tofu*) ;;
  *) place='' ;;
esac
if [ -n "$place" ] && mkdir -m 700 "$place" 2>/dev/null; then
  made=yes
  mkfifo -m 600 "$place/errors" 2>/dev/null && printf '%s\n%s\n' "$child" "$provider" >"$place/owner"
fi
wait "$child"
status=$?
# One that ends early cannot know of its folder.
[ -z "$made" ] || [ ! -d "$place" ] || rm -rf "$place"
exit "$status"
