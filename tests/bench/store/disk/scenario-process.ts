import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from '../../../../src/core/iterables'
import { createReview } from '../../../../src/bench/store/create-review'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import { writeFileWhole } from '../../../../src/bench/files/write-file-whole'
import { sampleImport } from '../sample-import'
import { sampleCampaign, samplePlan, sampleResult, sampleStart } from '../sample-results'
import { exportedText, type Step } from './kept'

// Started by the tests in this folder, under disk-shim.c. Makes one kind of change after the other in the given folder,
// and prints "done STEP" after each, or "failed STEP ID" with the id of the error. A step that failed is tried once
// more; one with a failed earlier step is not tried.
const [folder = ''] = process.argv.slice(2)
let open: ReviewWriter | undefined
let old: ReviewWriter | undefined

function review(): ReviewWriter {
  if (!open) throw new Error('The file was not created.')
  return open
}

function runId(position: number): number {
  return review().runs(1)[position]?.id ?? 0
}

function storeResult(position: number): void {
  const id = runId(position)
  if (review().run(id)?.state === 'waiting') review().startRun(id, sampleStart)
  if (review().finishRuns([[id, sampleResult(1000 + position)]]) === 0)
    throw new Error(`Run ${id} had a result.`)
}

function openOld(): ReviewWriter {
  const file = openReview(join(folder, 'old.benchwright'), { mode: 'write' })
  if (!isWriter(file)) throw new Error('The older file cannot be written.')
  return file
}

const steps: readonly (readonly [step: Step, needs: Step | undefined, work: () => unknown])[] = [
  ['create', undefined, () => (open = createReview(join(folder, 'review.benchwright')))],
  ['plan', 'create', () => review().savePlan(samplePlan)],
  ['campaign', 'create', () => review().createCampaign(sampleCampaign())],
  ['run', 'campaign', () => storeResult(1)],
  ['another run', 'campaign', () => storeResult(2)],
  ['import', 'campaign', () => finish(review().importCampaigns([sampleImport()]))],
  [
    'figure',
    'create',
    () =>
      review().saveFigure({ name: 'F', settings: { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' } }),
  ],
  ['exclusion', 'run', () => review().excludeRun(runId(1), 'the fan had stopped')],
  ['migrate', undefined, () => (old = openOld())],
  ['change of the older file', undefined, () => (old ??= openOld()).describe('changed', '')],
  ['copy', 'exclusion', () => review().copyTo(join(folder, 'copy.benchwright'))],
  ['export', undefined, () => writeFileWhole(join(folder, 'table.csv'), exportedText)],
]

async function attempt(step: Step, work: () => unknown): Promise<boolean> {
  try {
    await work()
    writeSync(1, `done ${step}\n`)
    return true
  } catch (error) {
    const id = error instanceof Error && 'id' in error ? String(error.id) : String(error)
    writeSync(1, `failed ${step}: ${id}\n`)
    return false
  }
}

async function main(): Promise<void> {
  const done = new Set<Step>()
  for (const [step, needs, work] of steps) {
    if (needs !== undefined && !done.has(needs)) writeSync(1, `failed ${step}: not tried\n`)
    else if ((await attempt(step, work)) || (await attempt(step, work))) done.add(step)
  }
  open?.close()
  old?.close()
}

void main()
