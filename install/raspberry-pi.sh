#!/bin/sh
# Makes a Raspberry Pi (or any Debian machine) a quizmaster: one command, from the network or from an offline bundle.
#
#   sudo sh raspberry-pi.sh                  installs, or brings an installation up to date; running it again does no harm
#   sudo sh raspberry-pi.sh uninstall        takes everything away again, except what your household has saved
#
# --help lists the options. It never waits for a key. Everything the tools say goes to /var/log/quizhost-install.log.
set -eu

usage() {
    cat <<'END'
sudo sh raspberry-pi.sh [install] [OPTIONS]
  --languages CODES  voices and recognisers to install: "en,fr,de,es" is what you get without this option. With one
                     language the host speaks it from the start; with several it asks at the first game.
  --voice NAME       prefer this voice, e.g. siwis; as "quizhost models list" names it, or a part of that
  --microphone NAME  part of the microphone's name; --speaker NAME likewise. Without them the system's default is used.
  --user NAME        whose quizmaster it is (default: who called sudo; else a new user, quizhost)
  --pipewire         also install the sound server PipeWire: for Bluetooth, or if other programs play sound too
  --no-service       do not start at boot; you start it by hand with "quizhost play"
  --no-start         start at the next boot, not now
  --from FOLDER      a bundle made with "quizhost models bundle", or a checkout (default: where this script lies)
sudo sh raspberry-pi.sh uninstall [OPTIONS]
  --everything       also the saved games, players and own questions
  --user NAME        only if it cannot be found out
END
}

# ---- words ------------------------------------------------------------------------------------------------------------

log=/var/log/quizhost-install.log
state=/var/lib/quizhost-install
board_extras=pi,wyoming # buttons and lamp; ears and voice on other machines
steps=8
number=0
step="the beginning"

say() { echo "$*"; echo "== $*" >>"$log" 2>/dev/null || true; }

begin() { # the next step, in words
    number=$((number + 1))
    step="step $number of $steps, $1"
    say "Step $number of $steps: $1."
}

told=no
fail() { # what is wrong, and the one next thing to do
    told=yes
    say "FAIL in $step: $1."
    say "Next: $2."
    exit 1
}

unforeseen() { # a command failed of which nobody thought that it could: named all the same
    status=$?
    [ "$status" -eq 0 ] || [ "$told" = yes ] || fail "something unforeseen went wrong" "run this again; $log tells more"
    exit "$status"
}

why() { # the last line of the log that looks like a reason
    tail -n 60 "$log" | grep -aE '^(E: |ERROR: |error: |FAIL |quizhost: |[^ ]*: .*([Ee]rror|No such|denied))' | tail -n 1 |
        sed 's/[. ]*$//' | grep . || tail -n 1 "$log" | sed 's/[. ]*$//'
}

slowly() { # runs a command that may take minutes, its words into the log; says every half a minute that it goes on
    "$@" >>"$log" 2>&1 &
    job=$!
    waited=0
    while kill -0 "$job" 2>/dev/null; do
        sleep 1
        waited=$((waited + 1))
        [ $((waited % 30)) -ne 0 ] || echo "Still at step $number of $steps, $waited seconds so far."
    done
    wait "$job"
}

# ---- the user ---------------------------------------------------------------------------------------------------------

