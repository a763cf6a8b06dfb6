import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import processFunctions from '../../../../src/bench/hosts/shell/process-functions.sh'
import runProcessFunctions from '../../../../src/bench/runner/supervise/run-process-functions.sh'
import strayFunctions from '../../../../src/bench/runner/supervise/stray-functions.sh'
import { installShell, shells } from '../shells'

const functions = [processFunctions, strayFunctions, runProcessFunctions].join('\n')

/** Names that look like other fields or lines of `stat`; the kernel keeps 15 bytes. */
const names = ['a) S 1 2\n1 (b', ') Z 1 1 (', '1 (a) S 1 1 1\n', '\n1/stat:1 (a) S', '* /*', 'caf\u00e9 \\n']

describe.runIf(existsSync('/proc/self/comm')).each(shells)('the processes of a run under $name', (shell) => {
  it('are told apart whatever they call themselves', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-table-'))
    const { path, environment } = installShell(shell, folder)
    const renamed = names.map((name) =>
      spawn('sh', ['-c', 'printf %s "$1" > "/proc/$$/comm"; echo; read -r _', 'sh', name]),
    )
    try {
      await Promise.all(renamed.map(({ stdout }) => once(stdout, 'data')))
      const script = `${functions}\nLC_ALL=C table\nfor pid in "$@"; do bw_start "$pid"; echo "start $pid $start"; done`
      const pids = renamed.map(({ pid }) => String(pid))
      const lines = execFileSync(path, ['-c', script, 'sh', ...pids], {
        encoding: 'utf8',
        env: environment,
      }).split('\n')
      const table = lines.filter((line) => line !== '' && !line.startsWith('start '))
      for (const { pid = 0 } of renamed) {
        const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
        const [, parent, ...fields] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
        const whose = table.filter((line) => line.startsWith(`${String(pid)}:`))
        expect(whose).toEqual([`${String(pid)}:${String(parent)}:${String(fields[17])}`])
        expect(lines).toContain(`start ${String(pid)} ${String(fields[17])}`)
      }
      expect(table.filter((line) => line.startsWith('1:'))).toHaveLength(1)
      expect(table.every((line) => /^\d+:\d+:\d+$/.test(line))).toBe(true)
    } finally {
      for (const one of renamed) one.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  })
})
