#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own on this machine, which is deleted afterwards.
# usage: with-postgres.sh COMMAND …
# The command finds the connection string in COACHKIT_POSTGRES, and in COACHKIT_POSTGRES_RESTART a program that restarts
# the server. The server listens on loopback and on a socket in its folder, and accepts the password in the string only.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -eq 0 ]; then
  sed -n '2,5p' "$0" | cut -c3-
  exit 64
fi

# Debian keeps the programs of a server in a folder of its version.
server_programs() {
  if command -v initdb >/dev/null; then
    dirname "$(command -v initdb)"
  else
    find /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin -name initdb 2>/dev/null |
      sort -V | tail -1 | xargs -r dirname
  fi
}

programs=$(server_programs)
if [ -z "$programs" ]; then
  "$here/install-packages.sh" postgresql
  programs=$(server_programs)
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/coachkit-postgres.XXXXXX")
# PostgreSQL refuses to run as root.
as_owner=()
if [ "$(id -u)" -eq 0 ]; then
  as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  chown postgres: "$folder"
fi

stop() {
  "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Not from the folder of the caller, which the owner of the server may not be able to read.
cd "$folder"
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "$password" >password
chmod 644 password
if ! "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -U coachkit -E UTF8 --no-locale -A scram-sha-256 \
  --pwfile="$folder/password" --no-sync >initdb.log 2>&1; then
  cat initdb.log >&2
  exit 1
fi
rm password

# Another program may take a free port before the server does.
for _ in $(seq 10); do
  port=$((20000 + RANDOM % 12000))
  cat >>data/postgresql.conf <<CONFIGURATION
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
max_connections = 200
fsync = off
CONFIGURATION
  if "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" -w start >/dev/null 2>&1; then
    is_running=1
    break
  fi
done
if [ -z "${is_running:-}" ]; then
  tail -20 data/server.log >&2
  echo "PostgreSQL did not start" >&2
  exit 1
fi

cat >restart <<RESTART
#!/usr/bin/env bash
# The server would keep open whatever its caller has open.
for descriptor in {3..254}; do eval "exec \$descriptor>&-"; done
cd "$folder" && exec ${as_owner[*]} "$programs/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" \\
  -m fast -w restart >/dev/null 2>&1
RESTART
chmod 755 restart

cd "$OLDPWD"
export COACHKIT_POSTGRES="postgresql://coachkit:$password@127.0.0.1:$port/postgres"
export COACHKIT_POSTGRES_RESTART="$folder/restart"
"$@"