as_user() { # a command as that user, with the environment of a fresh login and nothing of root's
    (cd "$home" && runuser -u "$user" -- env -i HOME="$home" USER="$user" LOGNAME="$user" LANG=C.UTF-8 \
        PATH=/usr/local/bin:/usr/bin:/bin TMPDIR="$temporary" XDG_RUNTIME_DIR="/run/user/$uid" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$uid/bus" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 \
        ${PIP_CERT:+PIP_CERT="$PIP_CERT"} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} "$@")
}

places() { # where things are; the same folders that the program and systemd use
    home=$(getent passwd "$user" | cut -d: -f6)
    uid=$(id -u "$user")
    program=$home/.local/lib/quizhost
    command=$home/.local/bin/quizhost
    units=$home/.config/systemd/user
    settings=$home/.config/quizhost
    data=$home/.local/share/quizhost
    temporary=$home/.cache/quizhost/tmp # not /tmp, which may be a memory disk smaller than the libraries
}

systemd_runs() { [ -d /run/systemd/system ]; }

manager() { # systemctl for that user's services; only where systemd runs
    as_user systemctl --user "$@"
}

put() { # a file with a mode, only if it differs; true when something was done
    if [ -f "$3" ] && cmp -s "$2" "$3"; then return 1; fi
    install -D -m "$1" "$2" "$3"
}

made=0 # how many things this run has changed
changed() { made=$((made + 1)); }

# ---- what the steps need ----------------------------------------------------------------------------------------------

apt() {
    DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l APT_LISTCHANGES_FRONTEND=none slowly apt-get -y -q \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
        -o APT::Install-Recommends=false "$@"
}

offline_apt() { # the same, knowing only the packages in the bundle
    apt -o Dir::Etc::SourceList="$temporary/bundle.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$temporary/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o APT::Sandbox::User=root "$@"
}

installed() { dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | sort -u; }

has_package() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

board() { # e.g. Raspberry Pi 5 Model B Rev 1.0; nothing elsewhere
    if [ -r /proc/device-tree/model ]; then tr -d '\0' </proc/device-tree/model; fi
}

wanted_packages() {
    # libatomic1: the recogniser vosk needs it on ARM and does not say so.
    echo python3 libportaudio2 libatomic1 alsa-utils
    [ "$offline" = yes ] || echo python3-venv ca-certificates
    # The user's own services, and polkit for "shut down"; there is none of that on a card being prepared.
    if systemd_runs && [ "$service" = yes ]; then echo libpam-systemd dbus-user-session polkitd; fi
    if [ "$pipewire" = yes ]; then echo pipewire pipewire-pulse pipewire-alsa wireplumber; fi
}

fingerprint() { # what is to be installed, as one line; the same line means that nothing is to be done
    if [ "$offline" = yes ]; then
        (cd "$from" && sha256sum SHA256SUMS)
    else
        (cd "$from" && find host rulesets questions voices install pyproject.toml -type f ! -name '*.pyc' \
            -exec sha256sum {} + | LC_ALL=C sort -k 2 | sha256sum)
    fi | cut -d' ' -f1
    echo "$extras $(python3 -c 'import sys; print(*sys.version_info[:2])')"
}

bundle_says() { sed -n "s/^$1=//p" "$from/BUNDLE" 2>/dev/null; }

# ---- the steps --------------------------------------------------------------------------------------------------------

check_machine() {
    begin "looking at this machine"
    command -v apt-get >/dev/null || fail "this is not Debian or Raspberry Pi OS" \
        "install by hand as the README says: python3 -m venv, then pip install"
    arch=$(dpkg --print-architecture)
    case $arch in
    arm64 | amd64) ;;
    *) fail "this system is $arch, and the recognisers exist only for 64-bit systems (arm64, amd64)" \
        "put the 64-bit Raspberry Pi OS on the card and run this again" ;;
    esac
    if [ -f "$from/SHA256SUMS" ] && [ -d "$from/wheels" ]; then
        offline=yes
        say "From the bundle in $from; no network is used."
        (cd "$from" && sha256sum --quiet -c SHA256SUMS >>"$log" 2>&1) ||
            fail "a file of the bundle was not copied whole" "copy the folder again"
        [ "$(bundle_says arch)" = "$arch" ] || fail "this bundle is for $(bundle_says arch), and this machine is $arch" \
            "make one for this machine with 'quizhost models bundle'"
        extras=$(bundle_says extras)
        for code in $(echo "$languages" | tr ',' ' '); do
            case ,$(bundle_says languages), in *,$code,*) ;; *)
                fail "this bundle has no $code" "make one with 'quizhost models bundle --for $languages'" ;;
            esac
        done
        languages=${languages:-$(bundle_says languages)}
    elif [ -f "$from/pyproject.toml" ] && [ -d "$from/host" ]; then
        offline=no
        say "From the folder $from, and the network."
        languages=${languages:-en,fr,de,es}
        extras=$board_extras
    else
        fail "there is neither a bundle nor quizhost itself in $from" "name the folder with --from FOLDER"
    fi
    free=$(($(df -Pk "$(existing "$home")" | awk 'NR==2 {print $4}') / 1024))
    [ "$free" -ge 1500 ] || [ -e "$program/.installed" ] ||
        fail "only $free MB are free, and 1500 are needed" "use a larger card, or delete something"
    model=$(board)
    say "${model:-A machine} with $arch, $free MB free."
}

