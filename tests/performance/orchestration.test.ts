import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalHost } from '../../src/bench/hosts/local-host'
import { quoteCommand } from '../../src/bench/hosts/quoting'
import { CampaignRunner } from '../../src/bench/runner/campaign-runner'
import { createReview } from '../../src/bench/store/create-review'
import { fioEngine } from '../../src/core/engines/fio/fio-engine'
import { scheduleRuns } from '../../src/core/engines/schedule'
import { caseAt, workloadOf } from '../../src/core/plan/cases'
import { newPlan } from '../../src/core/plan/edit-plan'
import type { Plan } from '../../src/core/plan/plan'
import { median } from './median'
import { mainProcess } from '../../src/core/engines/steps'

const rounds = 3
/** The null engine ends at once, so that a run is nearly nothing but fio's start and end, and ours. */
const plan: Plan = newPlan(
  { id: 'short', seed: 1, target: { kind: 'none' } },
  {
    name: 'Short runs',
    base: { pattern: 'random-read', io_engine: 'null', direct: false, jobs: 1, file_size: 1024 ** 2 },
    axes: [
      { key: 'block_size', levels: [4096, 8192, 16384, 32768, 65536] },
      { key: 'queue_depth', levels: [1, 4, 16, 64] },
    ],
    repetitions: 1,
  },
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-orchestration-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Milliseconds per case of the same commands in a shell loop: each line the loop prints marks the end of one. */
async function bare(round: number): Promise<readonly number[]> {
  const at = join(folder, `bare-${String(round)}`)
  await mkdir(at)
  const lines: string[] = []
  for (const [place, scheduled] of scheduleRuns(plan, fioEngine).entries()) {
    const workload = workloadOf(plan, caseAt(plan, scheduled.caseIndex))
    const runName = `bare-${String(place)}`
    const steps = fioEngine.steps({ workload, runName, phase: 'measure', seed: scheduled.seed })
    for (const file of steps.files) await writeFile(join(at, file.name), file.text)
    const { program, args } = mainProcess(steps)
    lines.push(`${quoteCommand([program, ...args])} > log 2>&1 < /dev/null; echo done`)
  }
  const loop = spawn('/bin/sh', ['-s'], { cwd: at })
  loop.stdin.end(`echo done\n${lines.join('\n')}\n`)
  const ends: number[] = []
  loop.stdout.on('data', (piece: Buffer) => {
    for (const _ of piece.toString().matchAll(/done/g)) ends.push(performance.now())
  })
  await new Promise((resolve) => loop.on('close', resolve))
  expect(ends).toHaveLength(lines.length + 1)
  return ends.slice(1).map((end, place) => end - (ends[place] ?? end))
}

/** Milliseconds per case in a campaign: from the start of a run to the start of the next, everything between included. */
async function orchestrated(round: number): Promise<readonly number[]> {
  const environment = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  const store = createReview(join(folder, `review-${String(round)}.benchwright`))
  const runner = new CampaignRunner({ store, host: createLocalHost({ environment }), stateFolder: folder })
  store.savePlan(plan)
  const { campaignId } = await runner.start(plan.id, '')
  await runner.ended(campaignId)
  const runs = store.runs(campaignId)
  expect(runs.every((run) => run.state === 'done')).toBe(true)
  const starts = runs.map((run) => run.startedAtMs ?? Number.NaN)
  store.close()
  return starts.slice(1).map((start, place) => start - (starts[place] ?? Number.NaN))
}

it('adds little to the time fio itself takes', async () => {
  const [bareMs, orchestratedMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bareMs.push(...(await bare(round)))
    orchestratedMs.push(...(await orchestrated(round)))
  }
  const [alone, ours] = [median(bareMs), median(orchestratedMs)]
  console.log(
    `orchestration: ${(ours - alone).toFixed(1)} ms per case above bare fio (${ours.toFixed(0)} against ${alone.toFixed(0)} ms, medians of ${String(orchestratedMs.length)} cases; wanted: at most 60 ms)`,
  )
})
