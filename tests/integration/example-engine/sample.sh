# A sidecar: samples until it is ended, with a child that would outlive it.
trap 'echo ended; exit 0' TERM
sleep 600 &
echo sample 1
while :; do sleep 0.1; done
