#!/bin/bash
# Health check of every container: 200 on /readyz of its own port. Bash alone, so that a probe costs no start of Node.
set -eu
exec 3<>"/dev/tcp/127.0.0.1/${QM_HTTP_PORT}"
printf 'GET /readyz HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n' >&3
IFS= read -r -t 8 status <&3
[[ $status == HTTP/1.?\ 200\ * ]]
