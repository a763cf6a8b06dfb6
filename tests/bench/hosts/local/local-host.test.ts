import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import {
  isLocalProcessAlive,
  parseProcessIdentity,
  startTimeOfStat,
  waitForLocalRun,
} from '../../../../src/bench/hosts/local/wait-for-local-run'

const host = createLocalHost()
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('utf8')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-host-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('execute', () => {
  it('returns output, errors and exit status, and passes arguments unchanged', async () => {
    const answer = await host.execute(`printf '%s|' "$@"; echo wrong >&2; exit 7`, {
      arguments: ['a b', '', "it's", '-n'],
    })
    expect(answer).toMatchObject({ exitCode: 7, stderr: 'wrong\n' })
    expect(text(answer.stdout)).toBe("a b||it's|-n|")
  })

  it('runs nothing of a script that does not arrive complete', async () => {
    const marker = join(folder, 'marker')
    const answer = await host.execute(`touch ${marker}\nif true; then`)
    expect(answer.exitCode).not.toBe(0)
    expect(await host.readFile(marker, 10)).toBeUndefined()
  })

  it('ends the script and its children when the caller cancels', async () => {
    const pidFile = join(folder, 'pid')
    const script = `sleep 600 & echo $! > ${pidFile}.tmp; mv ${pidFile}.tmp ${pidFile}; wait`
    const controller = new AbortController()
    const cancelled = host.execute(script, { signal: controller.signal })
    const pid = Number(await vi.waitFor(() => readFileSync(pidFile, 'utf8')))
    expect(() => process.kill(pid, 0)).not.toThrow()
    controller.abort()
    await expect(cancelled).rejects.toThrow('cancelled')
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow())
  })

  it('lets a script that the caller cancels remove what it created', async () => {
    const made = join(folder, 'made')
    const script = `trap 'rm -r "${made}"' EXIT; trap 'exit 1' TERM; mkdir "${made}"; sleep 600`
    const controller = new AbortController()
    const cancelled = host.execute(script, { signal: controller.signal })
    await vi.waitFor(() => expect(existsSync(made)).toBe(true))
    controller.abort()
    await expect(cancelled).rejects.toThrow('cancelled')
    expect(existsSync(made)).toBe(false)
  })

  it('ends a script that ignores signals', async () => {
    const pidFile = join(folder, 'stubborn')
    const controller = new AbortController()
    const script = `trap '' TERM; sleep 600 & printf '%s' $! > "${pidFile}"; while :; do sleep 1; done`
    const cancelled = host.execute(script, { signal: controller.signal })
    const pid = Number(await vi.waitFor(() => readFileSync(pidFile, 'utf8')))
    controller.abort()
    await expect(cancelled).rejects.toThrow('cancelled')
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow())
  })

  it('ends the script after the time limit', async () => {
    await expect(host.execute('sleep 600', { timeoutMs: 300 })).rejects.toThrow('longer than 0.3 s')
  })

  it('accepts a script larger than an argument list can be', async () => {
    const large = 'x'.repeat(3_000_000)
    expect(text((await host.execute(`printf '%s' '${large}' | wc -c`)).stdout)?.trim()).toBe('3000000')
  })
})

describe('readFile', () => {
  it('reads bytes, returns undefined for a missing file and refuses a large one', async () => {
    const path = join(folder, 'bytes')
    writeFileSync(path, Buffer.from([0, 255, 10]))
    expect([...((await host.readFile(path, 3)) ?? [])]).toEqual([0, 255, 10])
    expect(await host.readFile(`${path}.none`, 3)).toBeUndefined()
    await expect(host.readFile(path, 2)).rejects.toThrow('3 bytes long')
  })
})

describe('openTerminal', () => {
  const collect = (script: string) =>
    new Promise<{ output: string; exitCode: number }>((resolve) => {
      const terminal = host.openTerminal(script, { arguments: ['one two'], columns: 200, rows: 30 })
      let output = ''
      terminal.onData((piece) => (output += piece))
      terminal.onExit((exitCode) => {
        // Neither may throw once the terminal is gone.
        terminal.resize(80, 24)
        terminal.write('late')
        terminal.close()
        resolve({ output, exitCode })
      })
    })

  it('row 39: is a terminal of the requested size and survives use after its end', async () => {
    const { output, exitCode } = await collect(
      '[ -t 1 ] && stty size && printf "%s\\n" "$1"; sleep 0.1; exit 5',
    )
    expect(output).toBe('30 200\r\none two\r\n')
    expect(exitCode).toBe(5)
  })

  it('accepts a new size and ends when closed', async () => {
    const terminal = host.openTerminal('printf ready; read -r line; stty size; exec sleep 60', {
      columns: 200,
      rows: 30,
    })
    let output = ''
    const exited = new Promise<void>((resolve) => terminal.onExit(() => resolve()))
    await new Promise<void>((resolve) => {
      terminal.onData((piece) => {
        const before = output
        output += piece
        if (!before.includes('ready') && output.includes('ready')) {
          terminal.resize(120, 40)
          terminal.write('\r')
        }
        if (output.includes('40 120')) resolve()
      })
    })
    terminal.close()
    await exited
    expect(output).toContain('40 120')
  })
})

