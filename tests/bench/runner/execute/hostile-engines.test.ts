import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectRun } from '../../../../src/bench/runner/execute/collect-run'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { stopRun } from '../../../../src/bench/runner/supervise/stop-run'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { okScript } from '../script-engine'
import { openWorkshop, runSteps, runText, startText, type Workshop } from '../run-in-shell'

const mebibyte = 1024 * 1024
/** A little more than is kept of a log. */
const mostLogBytes = 13 * mebibyte

let workshop: Workshop
let count = 0
beforeEach(() => {
  workshop = openWorkshop()
})
afterEach(() => rmSync(workshop.folder, { recursive: true, force: true }))

const nextName = () => `bw-hostile-${String(process.pid)}-${String((count += 1))}`
const decode = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1')
const good = 'printf "{}" > out.json'

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Pid that an engine wrote into a file of the workshop's own folder. */
function pidIn(name: string): number {
  const pid = Number(readFileSync(join(workshop.folder, name), 'utf8'))
  if (!Number.isInteger(pid) || pid <= 1) throw new Error(`${name} names no process.`)
  return pid
}

const missing = { name: 'out.json', bytes: undefined, problem: undefined }
/** Programs that end, what they do, and the expected outcome. */
const ending: readonly [what: string, script: string, expected: object][] = [
  ['exits 0 and leaves nothing', 'exit 0', { exitCode: 0, outputs: [missing] }],
  ['makes its output a named pipe', 'mkfifo out.json', { outputs: [{ problem: 'not-a-file' }] }],
  [
    'makes its output a link to a device',
    'ln -s /dev/zero out.json',
    { outputs: [{ problem: 'not-a-file' }] },
  ],
  [
    "makes its output a link to a person's file",
    'ln -s /etc/passwd out.json',
    { outputs: [{ problem: 'not-a-file' }] },
  ],
  ['makes its output a link to itself', 'ln -s out.json out.json', { outputs: [{ problem: 'not-a-file' }] }],
  ['makes its output a folder', 'mkdir out.json', { outputs: [{ problem: 'not-a-file' }] }],
  [
    'makes its output endless',
    'dd if=/dev/null of=out.json bs=1 seek=1T 2>/dev/null',
    { outputs: [{ problem: 'too-large' }] },
  ],
  [
    'puts pipes, folders and links where the supervisor writes',
    `mkfifo sum sum.tmp rc.tmp; mkdir created created.tmp strays strays.tmp; ln -s /nowhere/at/all rc.tmp.tmp; ${good}`,
    { exitCode: 0, outputs: [{ problem: undefined }] },
  ],
  [
    'replaces the files of checksums and commit',
    `rm -f sum sum.pipe; mkfifo sum; ln -s /nowhere/at/all rc; ln -s sum sum.pipe; ${good}`,
    { exitCode: 0, outputs: [{ problem: undefined }] },
  ],
  ['makes its log a link', `rm log; ln -s /dev/null log; ${good}`, { exitCode: 0, log: undefined }],
  ['makes its log a pipe', `rm log; mkfifo log; ${good}`, { exitCode: 0, log: undefined }],
  ['removes log and pipe', `rm -f log log.pipe; echo more; ${good}`, { exitCode: 0 }],
  ['ends by a signal', 'kill -9 $$', { exitCode: 137, outputs: [missing] }],
  ['prints no text', `head -c 100000 /dev/urandom; ${good}`, { exitCode: 0 }],
]

