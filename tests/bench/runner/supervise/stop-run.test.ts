import { readFileSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { inspectRun } from '../../../../src/bench/runner/supervise/inspect-run'
import { stopRun } from '../../../../src/bench/runner/supervise/stop-run'
import { runProcesses } from '../../../integration/runner/processes'
import { openWorkshop, startText, type Workshop } from '../run-in-shell'
import { shells } from '../shells'

/** Gives handlers of SIGTERM time, on a busy machine too. Engines under busybox never receive a SIGINT. */
const patience = { interruptSeconds: 1, terminateSeconds: 20 }
const impatience = { interruptSeconds: 1, terminateSeconds: 1 }

/** Resolves when `name` appears in `folder` with content. */
function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if ((statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) === 0) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const readPids = (folder: string, name: string) =>
  readFileSync(join(folder, name), 'utf8').trim().split(/\s+/).map(Number)

describe.each(shells)('stopping a run under $name', (shell) => {
  let workshop: Workshop
  afterEach(() => {
    for (const pid of runProcesses(workshop.folder)) process.kill(pid, 'SIGKILL')
    rmSync(workshop.folder, { recursive: true, force: true })
  })
  const begin = async (name: string, text: string) => {
    workshop = openWorkshop(shell)
    const directory = await startText(workshop, name, text)
    await appears(directory, 'ready')
    return directory
  }

  it('asks first, so that the engine can write its result', async () => {
    const directory = await begin(
      `bw-stop-1-${String(process.pid)}`,
      `trap 'echo "{}" > out.json; exit 128' INT TERM; echo $$ > ready.tmp; mv ready.tmp ready; while :; do sleep 0.05; done`,
    )
    const [engine = 0] = readPids(directory, 'ready')
    const proof = await stopRun(workshop.host, {
      runDirectory: directory,
      runName: `bw-stop-1-${String(process.pid)}`,
      program: 'sh',
      patience,
    })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids).toContain(engine)
    expect(isAlive(engine)).toBe(false)
    expect(readFileSync(join(directory, 'rc'), 'utf8')).toMatch(/^128 /)
    expect(readFileSync(join(directory, 'out.json'), 'utf8')).toBe('{}\n')
  })

  it('ends workers that left the session and ignore polite signals', async () => {
    const directory = await begin(
      `bw-stop-2-${String(process.pid)}`,
      `trap '' INT TERM; setsid sh -c 'trap "" INT TERM; echo $$ > worker.tmp; mv worker.tmp worker; while :; do sleep 1; done' & 
       while [ ! -e worker ]; do sleep 0.05; done; echo $$ $(cat worker) > ready.tmp; mv ready.tmp ready; wait; while :; do sleep 1; done`,
    )
    const pids = readPids(directory, 'ready')
    expect(pids).toHaveLength(2)
    const proof = await stopRun(workshop.host, {
      runDirectory: directory,
      runName: `bw-stop-2-${String(process.pid)}`,
      program: 'sh',
      patience: impatience,
    })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids).toEqual(expect.arrayContaining(pids))
    expect(pids.filter(isAlive)).toEqual([])
  })

  // Busybox takes longer to examine so many processes than a host may take on a busy machine.
  it.skipIf(shell.name === 'busybox')('ends what a worker started after the search', async () => {
    const name = `bw-stop-0-${String(process.pid)}`
    const directory = await begin(
      name,
      `trap '' INT TERM; setsid sh -c 'trap "" INT TERM; echo $$ > worker.tmp; mv worker.tmp ready; while :; do setsid sleep 60 & sleep 0.05; done' & wait; while :; do sleep 1; done`,
    )
    const proof = await stopRun(workshop.host, {
      runDirectory: directory,
      runName: name,
      program: 'sh',
      patience: { interruptSeconds: 0, terminateSeconds: 0 },
    })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids).toEqual(expect.arrayContaining(readPids(directory, 'ready')))
    expect(proof.endedPids.filter(isAlive)).toEqual([])
  })

  it('finds orphans by name if supervisor, engine and run directory are gone, and no other run', async () => {
    const directory = await begin(
      `bw-stop-3-${String(process.pid)}`,
      `setsid sh -c 'echo $$ > worker.tmp; mv worker.tmp worker; exec sleep 60' & while [ ! -e worker ]; do sleep 0.05; done; mv worker ready; exit 0`,
    )
    const [worker = 0] = readPids(directory, 'ready')
    await workshop.host.waitForRun(directory, new AbortController().signal)
    rmSync(directory, { recursive: true })
    const otherRun = await stopRun(workshop.host, {
      runDirectory: undefined,
      runName: `bw-stop-3-${String(process.pid)}9`,
      program: 'sleep',
      patience,
    })
    expect(otherRun).toEqual({ endedPids: [], leftPids: [] })
    expect(isAlive(worker)).toBe(true)
    const proof = await stopRun(workshop.host, {
      runDirectory: directory,
      runName: `bw-stop-3-${String(process.pid)}`,
      program: 'sleep',
      patience,
    })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids).toContain(worker)
    expect(isAlive(worker)).toBe(false)
  })

  it('distinguishes running, committed, gone and missing, and takes an unclaimed run', async () => {
    const directory = await begin(
      `bw-stop-4-${String(process.pid)}`,
      'echo > ready; read -r line < held 2>/dev/null; exec sleep 60',
    )
    expect(await inspectRun(workshop.host, directory)).toBe('running')
    const [supervisor = 0] = readPids(directory, 'supervisor')
    const [engine = 0] = readPids(directory, 'engine')
    expect(supervisor).toBeGreaterThan(1)
    process.kill(supervisor, 'SIGKILL')
    expect(await workshop.host.waitForRun(directory, new AbortController().signal)).toBe('lost')
    expect(await inspectRun(workshop.host, directory)).toBe('gone')
    const proof = await stopRun(workshop.host, {
      runDirectory: directory,
      runName: `bw-stop-4-${String(process.pid)}`,
      program: 'sleep',
      patience,
    })
    expect(proof.leftPids).toEqual([])
    expect(proof.endedPids).toContain(engine)
    rmSync(join(directory, 'supervisor'))
    expect(await inspectRun(workshop.host, directory)).toBe('gone')
    expect(readFileSync(join(directory, 'supervisor'), 'utf8')).toBe('given-up\n')
    expect(await inspectRun(workshop.host, join(workshop.folder, 'nothing'))).toBe('missing')
  })
})
