import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { bundleChild, childModules } from '../runner/child-bundle'
import { seededRandom } from '../../../src/core/statistics/special/seeded-random'
import { expectSeries } from '../runner/expect-series'
import { everyProcess, noneLeft } from '../runner/processes'
import { serveAs } from './serve-as'
import { descendants, signal, SshWorkshop } from './ssh-workshop'
import { standingSeed } from '../../standing-seed'

/**
 * Long form: `BENCHWRIGHT_FAULTS=200 BENCHWRIGHT_FREEZE_SECONDS=60`; see docs/reliability.md. The seed determines what
 * is hit and when.
 */
const faultsWanted = Number(process.env.BENCHWRIGHT_FAULTS ?? 10)
const freezeMs = Number(process.env.BENCHWRIGHT_FREEZE_SECONDS ?? 2) * 1000
const seed = standingSeed(process.env.BENCHWRIGHT_PROPERTY_SEED, process.env.BENCHWRIGHT_FAULTS !== undefined)
const random = seededRandom(seed)
const runsWanted = faultsWanted > 20 ? 52 : 16

const shop = new SshWorkshop()
const entry = join(shop.folder, 'campaign-child.js')

beforeAll(async () => {
  await bundleChild(new URL('../runner/campaign-child.ts', import.meta.url), entry)
  await shop.serve()
  shop.configure()
  shop.trust()
})
afterAll(() => shop.close())

/** The app in a separate process, which can be killed at any moment. */
class App {
  output = ''
  readonly ended: Promise<void>
  readonly child: ChildProcess