existing() { # the nearest folder above that exists
    place=$1
    while [ ! -d "$place" ]; do place=$(dirname "$place"); done
    echo "$place"
}

system_packages() {
    begin "system packages"
    missing=""
    for package in $(wanted_packages); do has_package "$package" || missing="$missing $package"; done
    if [ -z "$missing" ]; then
        say "All are there."
        return
    fi
    say "Installing$missing."
    installed >"$state/before"
    if [ "$offline" = yes ]; then
        # shellcheck disable=SC1091
        release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
        [ -d "$from/debs/$release" ] || fail "this bundle has no system packages for '$release'" \
            "connect the network and run 'sudo apt-get install$missing', then run this again"
        mkdir -p "$temporary/lists/partial"
        echo "deb [trusted=yes] file:$from/debs/$release ./" >"$temporary/bundle.list"
        offline_apt update || fail "$(why)" "copy the bundle again"
        # shellcheck disable=SC2086 # a list of names
        offline_apt install $missing || fail "$(why)" \
            "connect the network and run 'sudo apt-get install$missing', then run this again"
    else
        apt update || say "The list of packages could not be renewed ($(why)); going on with the old one."
        # shellcheck disable=SC2086
        apt install $missing || fail "$(why)" "check the network and run this again"
    fi
    installed >"$state/after"
    # What was not there before is taken away again by uninstall, as far as nothing else needs it.
    comm -13 "$state/before" "$state/after" | cat - "$state/packages" 2>/dev/null | sort -u >"$state/packages.new"
    mv "$state/packages.new" "$state/packages"
    rm -f "$state/before" "$state/after"
    changed
}

prepare_user() {
    begin "the user $user"
    new_groups=no
    if ! id -u "$user" >/dev/null 2>&1; then
        useradd --create-home --user-group --shell /usr/sbin/nologin --comment "quizhost, the quizmaster" "$user" \
            >>"$log" 2>&1 || fail "$(why)" "name another user with --user NAME"
        echo "$user" >"$state/made-user"
        places
        chown -R "$user:" "$home" # what an uninstalled quizmaster of that name has left
        changed
    fi
    places
    for group in audio gpio; do # gpio exists only on Raspberry Pi OS
        if getent group "$group" >/dev/null && ! id -nG "$user" | tr ' ' '\n' | grep -qx "$group"; then
            usermod -a -G "$group" "$user"
            echo "$group" >>"$state/groups"
            new_groups=yes
            changed
        fi
    done
    echo "$user" >"$state/user"
    for folder in "$temporary" "$(dirname "$program")" "$(dirname "$command")" "$units" "$settings" "$data"; do
        as_user mkdir -p "$folder"
    done
    say "$user, in the groups $(id -nG "$user" | tr ' ' ',')."
}

