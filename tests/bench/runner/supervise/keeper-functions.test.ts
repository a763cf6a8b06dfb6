import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import keeperFunctions from '../../../../src/bench/runner/supervise/keeper-functions.sh'
import { everyProcess, noneLeft } from '../../../integration/runner/processes'
import { installShell, shells } from '../shells'

/** The keeper has just been started; neither end of its pipe need be open yet. */
const started = 'keepers="$keepers $!"'

describe.runIf(existsSync('/proc/self/comm')).each(shells)('the keeper of the log under $name', (shell) => {
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-keeper-')))
  })
  afterEach(() => {
    for (const pid of everyProcess(folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })

  /** A supervisor that opens its log, with `between` right after the keeper was started. */
  const supervise = (between: string, rest: string) => {
    const run = join(folder, 'run')
    mkdirSync(run)
    const { path, environment } = installShell(shell, folder)
    const parts = keeperFunctions.split(started)
    expect(parts).toHaveLength(2)
    const text = `${parts.join(`${started}\n  between`)}
between() { ${between}; }
log_bytes=1000
: > log
open_log
${rest}
`
    const { status, signal, error } = spawnSync(path, ['-c', text], {
      ...{ cwd: run, env: environment, stdio: 'ignore', timeout: 10_000, killSignal: 'SIGKILL' },
    })
    const written = (name: string) => readFileSync(join(run, name), 'utf8').trim()
    return { status, signal, error, written }
  }

  it('keeps what is printed and ends with the last writer', async () => {
    const { status, written } = supervise(':', 'echo printed >&6; exec 6>&-; wait')
    expect(status).toBe(0)
    expect(written('log')).toBe('printed')
    await noneLeft(folder)
  })

  it('ends if the supervisor is killed right after starting it', async () => {
    expect(supervise('kill -s KILL $$', ':').signal).toBe('SIGKILL')
    await noneLeft(folder)
  })

  it('is not waited for if it is killed right after its start: what prints fails instead', () => {
    const { status, error, written } = supervise(
      'kill -s KILL $!; wait $!',
      '(echo lost >&6) 2>/dev/null; echo $? > answer',
    )
    expect(error).toBeUndefined()
    expect(status).toBe(0)
    expect(written('answer')).not.toBe('0')
    expect(written('log')).toBe('')
  })
})
