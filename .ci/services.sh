#!/usr/bin/env bash
# Puts on this machine what the tests with real brokers need: redis-server and nats-server from the distribution, and the clients
# in test/brokers. Does nothing where they are there. The tests start brokers of their own; none is left running by this.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PATH:/usr/sbin:/usr/local/sbin" DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
services=(redis-server nats-server)
added=()
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
root() { "${as_root[@]}" "$@"; }

forbid_starts() { # for the time of the installation, unless the machine does so anyway
  [ -e "$policy" ] && return
  printf '#!/bin/sh\nexit 101\n' | root tee "$policy" >/dev/null
  root chmod 755 "$policy"
  trap 'root rm -f "$policy"' EXIT
}

stop_added() { # what its package started or would start with the machine; nothing that was there before
  local service
  for service in "${added[@]}"; do
    if [ -d /run/systemd/system ]; then root systemctl disable --now --quiet "$service" 2>/dev/null || true
    elif [ -x "/etc/init.d/$service" ]; then root "/etc/init.d/$service" stop >/dev/null 2>&1 || true
    fi
  done
}

for service in "${services[@]}"; do
  command -v "$service" >/dev/null || added+=("$service")
done
if [ "${#added[@]}" -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "${added[*]}: not installed, and there is no apt-get here to install them with." >&2
    exit 1
  fi
  forbid_starts
  root apt-get update -qq
  root apt-get install -y -qq --no-install-recommends "${added[@]}" >/dev/null
  stop_added
fi

node test/brokers/replicas/prepare.mjs
redis-server --version
nats-server --version