describe('an engine that', () => {
  it.each(ending)(
    '%s: its run is committed for what it is',
    { timeout: 60_000 },
    async (_, script, expected) => {
      const run = await runText(workshop, nextName(), script)
      expect(run).toMatchObject(expected)
      expect(run.refusal).toBeUndefined()
    },
  )

  it('prints forever fills no disk, is not disturbed, and is stopped like any other', async () => {
    const name = nextName()
    const script = `echo begin; yes 'Jobs: 1 (f=1)' | head -c ${String(64 * mebibyte)}; echo $$ > printed; sleep 600`
    const runDirectory = await startText(workshop, name, script)
    await vi.waitFor(() => expect(existsSync(join(runDirectory, 'printed'))).toBe(true))
    const proof = await stopRun(workshop.host, { runDirectory, runName: name, program: 'sh' })
    expect(proof.leftPids).toEqual([])
    expect(statSync(join(runDirectory, 'log')).size).toBeLessThan(mostLogBytes)
    const log = readFileSync(join(runDirectory, 'log'), 'latin1')
    expect(log.startsWith('begin\n')).toBe(true)
    expect(log).toMatch(/bytes are kept; what came after is not\.\]\n$/)
  })

  it('ends while it prints loses nothing of what it printed', async () => {
    const run = await runText(workshop, nextName(), 'seq 1 60000; exit 3')
    expect(run.exitCode).toBe(3)
    expect(decode(run.log)).toBe(Array.from({ length: 60_000 }, (_, at) => `${String(at + 1)}\n`).join(''))
  })

  it('ignores polite signals is ended anyway', async () => {
    const name = nextName()
    const runDirectory = await startText(
      workshop,
      name,
      `trap '' INT TERM HUP; echo > begun; while :; do sleep 1; done`,
    )
    await vi.waitFor(() => expect(existsSync(join(runDirectory, 'begun'))).toBe(true))
    const patience = { interruptSeconds: 1, terminateSeconds: 1 }
    const proof = await stopRun(workshop.host, { runDirectory, runName: name, program: 'sh', patience })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids.length).toBeGreaterThan(0)
  })

  it('changes its output after it ended is detected', async () => {
    const script = `${good}; env -i setsid sh -c 'while [ ! -e rc ]; do sleep 0.05; done; echo changed > out.json; : > "$0"' '${workshop.folder}/changed' >/dev/null 2>&1 &`
    const name = nextName()
    const runDirectory = await startText(workshop, name, script)
    await workshop.host.waitForRun(runDirectory, new AbortController().signal)
    await vi.waitFor(() => expect(existsSync(join(workshop.folder, 'changed'))).toBe(true))
    expect(await collectRun(workshop.host, runDirectory, ['out.json'])).toMatchObject({
      outputs: [{ problem: 'checksum' }],
    })
    await stopRun(workshop.host, { runDirectory: workshop.directory(name), runName: name, program: 'sh' })
  })

  it.runIf(existsSync('/proc/self/stat')).each([
    ['with all its descriptors', '', ''],
    ['closing them', ' </dev/null >/dev/null 2>&1', ''],
    ['leaving the folder as well', ' </dev/null >/dev/null 2>&1', 'cd /; '],
    // Not even what the supervisor itself keeps open leads to the run.
    ['closing all', ' </dev/null >/dev/null 2>&1 6>&- 7>&- 8>&- 9>&-', 'cd /; '],
  ])(
    'leaves a child by env -i setsid, %s: it is named, and ended by a stop',
    async (_, redirection, first) => {
      const name = nextName()
      const pidFile = join(workshop.folder, 'child')
      const child = `${first}echo $$ > "$0.part"; mv "$0.part" "$0"; exec sleep 600`
      const script = `env -i PATH="$PATH" setsid sh -c '${child}' '${pidFile}'${redirection} & while [ ! -e '${pidFile}' ]; do sleep 0.02; done; ${good}`
      const run = await runText(workshop, name, script)
      const pid = pidIn('child')
      expect(run).toMatchObject({ exitCode: 0, outputs: [{ problem: undefined }], strayPids: [pid] })
      expect(isAlive(pid)).toBe(true)
      const proof = await stopRun(workshop.host, {
        runDirectory: workshop.directory(name),
        runName: name,
        program: 'sh',
      })
      expect(proof.endedPids).toContain(pid)
      expect(proof.leftPids).toEqual([])
      expect(isAlive(pid)).toBe(false)
    },
  )

  it.runIf(existsSync('/proc/self/limits'))(
    'has a sidecar that leaves a child by env -i setsid and leaves the folder: it is named, and ended by a stop',
    async () => {
      const name = nextName()
      const pidFile = join(workshop.folder, 'child')
      const child = `cd /; echo $$ > "$0.part"; mv "$0.part" "$0"; exec sleep 600`
      const leave = `env -i PATH="$PATH" setsid sh -c '${child}' '${pidFile}' </dev/null >/dev/null 2>&1 & wait`
      const sidecars = [{ program: 'sh', args: ['-c', leave] }]
      const main = { program: 'sh', args: ['-c', `while [ ! -e '${pidFile}' ]; do sleep 0.02; done`] }
      const steps = [{ kind: 'measure', processes: [main], sidecars, outputs: [] }] as const
      const run = await runSteps(workshop, name, { files: [], steps })
      expect(run).toMatchObject({ exitCode: 0, strayPids: [pidIn('child')] })
      const runDirectory = workshop.directory(name)
      await stopRun(workshop.host, { runDirectory, runName: name, program: 'sh' })
      expect(isAlive(pidIn('child'))).toBe(false)
    },
  )

  it.runIf(existsSync('/proc/self/stat'))(
    'makes its log a pipe leaves no process waiting for it',
    async () => {
      const name = nextName()
      await runText(workshop, name, `rm log; mkfifo log; ${good}`)
      const works = (pid: string) => {
        try {
          return readlinkSync(`/proc/${pid}/cwd`) === workshop.directory(name)
        } catch {
          return false
        }
      }
      await vi.waitFor(() => expect(readdirSync('/proc').filter(works)).toEqual([]))
    },
  )

  it('removes its run directory is abandoned, and nothing of it is left', async () => {
    const name = nextName()
    const runDirectory = await startText(workshop, name, 'rm -rf -- "$PWD"')
    expect(await workshop.host.waitForRun(runDirectory, new AbortController().signal)).toBe('lost')
    const proof = await stopRun(workshop.host, { runDirectory, runName: name, program: 'sh' })
    expect(proof.leftPids).toEqual([])
    expect(readdirSync(join(workshop.folder, 'runs'))).toEqual([])
  })

  it('forges the commit is not believed if it is malformed', async () => {
    const name = nextName()
    const runDirectory = await startText(workshop, name, 'echo "0 nonsense" > rc; echo > forged; sleep 600')
    await vi.waitFor(() => expect(existsSync(join(runDirectory, 'forged'))).toBe(true))
    expect(await workshop.host.waitForRun(runDirectory, new AbortController().signal)).toBe('committed')
    expect(await collectRun(workshop.host, runDirectory, ['out.json'])).toBeUndefined()
    const proof = await stopRun(workshop.host, { runDirectory, runName: name, program: 'sh' })
    expect(proof.leftPids).toEqual([])
  })
})

