import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { fioEngine } from '../../src/core/engines/fio/fio-engine'
import { newPlan } from '../../src/core/plan/edit-plan'
import type { Plan, Workload } from '../../src/core/plan/plan'
import { launchApp, type AppUnderTest } from '../e2e/launch-app'
import { median, pairedRatio } from './median'
import { mainProcess } from '../../src/core/engines/steps'
import { scalarsOf } from '../../src/core/results/observation'

const run = promisify(execFile)
const pairs = 5
/** fio's null engine does no I/O: this measures the processor time that anything else takes away. */
const workload: Workload = {
  pattern: 'random-read',
  block_size: 4096,
  queue_depth: 1,
  jobs: 1,
  io_engine: 'null',
  direct: false,
  file_size: 1024 ** 3,
  runtime: 4,
  ramp_time: 0,
}
const plan: Plan = newPlan(
  { id: 'null', seed: 1, target: { kind: 'none' } },
  { name: 'Null', base: workload, repetitions: 1 },
)

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-observer-'))
  const review = createReview(join(folder, 'null.benchwright'))
  review.savePlan(plan)
  review.close()
  test = await launchApp({ args: [join(folder, 'null.benchwright')] })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** IOPS of the same job without the app. */
async function bare(): Promise<number> {
  const steps = fioEngine.steps({ workload, runName: 'bare', phase: 'measure', seed: 1 })
  for (const file of steps.files) await writeFile(join(folder, file.name), file.text)
  const { program, args } = mainProcess(steps)
  await run(program, [...args], { cwd: folder })
  const parsed = fioEngine.parse({
    outputs: { 'output.json': await readFile(join(folder, 'output.json'), 'utf8') },
    exitCode: 0,
    request: { workload, runName: 'bare', phase: 'measure', seed: 1 },
  })
  if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
  return iopsOf(scalarsOf(parsed.observations))
}

/** IOPS of the same job started from the app, with its live view showing. */
async function observed(count: number): Promise<number> {
  const { window } = test
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await window.getByTestId('start-campaign').click()
  await window.getByTestId('confirm-start').click()
  await window.getByTestId('campaign-state').getByText('Running').waitFor()
  await window.getByTestId('campaign-state').getByText('Done').waitFor({ timeout: 60_000 })
  const review = openReview(join(folder, 'null.benchwright'), { mode: 'read' })
  try {
    const campaigns = review.campaigns()
    expect(campaigns).toHaveLength(count)
    const rows = [...review.rows({ campaignIds: [campaigns[count - 1]?.id ?? 0], metrics: ['iops'] })]
    return iopsOf(rows)
  } finally {
    review.close()
  }
}

function iopsOf(rows: readonly { metric: string; direction: string; value: number }[]): number {
  const row = rows.find(({ metric, direction }) => metric === 'iops' && direction === 'total')
  if (!row) throw new Error('There are no total IOPS.')
  return row.value
}

it('takes little from the engine it watches', async () => {
  const [bareIops, observedIops]: [number[], number[]] = [[], []]
  for (let pair = 1; pair <= pairs; pair++) {
    bareIops.push(await bare())
    observedIops.push(await observed(pair))
  }
  console.log(
    `observer effect: ${pairedRatio(bareIops, observedIops)} of bare fio's null-engine IOPS (${Math.round(median(observedIops))} against ${Math.round(median(bareIops))}, medians; wanted: at least 0.97)`,
  )
})