describe('waitForLocalRun', () => {
  const times = { livenessMs: 20, birthMs: 200, fallbackMs: 20 }
  const identity = () => {
    const stat = readFileSync(`/proc/${String(process.pid)}/stat`, 'utf8')
    return `${String(process.pid)} ${startTimeOfStat(stat) ?? ''} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} 1.0\n`
  }

  it('notices the commit through the file system, long before its polling would', async () => {
    writeFileSync(join(folder, 'supervisor'), identity())
    const waiting = waitForLocalRun(folder, new AbortController().signal, { ...times, livenessMs: 60_000 })
    writeFileSync(join(folder, 'rc.tmp'), '0 1\n')
    renameSync(join(folder, 'rc.tmp'), join(folder, 'rc'))
    expect(await waiting).toBe('committed')
  })

  it('takes an empty commit for one that is still being written', async () => {
    writeFileSync(join(folder, 'supervisor'), identity())
    writeFileSync(join(folder, 'rc'), '')
    const waiting = waitForLocalRun(folder, new AbortController().signal, { ...times, livenessMs: 60_000 })
    let isOver = false
    void waiting.then(() => (isOver = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    writeFileSync(join(folder, 'rc'), '0 1\n')
    expect(await waiting).toBe('committed')
  })

  it('answers at once if the commit is already there', async () => {
    writeFileSync(join(folder, 'rc'), '0 1\n')
    expect(
      await waitForLocalRun(folder, new AbortController().signal, { ...times, livenessMs: 60_000 }),
    ).toBe('committed')
  })

  it.each([
    ['another boot', (line: string) => line.replace(/ [0-9a-f]{8}-/, ' 00000000-')],
    ['another start time', (line: string) => line.replace(/ \d+ /, ' 1 ')],
    ['no process', (line: string) => line.replace(/^\d+/, '4194304')],
  ])('reports a run as lost if its supervisor belongs to %s', async (_what, change) => {
    writeFileSync(join(folder, 'supervisor'), change(identity()))
    expect(await waitForLocalRun(folder, new AbortController().signal, times)).toBe('lost')
  })

  it('reports a run as lost if no supervisor took it, or its directory is gone', async () => {
    expect(await waitForLocalRun(folder, new AbortController().signal, times)).toBe('lost')
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    const waiting = waitForLocalRun(gone, new AbortController().signal, times)
    rmSync(gone, { recursive: true })
    expect(await waiting).toBe('lost')
  })

  it('stops waiting when cancelled', async () => {
    writeFileSync(join(folder, 'supervisor'), identity())
    const controller = new AbortController()
    const waiting = waitForLocalRun(folder, controller.signal, times)
    controller.abort()
    await expect(waiting).rejects.toThrow('cancelled')
    await expect(waitForLocalRun(folder, controller.signal, times)).rejects.toThrow('cancelled')
  })
})

describe('process identity', () => {
  it('reads a command name with blanks and brackets', () => {
    const stat = `12 (a ) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 20 21`
    expect(startTimeOfStat(stat)).toBe('777')
    expect(startTimeOfStat(stat.replace(') S', ') Z'))).toBeUndefined()
  })

  it('accepts only whole lines', () => {
    expect(parseProcessIdentity('12 34 boot 5.0\n')).toEqual({ pid: 12, startTime: '34', bootId: 'boot' })
    for (const line of ['', 'given-up', '12', '12 34', '-1 3 boot', 'x 3 boot'])
      expect(parseProcessIdentity(line)).toBeUndefined()
  })

  it('agrees with the shell functions of the supervisor', async () => {
    const { default: processFunctions } =
      await import('../../../../src/bench/hosts/shell/process-functions.sh')
    const script = `${processFunctions}\nbw_boot; bw_start ${String(process.pid)}; printf '%s %s %s' ${String(process.pid)} "$start" "$boot"`
    const line = execFileSync('sh', ['-c', script]).toString()
    const identity = parseProcessIdentity(line)
    expect(identity && (await isLocalProcessAlive(identity))).toBe(true)
  })
})

describe('a script that continues in the background', () => {
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
  const goesOn = { definitions: 'said() { printf "%s|" "$@"; }' }
  /** Prints its identity, and waits in the same process until it is ended. */
  const stay = 'said $$ "$@" "$COLOUR"; printf "@begun"; exec sleep 60 <&- >&- 2>&-'
  const end = (pid: string) => process.kill(Number(pid), 'SIGKILL')

  it('has answered once it closes its output; the next shell has started by then', async () => {
    const environment: NodeJS.ProcessEnv = { ...process.env, COLOUR: 'red' }
    const host = createLocalHost({ environment })
    const before = childrenOf(process.pid)
    const run = async () => {
      const { exitCode, stdout } = await host.execute(stay, { arguments: ["it's", 'a  b'], goesOn })
      expect(exitCode).toBe(0)
      const [pid = '', ...said] = text(stdout)?.split('|') ?? []
      expect(childrenOf(process.pid)).toContain(pid)
      expect(said.slice(0, 2)).toEqual(["it's", 'a  b'])
      const spare = () => childrenOf(process.pid).filter((one) => ![...before, pid].includes(one))
      await vi.waitFor(() => expect(spare()).toHaveLength(1))
      end(pid)
      await vi.waitFor(() => expect(childrenOf(process.pid)).not.toContain(pid))
      return { pid, colour: said[2], spare: spare()[0] }
    }
    const first = await run()
    expect(first.colour).toBe('red')
    const second = await run()
    expect(second.pid).toBe(first.spare)
    // A shell that started with other variables does not replace a new one.
    environment.COLOUR = 'blue'
    const third = await run()
    expect(third.colour).toBe('blue')
    expect(third.pid).not.toBe(second.spare)
    await host.dispose()
    await vi.waitFor(() => expect(childrenOf(process.pid)).toEqual(before))
  })

  it('waits as long as its caller needs, which does not count as its time', async () => {
    const host = createLocalHost()
    const waits =
      'read -r word <&3; [ "$word" = go ] || exit 1; printf "%s|@begun" "$word"; exec sleep 60 <&- >&- 2>&-'
    const started = (before: () => Promise<void>) =>
      host.execute(`printf "%s|" $$; ${waits}`, { goesOn: { ...goesOn, before }, timeoutMs: 300 })
    const answer = await started(() => new Promise((resolve) => setTimeout(resolve, 600)))
    const [pid = '', word] = text(answer.stdout)?.split('|') ?? []
    expect(word).toBe('go')
    end(pid)
    await vi.waitFor(() => expect(childrenOf(process.pid)).not.toContain(pid))
    await expect(started(() => Promise.reject(new Error('It does not come next.')))).rejects.toThrow(
      'It does not come next.',
    )
    await host.dispose()
  })

  it('works if somebody has ended the waiting shell', async () => {
    const host = createLocalHost()
    const before = childrenOf(process.pid)
    const started = async () => text((await host.execute(stay, { goesOn })).stdout)?.split('|')[0] ?? ''
    const first = await started()
    end(first)
    await vi.waitFor(() => expect(childrenOf(process.pid)).not.toContain(first))
    const [spare = ''] = childrenOf(process.pid).filter((pid) => !before.includes(pid))
    end(spare)
    await vi.waitFor(() => expect(childrenOf(process.pid)).not.toContain(spare))
    end(await started())
    await host.dispose()
    await vi.waitFor(() => expect(childrenOf(process.pid)).toEqual(before))
  })

  it('does not wait long for output that is held open', async () => {
    const host = createLocalHost()
    const { stdout } = await host.execute('printf "%s @begun" $$; exec sleep 60', { goesOn })
    end(text(stdout)?.split(' ')[0] ?? '')
    await host.dispose()
  })

  it('is allowed to start only what was recorded', async () => {
    const host = createLocalHost()
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-noted-'))
    const script = 'read -r word <&3; [ "$word" = go ] || exit 7; : > "$1/started"'
    const notes: boolean[] = []
    const before = () => void notes.push(existsSync(join(folder, 'started')))
    const told = { arguments: [folder], goesOn: { ...goesOn, before } }
    expect(await host.execute(script, told)).toMatchObject({ exitCode: 0 })
    expect(notes).toEqual([false])
    expect(existsSync(join(folder, 'started'))).toBe(true)
    rmSync(join(folder, 'started'))
    const full = () => {
      throw new Error('The disk is full.')
    }
    const refused = host.execute(script, { ...told, goesOn: { ...goesOn, before: full } })
    await expect(refused).rejects.toThrow('The disk is full.')
    expect(existsSync(join(folder, 'started'))).toBe(false)
    await host.dispose()
    rmSync(folder, { recursive: true })
  })

  it('has its own exit status if it fails', async () => {
    const host = createLocalHost()
    expect(await host.execute('echo no >&2; exit 17', { goesOn })).toMatchObject({
      exitCode: 17,
      stderr: 'no\n',
    })
    await host.dispose()
  })
})
