import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { bundleChild, childModules } from './child-bundle'
import { randomBelow, randomStream } from '../../../src/core/plan/order'
import { expectSeries } from './expect-series'
import { noneLeft, supervisorPid } from './processes'
import { standingSeed } from '../../standing-seed'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-killed-'))
const target = join(folder, 'target')
const state = join(folder, 'state')
const entry = join(folder, 'campaign-child.js')

/** `npm test` kills a few times; the full proof kills a thousand times, see docs/reliability.md. */
const wanted = Number(process.env.BENCHWRIGHT_KILLS ?? '10')
const seed = standingSeed(process.env.BENCHWRIGHT_KILL_SEED, process.env.BENCHWRIGHT_KILLS !== undefined)
const random = randomStream(seed)

beforeAll(async () => {
  mkdirSync(target)
  await bundleChild(new URL('./campaign-child.ts', import.meta.url), entry)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** What was running when the app was killed, as its run directories show. */
const moments = ['no run', 'being started', 'running', 'committed, not stored'] as const
type Moment = (typeof moments)[number] | 'with its supervisor'

interface Child {
  /** Undefined if it ended by itself. */
  readonly killedAt: Moment | undefined
  readonly output: string
}

interface Kill {
  /** This has to be running first, unless it does not happen in time. */
  readonly moment: Moment
  readonly withinMs: number
  readonly afterMs: number
  /** The supervisor is killed too, and its engine is left alone. */
  readonly withSupervisor: boolean
}

/** Starts the process; ends it with SIGKILL as `kill` says, if given and it has not ended by then. */
function runChild(path: string, kill?: Kill): Promise<Child> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, path, target], {
      env: { ...process.env, NODE_PATH: childModules, BENCHWRIGHT_STATE: state },
    })
    let output = ''
    let moment: Moment | undefined
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
    child.on('error', reject)
    const end = () => {
      moment = momentNow()
      if (kill?.withSupervisor === true && moment === 'running' && killSupervisor())
        moment = 'with its supervisor'
      child.kill('SIGKILL')
    }
    let timer: NodeJS.Timeout | undefined
    const latest = Date.now() + (kill?.withinMs ?? 0)
    const look =
      kill &&
      setInterval(() => {
        if (momentNow() !== kill.moment && Date.now() < latest) return
        clearInterval(look)
        timer = setTimeout(end, kill.afterMs)
      }, 2)
    child.on('close', (_code, signal) => {
      clearInterval(look)
      clearTimeout(timer)
      resolve({ killedAt: signal === 'SIGKILL' ? moment : undefined, output })
    })
  })
}

function runDirectories(): readonly string[] {
  const runs = join(state, 'runs')
  return existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : []
}

/** The directory of the next run may have been prepared already, without a supervisor. */
function momentNow(): Moment {
  const all = runDirectories()
  const open = all.filter((directory) => !existsSync(join(directory, 'rc')))
  const some = (name: string) => open.some((directory) => existsSync(join(directory, name)))
  if (some('engine')) return 'running'
  if (some('supervisor') || (open.length > 0 && open.length === all.length)) return 'being started'
  return all.length > 0 ? 'committed, not stored' : 'no run'
}

function killSupervisor(): boolean {
  const open = runDirectories().find(
    (directory) => existsSync(join(directory, 'engine')) && !existsSync(join(directory, 'rc')),
  )
  if (open === undefined) return false
  try {
    process.kill(supervisorPid(open), 'SIGKILL')
    return true
  } catch {
    // It committed at this very moment.
    return false
  }
}

/** When each finished run was finished, by run id, as recorded in the file. */
function finishedRuns(path: string): ReadonlyMap<number, number | undefined> {
  if (!existsSync(path)) return new Map()
  const review = openReview(path, { mode: 'read' })
  try {
    const [campaign] = review.campaigns()
    const runs = campaign ? review.runs(campaign.id).filter((run) => run.state === 'done') : []
    return new Map(runs.map((run) => [run.id, run.finishedAtMs]))
  } finally {
    review.close()
  }
}

/** One campaign, started and resumed until it is done, killed up to `most` times; returns when it was. */
async function killOver(path: string, most: number): Promise<readonly Moment[]> {
  const kills: Moment[] = []
  let known = new Map<number, number | undefined>()
  for (;;) {
    const moment = moments[randomBelow(random, moments.length)] ?? 'running'
    const kill = {
      moment,
      withinMs: 1000 + randomBelow(random, 3000),
      // Between two runs, or from the first line of the program until after its start.
      afterMs: randomBelow(random, moment === 'no run' ? 2000 : 150),
      withSupervisor: randomBelow(random, 3) === 0,
    }
    const child = await runChild(path, kills.length < most ? kill : undefined)
    const now = finishedRuns(path)
    for (const [runId, finishedAtMs] of known) expect(now.get(runId)).toBe(finishedAtMs)
    known = new Map(now)
    if (child.killedAt === undefined) {
      expect(child.output).toBe('done\n')
      return kills
    }
    kills.push(child.killedAt)
  }
}

describe('an app that is killed at any moment, alone or with the supervisor of its run', () => {
  it(
    `loses no finished run, doubles none and leaves nothing, ${String(wanted)} times over`,
    { timeout: 180_000 + wanted * 10_000 },
    async () => {
      const killedAt = new Map<Moment, number>()
      let kills = 0
      // A campaign may be done before it was killed often enough; then another one is started.
      for (let round = 1; kills < wanted; round += 1) {
        const path = join(folder, `review-${String(round)}.benchwright`)
        const killed = await killOver(path, Math.min(40, wanted - kills))
        kills += killed.length
        for (const moment of killed) killedAt.set(moment, (killedAt.get(moment) ?? 0) + 1)
        const review = openReview(path, { mode: 'read' })
        const runs = review.runs(1)
        expect(runs.map((run) => run.state)).toEqual(runs.map(() => 'done'))
        expect(runs).toHaveLength(17)
        const rows = [...review.rows({ metrics: ['iops'] })]
        expect(rows.filter((row) => row.direction === 'read')).toHaveLength(16)
        for (const run of runs.filter(({ phase }) => phase === 'measure')) expectSeries(review, run.id)
        expect(review.campaigns()).toHaveLength(1)
        expect(review.check()).toEqual([])
        review.close()
        await noneLeft(folder)
        expect(readdirSync(join(state, 'runs'))).toEqual([])
        expect(readdirSync(target)).toEqual([])
        // Nothing is on record any more that would have to be removed.
        expect(
          readdirSync(join(state, 'created'), { recursive: true }).filter((name) => !isFolder(name)),
        ).toEqual([])
        if (kills % 100 < killed.length) console.log(`${String(kills)} kills so far`)
      }
      const counts = [...killedAt].map(([moment, count]) => `${String(count)} ${moment}`).join(', ')
      console.log(`seed ${String(seed)}: ${String(kills)} kills (${counts}), nothing lost, doubled or left`)
    },
  )
})

function isFolder(name: string | Buffer): boolean {
  return statSync(join(state, 'created', name.toString())).isDirectory()
}
