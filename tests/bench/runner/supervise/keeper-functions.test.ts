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

const outputs = [
  { file: 'log', descriptor: 6 },
  { file: 'printed.txt', descriptor: 5 },
]
const each = shells.flatMap((shell) => outputs.map((output) => ({ shell, ...output })))

describe.runIf(existsSync('/proc/self/comm')).each(each)('the keeper of $file under $shell.name', (one) => {
  const { shell, file, descriptor } = one
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-keeper-')))
  })
  afterEach(() => {
    for (const pid of everyProcess(folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })

  /** A supervisor that opens this output, with `between` right after the keeper was started. */
  const supervise = (between: string, rest: string) => {
    const run = join(folder, 'run')
    mkdirSync(run)
    const { path, environment } = installShell(shell, folder)
    const parts = keeperFunctions.split(started)
    expect(parts).toHaveLength(2)
    const text = `${parts.join(`${started}\n  between`)}
between() { ${between}; }
: > ${file}
open_keeper ${file} 1000 ${String(descriptor)}
${rest}
`
    const { status, signal, error } = spawnSync(path, ['-c', text], {
      ...{ cwd: run, env: environment, stdio: 'ignore', timeout: 10_000, killSignal: 'SIGKILL' },
    })
    const written = (name: string) => readFileSync(join(run, name), 'utf8').trim()
    return { status, signal, error, written }
  }

  it('keeps what is printed and ends with the last writer', async () => {
    const { status, written } = supervise(':', `echo printed >&${descriptor}; exec ${descriptor}>&-; wait`)
    expect(status).toBe(0)
    expect(written(file)).toBe('printed')
    await noneLeft(folder)
  })

  it('ends if the supervisor is killed right after starting it', async () => {
    expect(supervise('kill -s KILL $$', ':').signal).toBe('SIGKILL')
    await noneLeft(folder)
  })

  it('is not waited for if it is killed right after its start: what prints fails instead', async () => {
    const { status, error, written } = supervise(
      'kill -s KILL $!; wait $!',
      `(echo lost >&${descriptor}) 2>/dev/null; echo $? > answer`,
    )
    expect(error).toBeUndefined()
    expect(status).toBe(0)
    // It may have started the program that copies, which then still does.
    await noneLeft(folder)
    expect(written(file)).toBe(written('answer') === '0' ? 'lost' : '')
  })
})
