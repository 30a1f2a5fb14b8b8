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
exec "$node" "${program%/*}/provider.cjs"
