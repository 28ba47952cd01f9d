#!/usr/bin/env bash
# Follows the hands of many videos with GNU parallel and the command, without Python: a file of JSON lines for each video.
#
#   archive_parallel.sh OUT WORKERS VIDEO…
#
# A video that cannot be read has a line with an error in its file, and the others go on; OUT/log says how long each took
# and which failed. Started again, it goes on with the videos that are not done. The command is tegata on the PATH, or
# what TEGATA says.
set -euo pipefail
(($# >= 3)) || { echo "usage: archive_parallel.sh OUT WORKERS VIDEO…" >&2 && exit 2; }
folder=$1 workers=$2
shift 2
mkdir -p "$folder"
# A name for each file that comes from the whole path, so that videos of the same name do not meet.
failed=0
parallel --jobs "$workers" --joblog "$folder/log" --resume-failed \
    "${TEGATA:-tegata} track --json --threads 1 --quiet {} >$(printf %q "$folder")/{= s,[^A-Za-z0-9.-],_,g =}.jsonl" ::: "$@" || failed=$?
# Up to 100 it is the number of videos that failed; they are in the log.
((failed <= 101)) || exit "$failed"
echo "$folder"