  constructor(path: string, target: string) {
    const environment = {
      NODE_PATH: childModules,
      BENCHWRIGHT_SETTINGS: shop.settings,
      BENCHWRIGHT_SSH_CONFIG: shop.config,
    }
    this.child = spawn(process.execPath, [entry, path, target, 'lab', String(runsWanted)], {
      env: { ...process.env, ...environment },
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (piece: Buffer) => (this.output += piece.toString()))
    this.ended = new Promise((resolve) => this.child.once('close', () => resolve()))
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Pids of its ssh processes; of the masters alone, or of all. */
  ssh(which: 'masters' | 'all'): readonly number[] {
    return descendants(this.child.pid ?? 0).filter((pid) => {
      const [program = '', ...args] = commandLine(pid)
      return /(^|\/)ssh$/.test(program) && (which === 'all' || args.includes('-M'))
    })
  }
}

function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
/** A restarted machine is another boot with the same ids, which only root can simulate. */
const faults = [
  ...(['ssh killed', 'server restarted', 'master killed', 'frozen'] as const),
  // One after the other, under the same app.
  ...(isRoot ? (['machine shut down', 'machine without power'] as const) : []),
  'app killed' as const,
]
let boots = 0
const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

async function commit(fault: (typeof faults)[number], app: App): Promise<void> {
  switch (fault) {
    case 'ssh killed': {
      const pid = anyOf(app.ssh('all'))
      if (pid !== undefined) signal(pid, 'SIGKILL')
      return
    }
    case 'master killed':
      for (const pid of app.ssh('masters')) signal(pid, 'SIGKILL')
      return
    case 'server restarted':
      await shop.stopServer()
      await pause(random() * 1500)
      await shop.serve()
      return
    case 'machine shut down':
      await shop.stopServer()
      for (const pid of everyProcess(shop.folder)) signal(pid, 'SIGTERM')
      return bootAgain()
    case 'machine without power': {
      await shop.stopServer()
      // A power failure spares nothing. Frozen first, so that none sees the end of another or starts one.
      const frozen = new Set<number>()
      const isNew = (pid: number) => !frozen.has(pid)
      for (let pids = everyProcess(shop.folder); pids.some(isNew); pids = everyProcess(shop.folder))
        for (const pid of pids) {
          signal(pid, 'SIGSTOP')
          frozen.add(pid)
        }
      for (const pid of frozen) signal(pid, 'SIGKILL')
      return bootAgain()
    }
    case 'frozen': {
      // Either end of the connection freezes, and comes back.
      const pids = random() < 0.5 ? shop.connections() : app.ssh('all')
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await pause(freezeMs)
      for (const pid of pids) signal(pid, 'SIGCONT')
      return
    }
    case 'app killed':
      app.child.kill('SIGKILL')
      await app.ended
  }
}

/** The same machine, without any process of before. */
async function bootAgain(): Promise<void> {
  await noneLeft(shop.folder)
  boots += 1
  const machineId = readFileSync('/etc/machine-id', 'utf8').trim()
  await serveAs(shop, { machineId, bootId: `boot-${String(boots)}` }, [])
}

/** When each finished run was finished, by run id, as recorded in the file. */
function finishedRuns(path: string): ReadonlyMap<number, number | undefined> {
  if (!existsSync(path)) return new Map()
  const review = openReview(path, { mode: 'read' })
  try {
    const runs = review.campaigns().flatMap(({ id }) => review.runs(id))
    return new Map(runs.filter(({ state }) => state === 'done').map((run) => [run.id, run.finishedAtMs]))
  } finally {
    review.close()
  }
}

it(
  `a campaign over SSH loses nothing, doubles nothing and leaves nothing: ${String(faultsWanted)} faults`,
  async () => {
    const counts = new Map<string, number>()
    let committed = 0
    for (let round = 1; committed < faultsWanted; round += 1) {
      const path = join(shop.folder, `review-${String(round)}.benchwright`)
      const target = join(shop.target, String(round))
      mkdirSync(target)
      let app = new App(path, target)
      let known = new Map<number, number | undefined>()
      while (committed < faultsWanted) {
        await pause(300 + random() * 1500)
        if (!app.isRunning && app.output.endsWith('done\n')) break
        if (app.isRunning) {
          // Every kind comes before any kind is repeated.
          const fault = faults[committed % faults.length] ?? 'app killed'
          await commit(fault, app)
          committed += 1
          counts.set(fault, (counts.get(fault) ?? 0) + 1)
        }
        if (!app.isRunning) {
          const now = finishedRuns(path)
          for (const [runId, finishedAtMs] of known) expect(now.get(runId)).toBe(finishedAtMs)
          known = new Map(now)
          app = new App(path, target)
        }
      }
      for (let tries = 0; tries < 5 && !app.output.endsWith('done\n'); tries += 1) {
        await app.ended
        if (!app.output.endsWith('done\n')) app = new App(path, target)
      }
      expect(app.output).toBe('done\n')
      const review = openReview(path, { mode: 'read' })
      const runs = review.runs(1)
      expect(runs.map((run) => run.failure ?? run.state)).toEqual(runs.map(() => 'done'))
      expect(runs).toHaveLength(runsWanted + 1)
      const read = [...review.rows({ metrics: ['iops'] })].filter((row) => row.direction === 'read')
      expect(read).toHaveLength(runsWanted)
      expect(new Set(read.map((row) => row.runId)).size).toBe(runsWanted)
      for (const [runId, finishedAtMs] of known)
        expect(runs.find((run) => run.id === runId)?.finishedAtMs).toBe(finishedAtMs)
      for (const run of runs.filter(({ phase }) => phase === 'measure')) expectSeries(review, run.id)
      expect(review.campaigns()).toHaveLength(1)
      expect(review.check()).toEqual([])
      review.close()
      await noneLeft(shop.folder)
      expect(readdirSync(shop.runs)).toEqual([])
      expect(readdirSync(target)).toEqual([])
    }
    process.stdout.write(`faults of seed ${String(seed)}: ${JSON.stringify(Object.fromEntries(counts))}\n`)
  },
  Math.max(240_000, faultsWanted * (10_000 + freezeMs / 2)),
)