install_program() {
    begin "the program and its libraries"
    fingerprint >"$state/wanted"
    if cmp -s "$state/wanted" "$program/.installed"; then
        say "It is there already."
        return
    fi
    ! as_user test -r "$from" && fail "$user may not read $from" "copy that folder into $home and run this again"
    say "This takes some minutes."
    stop_service
    rm -f "$program/.installed"
    if [ "$offline" = yes ]; then
        # pip comes from the bundle: Debian's package python3-venv would have to fit the installed Python exactly.
        slowly as_user python3 -m venv --without-pip "$program" || fail "$(why)" "run this again"
        for pip in "$from"/wheels/pip-*.whl; do :; done
        slowly as_user "$program/bin/python" "$pip/pip" install --no-index --find-links "$from/wheels" --no-cache-dir \
            --upgrade --force-reinstall pip "quizhost${extras:+[$extras]}" || fail "$(why)" "$(wrong_python)"
    else
        slowly as_user python3 -m venv "$program" || fail "$(why)" "run this again"
        slowly as_user "$program/bin/pip" install --no-cache-dir --prefer-binary --upgrade "$from${extras:+[$extras]}" ||
            fail "$(why)" "check the network and run this again"
    fi
    link_gpio
    install -m 755 "$here/raspberry-pi.sh" "$program/raspberry-pi.sh"
    ln -sfn "$program/bin/quizhost" "$command"
    chown -h "$user:" "$command"
    as_user "$program/bin/quizhost" --version >>"$log" 2>&1 || fail "the program does not start ($(why))" \
        "send $log to the authors"
    install -m 644 "$state/wanted" "$program/.installed"
    changed
}

wrong_python() {
    here_python=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    case ,$(bundle_says python), in
    *,"$here_python",*) echo "copy the bundle again" ;;
    *) echo "this bundle is for Python $(bundle_says python) and here is $here_python: make one with --python $here_python" ;;
    esac
}

link_gpio() { # buttons and lights: the system's lgpio where Python's package index has none for this Python
    case $(board) in *Raspberry*) ;; *) return 0 ;; esac
    if as_user "$program/bin/python" -c 'import lgpio' 2>/dev/null; then return 0; fi
    has_package python3-lgpio || [ "$offline" = yes ] || apt install python3-lgpio || true
    site=$(as_user "$program/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
    for file in /usr/lib/python3/dist-packages/lgpio.py /usr/lib/python3/dist-packages/_lgpio*.so; do
        if [ -e "$file" ]; then ln -sfn "$file" "$site/$(basename "$file")"; fi
    done
    as_user "$program/bin/python" -c 'import lgpio' 2>/dev/null ||
        say "WARN: no library for buttons and lights (lgpio); everything else works."
}