it.runIf(existsSync('/proc/self/stat'))(
  'a campaign ends what an engine left, and reports it with the run',
  async () => {
    const pidFile = join(workshop.folder, 'child')
    const child = `echo $$ > "$0.part"; mv "$0.part" "$0"; exec sleep 600`
    const script = `env -i PATH="$PATH" setsid sh -c '${child}' '${pidFile}' & while [ ! -e '${pidFile}' ]; do sleep 0.02; done; ${okScript}`
    const environment = { ...process.env, BENCHWRIGHT_STATE: join(workshop.folder, 'state') }
    const shop = new RunnerWorkshop(createLocalHost({ environment }))
    try {
      const plan = scriptPlan({ axes: [], target: { kind: 'none' }, base: { script, seconds: 1 } })
      const campaignId = await shop.start(plan)
      expect(await shop.runner.ended(campaignId)).toBe('done')
      const pid = pidIn('child')
      expect(isAlive(pid)).toBe(false)
      const [run] = shop.store.runs(campaignId)
      expect(run?.state).toBe('done')
      expect(run?.warnings.map(({ id }) => id)).toEqual(['left-processes'])
      expect(shop.logOf(campaignId)).toContain(`left process ${String(pid)} behind`)
    } finally {
      await shop.close()
    }
  },
)

describe('reading what a run left', () => {
  it('reads a regular file only, and only within its limit', async () => {
    const path = join(workshop.folder, 'file')
    writeFileSync(path, 'abc')
    expect(decode(await workshop.host.readFile(path, 3))).toBe('abc')
    await expect(workshop.host.readFile(path, 2)).rejects.toMatchObject({ id: 'too-large' })
    await expect(workshop.host.readFile('/dev/zero', 100)).rejects.toMatchObject({ id: 'not-a-file' })
    expect(await workshop.host.readFile(join(workshop.folder, 'none'), 3)).toBeUndefined()
  })
})
