#!/usr/bin/env bash
# Tracks the hands of many videos with GNU parallel and the command, without Python, and writes a file of JSON lines for
# each video.
#
#   archive_parallel.sh OUT WORKERS VIDEO…
#
# If a video cannot be read, its error goes into a file with the extension .failed, and the other videos continue.
# OUT/log lists how long each video took in the last run and which failed. If you start the script again, it continues
# with the videos without a file: those that failed or were in progress. The command is tegata on the PATH, or the value
# of TEGATA.
set -euo pipefail
(($# >= 3)) || { echo "usage: archive_parallel.sh OUT WORKERS VIDEO…" >&2 && exit 2; }
folder=$1 workers=$2
shift 2
mkdir -p "$folder"
# A name for each file that depends on the whole path, so that no two videos share a file.
name_of() { printf '%s-%.12s.jsonl' "$(basename -- "$1")" "$(realpath -mz -- "$1" | sha256sum)"; }
follow() {
    local output=$1/$2
    "${TEGATA:-tegata}" track --json --threads 1 --quiet -- "$3" >"$output.part" && mv -- "$output.part" "$output" \
        && rm -f -- "$output.failed" && return
    mv -- "$output.part" "$output.failed"
    return 1
}
export -f follow
videos=() names=()
for video; do
    name=$(name_of "$video")
    [[ -e $folder/$name ]] || { videos+=("$video") && names+=("$name"); }
done
failed=0
((${#videos[@]} == 0)) \
    || SHELL=$(type -p bash) parallel --jobs "$workers" --joblog "$folder/log" \
        --link follow "$(printf %q "$folder")" {1} {2} \
        ::: "${names[@]}" ::: "${videos[@]}" || failed=$?
# Up to 100, the status is the number of videos that failed; the log lists them.
((failed <= 101)) || exit "$failed"
echo "$folder"