get_models() {
    begin "voices, recognisers and questions"
    if [ "$offline" = yes ]; then
        bundled="$(find "$from/models" -mindepth 1 -maxdepth 1 -type d ! -name '.*' 2>/dev/null | wc -l)"
        [ "$bundled" -eq 0 ] || slowly as_user "$program/bin/quizhost" models add --from "$from/models" ||
            fail "$(why)" "copy the bundle again"
        for pack in "$from"/packs/*.yaml; do
            [ -e "$pack" ] || continue
            as_user install -D -m 644 "$pack" "$data/questions/$(basename "$pack")"
        done
    else
        slowly as_user "$program/bin/quizhost" models get --for "$languages" ||
            fail "$(why)" "run this again: it goes on where it stopped"
    fi
    [ -z "$voice" ] || as_user "$program/bin/quizhost" models list --installed 2>/dev/null | grep -q -- "$voice" ||
        if [ "$offline" = yes ]; then
            fail "the voice $voice is not in the bundle" "add it when you make the bundle, with --model $voice"
        else
            slowly as_user "$program/bin/quizhost" models get "$voice" || fail "$(why)" "run this again"
        fi
    as_user "$program/bin/quizhost" models list --installed | sed -n 's/^  //p' | while read -r line; do say "$line"; done
}

write_settings() {
    begin "settings"
    if [ -e "$settings/config.yaml" ]; then
        say "Yours are kept: $settings/config.yaml."
        return
    fi
    file=$temporary/config.yaml
    {
        case $languages in *,*) ;; *) echo "language: $languages" ;; esac
        quoted voice "$voice"
        quoted microphone "$microphone"
        quoted speaker "$speaker"
    } >"$file"
    if [ -s "$file" ]; then
        install -m 644 -o "$user" -g "$(id -gn "$user")" "$file" "$settings/config.yaml"
        changed
        while read -r line; do say "$line"; done <"$file"
    else
        say "None are needed: the host asks for the language at its first game."
    fi
    rm -f "$file"
}

quoted() { # a line of YAML; a quote inside is doubled
    [ -z "$2" ] || printf "%s: '%s'\n" "$1" "$(printf %s "$2" | sed "s/'/''/g")"
}

stop_service() {
    if systemd_runs && [ -e "$units/quizhost.service" ]; then manager stop quizhost >>"$log" 2>&1 || true; fi
}

set_up_service() {
    begin "starting at boot"
    if [ "$service" = no ]; then
        say "Not wanted."
        return
    fi
    files=$here
    [ -f "$files/quizhost.service" ] || files=$here/install
    unit_changed=no
    if put 644 "$files/quizhost.service" "$units/quizhost.service"; then
        unit_changed=yes
        changed
    fi
    # What 'systemctl --user enable' does; that needs a running manager, which is not there on a card being prepared.
    wants=$units/default.target.wants
    [ -e "$wants/quizhost.service" ] || { mkdir -p "$wants" && ln -sfn ../quizhost.service "$wants/quizhost.service"; }
    chown -R -h "$user:" "$home/.config/systemd"
    if [ ! -e "/var/lib/systemd/linger/$user" ]; then # or sound and service would end with the last login
        echo "$user" >"$state/linger"
        if ! systemd_runs || ! loginctl enable-linger "$user" >>"$log" 2>&1; then # what loginctl does
            mkdir -p /var/lib/systemd/linger
            touch "/var/lib/systemd/linger/$user"
            if systemd_runs; then systemctl start "user@$uid" >>"$log" 2>&1 || true; fi
        fi
        changed
    fi
    if put 644 "$files/journald.conf" /etc/systemd/journald.conf.d/90-quizhost.conf; then
        changed
        if systemd_runs; then systemctl restart systemd-journald || true; fi
    fi
    if [ -f "$files/polkit.rules" ] && [ -d /etc/polkit-1/rules.d ]; then
        sed "s/@USER@/$user/" "$files/polkit.rules" >"$temporary/polkit.rules"
        if put 644 "$temporary/polkit.rules" /etc/polkit-1/rules.d/50-quizhost.rules; then changed; fi
        rm -f "$temporary/polkit.rules"
    fi
    # A system with udisks (one with a desktop) mounts sticks by itself.
    if [ -d /etc/udev/rules.d ] && ! command -v udisksctl >/dev/null &&
        put 644 "$files/stick.rules" /etc/udev/rules.d/90-quizhost-stick.rules; then
        changed
        if systemd_runs; then udevadm control --reload >>"$log" 2>&1 || true; fi
    fi
    if ! systemd_runs; then
        say "Prepared; systemd does not run here, so it begins at the first boot."
        return
    fi
    if [ "$new_groups" = yes ]; then systemctl restart "user@$uid" >>"$log" 2>&1 || true; fi # it keeps old groups
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -S "/run/user/$uid/systemd/private" ] && break
        sleep 1
    done
    if [ "$unit_changed" = yes ]; then manager daemon-reload >>"$log" 2>&1 || true; fi
    say "Set up as a service of $user. Its log: journalctl --user -u quizhost."
}

last_check() {
    begin "the check"
    as_user "$program/bin/quizhost" doctor >"$temporary/doctor" 2>>"$log" && healthy=yes || healthy=no
    cat "$temporary/doctor" >>"$log"
    for code in en fr de es; do # what was not asked for is not missing
        case ,$languages, in *,$code,*) ;; *) sed -i -E "/^WARN (ears|voice) $code:/d" "$temporary/doctor" ;; esac
    done
    grep -E '^(FAIL|WARN)' "$temporary/doctor" | while read -r line; do say "$line"; done
    rm -f "$temporary/doctor"
    [ "$healthy" = yes ] || fail "the check found a fault" "do what the line that begins with FAIL says"
    rm -rf "$temporary"
    if systemd_runs && [ "$service" = yes ] && [ "$start" = yes ] && ! manager -q is-active quizhost; then
        slowly manager start quizhost ||
            fail "the service did not start ($(as_user journalctl --user -u quizhost -n 1 -o cat --no-pager 2>/dev/null))" \
                "read its log: journalctl --user -u quizhost -n 50"
        changed
    fi
    for page in "$program"/lib/python3*/site-packages/host/_data/docs/raspberry-pi.md; do
        if [ -e "$page" ]; then say "What there is to know about it: $page"; fi
    done
    if [ "$made" -eq 0 ]; then say "OK. Nothing had to be changed."; else say "OK. quizhost is installed."; fi
    if [ "$service" = no ]; then
        say "Play: $command play"
    elif [ "$start" = yes ] && systemd_runs; then
        say "It is running: speak to it."
    else
        say "It starts at the next boot. By hand: $command play"
    fi
}

