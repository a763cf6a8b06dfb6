import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heldTarget, type DataFileGuard } from '../../../../src/bench/runner/supervise/run-directory'
import { openWorkshop, runText, type Workshop } from '../run-in-shell'

/** Runs against each swapper; for more: `BENCHWRIGHT_SWAPPED_RUNS=500`. */
const runs = Number(process.env.BENCHWRIGHT_SWAPPED_RUNS ?? '12')

/** Somebody who may write the folder points the name to the victim and back, as fast as they can. */
const swapper = `
  const { renameSync, symlinkSync, unlinkSync, readFileSync } = require('node:fs')
  const [path, victim] = process.argv.slice(1)
  const quietly = (work) => { try { work() } catch {} }
  process.stdout.write('begun')
  for (;;) {
    quietly(() => renameSync(path, path + '.kept'))
    quietly(() => symlinkSync(victim, path))
    quietly(() => unlinkSync(path))
    quietly(() => renameSync(path + '.kept', path))
    for (let turn = 0; turn < 20; turn += 1) quietly(() => readFileSync(path + '.none'))
  }`

let workshop: Workshop
let victim: string
let path: string
let other: ChildProcess | undefined
beforeEach(() => {
  workshop = openWorkshop()
  mkdirSync(join(workshop.folder, 'shared'))
  path = join(workshop.folder, 'shared', 'data')
  victim = join(workshop.folder, 'victim')
})
afterEach(async () => {
  if (other) {
    other.kill('SIGKILL')
    await once(other, 'close')
    other = undefined
  }
  rmSync(workshop.folder, { recursive: true, force: true })
})

async function beginSwapping(target: string): Promise<void> {
  other = spawn(process.execPath, ['-e', swapper, path, target], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (other.stdout) await once(other.stdout, 'data')
}

const guard = (parts: Partial<DataFileGuard>): DataFileGuard => ({
  ...{ path, createdIdentity: undefined, mayCreate: true, fileBytes: 8192, spaceBytes: 0, isHeld: true },
  ...parts,
})

// Holding uses /proc; without it, such folders are refused.
describe.runIf(process.platform === 'linux')(
  'a data file with a name that is swapped for a link concurrently',
  () => {
    it('is created and written, or the run is refused; the target of the link is never touched', async () => {
      writeFileSync(victim, 'precious', { mode: 0o600 })
      await beginSwapping(victim)
      let done = 0
      for (let turn = 0; turn < runs; turn += 1) {
        const run = await runText(
          workshop,
          `bw-swap-${String(turn)}`,
          `printf harm > '${heldTarget}'`,
          guard({}),
        )
        expect(readFileSync(victim, 'utf8')).toBe('precious')
        rmSync(path, { force: true })
        rmSync(`${path}.kept`, { force: true })
        if (run.refusal) continue
        expect(run.exitCode).toBe(0)
        done += 1
      }
      console.log(`${String(runs)} runs on a name that was swapped: ${String(done)} done, the rest refused`)
    })

    it('is used by a later run as the file it was, or the run is refused', async () => {
      writeFileSync(victim, 'precious', { mode: 0o600 })
      const first = await runText(workshop, 'bw-swap-first', 'true', guard({}))
      expect(first.created).toBeDefined()
      await beginSwapping(victim)
      const seen = new Set<string>()
      for (let turn = 0; turn < runs; turn += 1) {
        const again = guard({ createdIdentity: first.created, fileBytes: 8192 })
        const run = await runText(
          workshop,
          `bw-swap-${String(turn)}`,
          `printf harm 1<> '${heldTarget}'`,
          again,
        )
        expect(readFileSync(victim, 'utf8')).toBe('precious')
        seen.add(run.refusal?.id ?? `exit ${String(run.exitCode)}`)
      }
      const known = [
        ...['exit 0', 'target-is-link', 'target-replaced', 'target-exists', 'target-not-writable'],
        'target-not-a-file',
      ]
      expect([...seen].filter((one) => !known.includes(one))).toEqual([])
    })

    it('is a folder for own files: what is behind the link is neither written nor removed', async () => {
      mkdirSync(victim)
      writeFileSync(join(victim, 'bw.1'), 'precious')
      await beginSwapping(victim)
      for (let turn = 0; turn < runs; turn += 1) {
        const own = guard({ folder: 'own', fileBytes: 0 })
        await runText(workshop, `bw-swap-${String(turn)}`, `echo harm > '${heldTarget}/bw.1'`, own)
        expect(readFileSync(join(victim, 'bw.1'), 'utf8')).toBe('precious')
      }
    })
  },
)
