import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalHost } from '../../src/bench/hosts/local/local-host'
import { quoteCommand } from '../../src/bench/hosts/quoting'
import { CampaignRunner } from '../../src/bench/runner/campaign-runner'
import { createReview } from '../../src/bench/store/create-review'
import { fioEngine } from '../../src/core/engines/fio/fio-engine'
import { scheduleRuns } from '../../src/core/engines/schedule'
import { mainProcess } from '../../src/core/engines/steps'
import { caseAt, workloadOf } from '../../src/core/plan/cases'
import { newPlan } from '../../src/core/plan/edit-plan'
import type { LevelValue, Plan, Target } from '../../src/core/plan/plan'
import { startAnyway } from '../bench/runner/start-anyway'

const rounds = Number(process.env.BENCHWRIGHT_ROUNDS ?? 3)

/** Runs so short that they are little more than fio's start and end, and ours. */
function shortPlan(id: string, target: Target, base: Readonly<Record<string, LevelValue>>): Plan {
  return newPlan(
    { id, seed: 1, target },
    {
      name: 'Short runs',
      base: { pattern: 'random-read', direct: false, jobs: 1, file_size: 1024 ** 2, ...base },
      axes: [
        { key: 'block_size', levels: [4096, 8192, 16384, 32768, 65536] },
        { key: 'queue_depth', levels: [1, 4, 16, 64] },
      ],
      repetitions: 1,
    },
  )
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-orchestration-'))
  await mkdir(join(folder, 'target'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Milliseconds per measured case of the same commands in a shell loop: each line it prints marks the end of one. */
async function bare(plan: Plan, round: number): Promise<readonly number[]> {
  const at = join(folder, `bare-${plan.id}-${String(round)}`)
  await mkdir(at)
  const lines: string[] = []
  const measured: boolean[] = []
  for (const [place, { caseIndex, phase, seed }] of scheduleRuns(plan, fioEngine).entries()) {
    const workload = workloadOf(plan, caseAt(plan, caseIndex))
    const runName = `bare-${String(place)}`
    const dataFile = plan.target.kind === 'none' ? undefined : join(at, 'data')
    const steps = fioEngine.steps({ workload, runName, phase, seed, dataFile })
    for (const file of steps.files) await writeFile(join(at, file.name), file.text)
    const { program, args } = mainProcess(steps)
    lines.push(`${quoteCommand([program, ...args])} > log 2>&1 < /dev/null || exit; echo done`)
    measured.push(phase === 'measure')
  }
  const loop = spawn('/bin/sh', ['-s'], { cwd: at })
  loop.stdin.end(`echo done\n${lines.join('\n')}\n`)
  const ends: number[] = []
  loop.stdout.on('data', (piece: Buffer) => {
    for (const _ of piece.toString().matchAll(/done/g)) ends.push(performance.now())
  })
  await new Promise((resolve) => loop.on('close', resolve))
  expect(ends).toHaveLength(lines.length + 1)
  return ends
    .slice(1)
    .map((end, place) => end - (ends[place] ?? end))
    .filter((_, place) => measured[place] === true)
}

interface CampaignTimes {
  /** From the start of a measured run to the start of the next, including everything in between. */
  readonly casesMs: readonly number[]
  /** From the request to the start of the first run, and from the end of the last to the end of the campaign. */
  readonly onceMs: number
}

async function orchestrated(plan: Plan, round: number): Promise<CampaignTimes> {
  const environment = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  const store = createReview(join(folder, `review-${plan.id}-${String(round)}.benchwright`))
  const runner = new CampaignRunner({ store, host: createLocalHost({ environment }), stateFolder: folder })
  store.savePlan(plan)
  const askedAt = Date.now()
  const { campaignId } = await runner.start(plan.id, '', startAnyway)
  await runner.ended(campaignId)
  const endedAt = Date.now()
  const runs = store.runs(campaignId)
  expect(runs.map((run) => run.failure?.text ?? run.state).filter((state) => state !== 'done')).toEqual([])
  const startOf = (place: number) => runs[place]?.startedAtMs ?? Number.NaN
  const lastEnd = runs.at(-1)?.finishedAtMs ?? Number.NaN
  store.close()
  return {
    casesMs: runs.flatMap(({ phase }, place) =>
      phase === 'measure' && place > 0 && runs[place - 1]?.phase === 'measure'
        ? [startOf(place) - startOf(place - 1)]
        : [],
    ),
    onceMs: startOf(0) - askedAt + (endedAt - lastEnd),
  }
}

/** Before the supervisor was made lighter, with the same plans on the same machine. */
const before = { none: '26.9', folder: '32 to 36', once: '1,300' }

async function measured(plan: Plan) {
  const [bareMs, casesMs, onceMs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    bareMs.push(...(await bare(plan, round)))
    const times = await orchestrated(plan, round)
    casesMs.push(...times.casesMs)
    onceMs.push(times.onceMs)
  }
  return { aboveMs: typical(casesMs) - typical(bareMs), bareMs: typical(bareMs), onceMs: typical(onceMs) }
}

/**
 * Mean without the slowest tenth. fio ends at one of two times 10 ms apart, at random, and a median would be one of
 * them.
 */
function typical(values: readonly number[]): number {
  const kept = [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length * 0.9))
  return kept.reduce((sum, value) => sum + value, 0) / kept.length
}

it('adds little to the time fio itself takes', async () => {
  const none = await measured(shortPlan('null', { kind: 'none' }, { io_engine: 'null' }))
  const file = await measured(
    shortPlan('file', { kind: 'folder', path: join(folder, 'target') }, { io_engine: 'psync' }),
  )
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(
    [
      'orchestration (milliseconds, means without the slowest tenth)',
      row('what', 'wanted', 'before', 'now', 'bare fio'),
      row('---', '---', '---', '---', '---'),
      row('a case above bare fio, null engine', 'at most 20', before.none, none.aboveMs.toFixed(1), none.bareMs.toFixed(0)), // prettier-ignore
      row('a case above bare fio, real file', 'at most 20', before.folder, file.aboveMs.toFixed(1), file.bareMs.toFixed(0)), // prettier-ignore
      row('once per campaign, null engine', 'at most 1,000', before.once, none.onceMs.toFixed(0), ''),
      row('once per campaign, real file', 'at most 1,000', before.once, file.onceMs.toFixed(0), ''),
    ].join('\n'),
  )
})
