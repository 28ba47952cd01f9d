#!/usr/bin/env bash
# Follows the hands of many videos with GNU parallel and the command, without Python: a file of JSON lines for each
# video.
#
#   archive_parallel.sh OUT WORKERS VIDEO…
#
# A video that cannot be read has a line with an error in a file that ends in .failed, and the others go on; OUT/log
# says of the last start how long each took and which failed. Started again, it goes on with the videos that have no
# file yet, which are those that failed or were being looked at. The command is tegata on the PATH, or what TEGATA says.
set -euo pipefail
(($# >= 3)) || { echo "usage: archive_parallel.sh OUT WORKERS VIDEO…" >&2 && exit 2; }
folder=$1 workers=$2
shift 2
mkdir -p "$folder"
# A name for each file that comes from the whole path, so that no two videos meet.
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
    || SHELL=$(type -p bash) parallel --jobs "$workers" --joblog "$folder/log" --link follow "$(printf %q "$folder")" {1} {2} \
        ::: "${names[@]}" ::: "${videos[@]}" || failed=$?
# Up to 100 it is the number of videos that failed; they are in the log.
((failed <= 101)) || exit "$failed"
echo "$folder"
