import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import processFunctions from '../../../../src/bench/hosts/shell/process-functions.sh'
import strayFunctions from '../../../../src/bench/runner/supervise/stray-functions.sh'

/**
 * Leaves a process without environment, session, folder and descriptors of the run, and searches for those of two runs.
 */
const script = `${processFunctions}
${strayFunctions}
bw_limit_of "$1"
(bw_set_limit; exec env -i PATH="$PATH" setsid sh -c 'cd /; exec sleep 60' < /dev/null > /dev/null 2>&1 6>&- 8>&-) &
while [ "$(cat "/proc/$!/comm")" != sleep ]; do bw_nap; done
strays=
bw_find_limited "$1"
printf '%s ' "$strays"
strays=
bw_find_limited "$1-other"
printf '%s %s %s\\n' "[$strays]" "$!" "$(id -u)"
kill -9 "$!"
`
const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const users: readonly [who: string, as: readonly string[]][] = [
  ['the same user', []],
  ...(process.getuid?.() === 0 ? [['an ordinary user', nobody] as [string, string[]]] : []),
]

describe.runIf(existsSync('/proc/self/limits'))('a process that escaped from everything of its run', () => {
  it.each(users)('is found by its limit, as %s', (_, as) => {
    const command = [...as, 'sh', '-c', script, 'sh', `bw-limit-${String(process.pid)}`]
    const [found, other, left] = execFileSync('env', command, { encoding: 'utf8', cwd: '/' }).split(' ')
    expect(found).toBe(left)
    expect(Number(found)).toBeGreaterThan(1)
    expect(other).toBe('[]')
  })
})

/**
 * Of the processes started later, those remain that neither the shell nor a process of its family has started: `own` is
 * a grandchild, `orphan` one whose parent has ended.
 */
const family = `${processFunctions}
${strayFunctions}
bw_clock
began=$clock
bw_last_pid
first=$bw_last
sh -c 'sleep 60 & echo $! > own; wait' &
parent=$!
sh -c 'sleep 60 & echo $! > orphan'
until [ -s own ]; do bw_nap; done
bw_look_only_after "$first" "$began"
set -f
bw_leave_out $$
read -r own < own
read -r orphan < orphan
printf '%s|%s' "$bw_suspects" "$orphan"
kill -9 "$own" "$orphan" "$parent"
`

describe.runIf(existsSync('/proc/self/stat'))('the search for processes that a run left', () => {
  it('leaves out the descendants of given processes, but not an orphan', () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-stray-'))
    try {
      const [suspects = '', orphan] = execFileSync('sh', ['-c', family], {
        encoding: 'utf8',
        cwd: folder,
      }).split('|')
      expect(suspects.split(' ')).toContain(orphan)
      expect(suspects.split(' ')).not.toContain(readFileSync(join(folder, 'own'), 'utf8').trim())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
