# What the scripts that run a server on this machine have in common; to be sourced, after setting
#   name    what to call the server in messages    home    the folder of its files
#   port    the port on loopback                   script  the end of its command line, by which a process is recognised
#   packages  the locked requirements, with digests
# The file that sources it defines fetch (brings what is missing) and serve (runs the server in the foreground).
url=http://127.0.0.1:$port

answers() { curl -sf -m 2 -o /dev/null "$url/health"; }

# The lines of the locked requirements that belong to a package.
only() { awk -v name="$1==" '/^[^ ]/ { on = index($0, name) == 1 } on' "$packages"; }

make_venv() {
  "$here/install-packages.sh" curl procps python3 python3-venv
  mkdir -p "$home"
  if [ ! -x "$home/venv/bin/pip" ]; then
    rm -rf "$home/venv"
    python3 -m venv "$home/venv"
  fi
}

# pip with the digests of the lock file and nothing else. usage: locked_pip install|download REQUIREMENTS [OPTION…]
locked_pip() {
  local verb=$1 requirements=$2
  shift 2
  "$home/venv/bin/pip" "$verb" -q --disable-pip-version-check --no-deps --require-hashes "$@" -r "$requirements"
}

# The process that serves, by the file that start wrote; nothing if that process is another one by now.
server() {
  local pid
  pid=$(cat "$home/server.pid" 2>/dev/null) && [ -n "$pid" ] || return 0
  case "$(ps -p "$pid" -o args= 2>/dev/null)" in *"$script"*) echo "$pid" ;; esac
}

start() {
  if answers; then
    echo "$name already answers at $url/v1"
    return
  fi
  fetch
  # Threads that spin at a barrier come to a standstill when something else uses the cores.
  export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0
  serve >"$home/server.log" 2>&1 </dev/null &
  local pid=$!
  echo "$pid" >"$home/server.pid"
  for _ in $(seq 120); do
    if answers; then
      echo "$name answers at $url/v1 (stop it with: make stop-$command)"
      return
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  tail -20 "$home/server.log" >&2
  echo "$name did not start; its log is $home/server.log" >&2
  exit 1
}

stop() {
  local pid
  pid=$(server)
  if [ -n "$pid" ] && kill "$pid" 2>/dev/null; then
    echo "$name has stopped"
  else
    echo "$name was not running"
  fi
  rm -f "$home/server.pid"
}

run() {
  case "${1:-}" in
    start) start ;;
    stop) stop ;;
    url) echo "$url/v1" ;;
    status) answers && echo running || { echo stopped; exit 1; } ;;
    *) sed -n '2,5p' "$0" | cut -c3-; exit 64 ;;
  esac
}