# ---- away with it -----------------------------------------------------------------------------------------------------

uninstall() {
    steps=4
    begin "stopping"
    user=${user:-$(cat "$state/user" 2>/dev/null || true)}
    [ -n "$user" ] || user=${SUDO_USER:-}
    id -u "$user" >/dev/null 2>&1 || fail "it is not known whose quizmaster it was" "name the user with --user NAME"
    places
    [ -d "$home" ] || fail "$user has no home folder" "name the user with --user NAME"
    temporary=/tmp
    stop_service
    begin "the program, its service, settings and models"
    rm -rf "$units/default.target.wants/quizhost.service" "$units/quizhost.service" "$command" "$program" \
        "$settings" "$home/.cache/quizhost" "$data/models"
    if systemd_runs; then manager daemon-reload >/dev/null 2>&1 || true; fi
    rm -f /etc/systemd/journald.conf.d/90-quizhost.conf /etc/polkit-1/rules.d/50-quizhost.rules \
        /etc/udev/rules.d/90-quizhost-stick.rules
    rmdir /etc/systemd/journald.conf.d /media/quizhost 2>/dev/null || true
    if systemd_runs; then
        systemctl restart systemd-journald || true
        udevadm control --reload 2>/dev/null || true
    fi
    if [ -e "$state/linger" ]; then
        if systemd_runs; then
            loginctl disable-linger "$user" || true # the folder stays: logind cannot make it again
        else
            rm -f "/var/lib/systemd/linger/$user"
            rmdir /var/lib/systemd/linger 2>/dev/null || true
        fi
    fi
    [ "$everything" = no ] || rm -rf "$data"
    # Folders that are empty now; the deepest first. A folder with something in it stays.
    for folder in "$units/default.target.wants" "$units" "$home/.config/systemd" "$home/.config" "$home/.cache" \
        "$home/.local/lib" "$home/.local/bin" "$data/saves" "$data" "$home/.local/share" "$home/.local"; do
        rmdir "$folder" 2>/dev/null || true
    done
    begin "groups and user"
    if [ -f "$state/groups" ]; then
        while read -r group; do gpasswd -d "$user" "$group" >/dev/null 2>&1 || true; done <"$state/groups"
    fi
    if [ -e "$state/made-user" ]; then
        if systemd_runs; then loginctl terminate-user "$user" 2>/dev/null || true; fi
        if [ -d "$data" ]; then
            find "$home" -mindepth 1 -maxdepth 1 ! -name .local -exec rm -rf {} +
            userdel "$user" 2>/dev/null || true
            chown -R root: "$home"
        else
            userdel -r "$user" 2>/dev/null || true
        fi
        say "The user $user was made by this script and is gone."
    fi
    begin "system packages that nothing else needs"
    if [ -s "$state/packages" ]; then
        ours=$(while read -r package; do if has_package "$package"; then echo "$package"; fi; done <"$state/packages")
        # shellcheck disable=SC2086
        others=$(apt-get -s purge $ours 2>/dev/null | awk '/^(Purg|Remv)/ {print $2}' | sort -u |
            while read -r package; do echo "$ours" | grep -qx "${package%%:*}" || echo "$package"; done)
        if [ -n "$ours" ] && [ -z "$others" ]; then
            # shellcheck disable=SC2086
            DEBIAN_FRONTEND=noninteractive apt-get -y -q purge $ours >/dev/null 2>&1 || say "WARN: apt-get could not remove them."
        else
            say "They stay, because other packages need them by now."
        fi
    fi
    rm -rf "$state" "$log"
    if [ -d "$data" ]; then
        echo "OK. quizhost is gone. Kept: $data (saved games, players, your own questions)."
    else
        echo "OK. quizhost is gone, and nothing of it is left."
    fi
}

