# Sourced by deploy/run, deploy/test and others: makes the environment in .venv and says what the system lacks.
#
# Nothing is installed twice: a stamp in .venv holds the hash of the requirements that are in it.

say() { printf '%s\n' "$*"; }
stop() { printf '\n%s\n' "$*" >&2; exit 1; }

# Debian's own interpreters first: those are built with profiles, and run the site and its tests half as fast
# again as one that was compiled without. One that can make environments goes before one that cannot.
find_python() {
    local name needed
    for needed in venv,ensurepip venv; do
        for name in /usr/bin/python3.11 python3.11 /usr/bin/python3 python3 python3.12 python3.13 python3.14; do
            if command -v "$name" >/dev/null &&
                "$name" -c "import sys, $needed; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
                command -v "$name"
                return
            fi
        done
    done
}

# What Debian calls the things that are needed and not there; all of them where there is no Python to look with.
missing_packages() {
    local python
    python=$(find_python)
    if [ -n "$python" ]; then
        "$python" deploy/missing_packages.py "$@"
    else
        printf 'python3 python3-venv '
        sed -n 's/^ *Need("\([^"]*\)", "\([^"]*\)".*/\1 \2/p' deploy/missing_packages.py |
            while read -r purpose package; do
                case " $* " in *" $purpose "*) printf '%s ' "$package" ;; esac
            done
    fi
}

install_packages() {
    local install="apt-get update && apt-get install --yes --no-install-recommends $*"
    if ! command -v apt-get >/dev/null; then
        stop "This system lacks what Debian calls: $*. Install them and start again."
    elif [ "$(id -u)" = 0 ]; then
        run_quietly "Installing $*" env DEBIAN_FRONTEND=noninteractive bash -c "$install"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        run_quietly "Installing $*" sudo -n env DEBIAN_FRONTEND=noninteractive bash -c "$install"
    else
        stop "Some system packages are missing, and this user may not install them. As root, run this one line:

    $install

and then start again."
    fi
}

# Only a sentence while all goes well, everything that was said when it does not.
run_quietly() {
    local sentence=$1 log=var/log/setup.log
    shift
    say "$sentence …"
    mkdir -p var/log
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 40 "$log" >&2
        stop "That did not work; $log has all of it."
    fi
}

need_system() {
    local missing
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086  # the list is words
    install_packages $missing
    missing=$(missing_packages "$@")
    [ -z "$missing" ] || stop "Still missing after the installation: $missing"
}

need_environment() {
    local requirements=requirements/$1.txt stamp=.venv/.installed-$1 wanted python
    python=$(find_python)
    if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
        run_quietly "Making the environment in .venv" "$python" -m venv --clear .venv
    fi
    wanted=$(cat requirements/*.txt | sha256sum)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        run_quietly "Installing the libraries, a minute the first time" \
            .venv/bin/python -m pip install --no-input --disable-pip-version-check \
            --require-hashes --requirement "$requirements"
        printf '%s\n' "$wanted" >"$stamp"
    fi
    .venv/bin/python -m deploy.words compile
}

# The tools of requirements/NAME.txt, in an environment of their own, var/NAME.
need_tools() {
    [ -x "var/$1/bin/python" ] || "$(find_python)" -m venv "var/$1"
    "var/$1/bin/python" -m pip install --no-input --disable-pip-version-check --quiet \
        --require-hashes --requirement "requirements/$1.txt"
}