# ---- the command line -------------------------------------------------------------------------------------------------

here=$(cd "$(dirname "$0")" && pwd)
action=install
languages="" voice="" microphone="" speaker="" user="" pipewire=no service=yes start=yes from="" everything=no
while [ $# -gt 0 ]; do
    case $1 in
    install | uninstall) action=$1 ;;
    --languages | --voice | --microphone | --speaker | --user | --from)
        [ $# -ge 2 ] || { echo "$1 needs a value; --help lists the options." >&2 && exit 2; }
        case $1 in
        --languages) languages=$(echo "$2" | tr -d ' ') ;;
        --voice) voice=$2 ;;
        --microphone) microphone=$2 ;;
        --speaker) speaker=$2 ;;
        --user) user=$2 ;;
        --from) from=$(cd "$2" && pwd) || exit 2 ;;
        esac
        shift
        ;;
    --pipewire) pipewire=yes ;;
    --no-service) service=no ;;
    --no-start) start=no ;;
    --everything) everything=yes ;;
    -h | --help) usage && exit 0 ;;
    *) echo "There is no option $1; --help lists them." >&2 && exit 2 ;;
    esac
    shift
done
for code in $(echo "$languages" | tr ',' ' '); do
    case $code in en | fr | de | es) ;; *) echo "quizhost does not speak '$code'. Languages: en, fr, de, es." >&2 && exit 2 ;; esac
done
if [ "$(id -u)" -ne 0 ]; then
    echo "FAIL: this needs the rights of root, for the system packages. Next: run 'sudo sh $0'." >&2
    exit 1
fi
exec </dev/null
umask 022
trap unforeseen EXIT
if [ "$action" = uninstall ]; then
    uninstall
    exit 0
fi
mkdir -p "$state"
echo "== $(date)" >>"$log"
if [ -z "$from" ]; then
    from=$here
    [ -d "$from/wheels" ] || from=$(dirname "$here")
fi
user=${user:-$(cat "$state/user" 2>/dev/null || echo "${SUDO_USER:-quizhost}")}
[ "$user" != root ] || fail "a quizmaster should not run as root" "name a user with --user NAME"
home=/home/$user
program=$home/.local/lib/quizhost
temporary=/tmp
if id -u "$user" >/dev/null 2>&1; then places; fi
check_machine
temporary=$(mktemp -d) && chmod 755 "$temporary"
system_packages
rm -rf "$temporary"
prepare_user
install_program
get_models
write_settings
set_up_service
last_check
