import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { exportCommand } from '../../../src/cli/commands/export'
import { sampleCampaign, samplePlan, sampleResult } from '../../bench/store/sample-results'
import { runCaptured } from '../capture-output'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-export-'))
  file = join(folder, 'schedulers.benchwright')
  const review = createReview(file)
  for (const scheduler of ['none', 'kyber']) {
    const plan = { ...samplePlan, id: scheduler, repetitions: 5 }
    const id = review.createCampaign(sampleCampaign(plan, scheduler))
    const device = { name: 'nvme0n1', scheduler }
    review.setHostRecord(
      id,
      { name: 'bench-1', kernel: scheduler === 'none' ? '6.1' : '6.18', device, raw: {} },
      '3.33',
    )
    const runs = review.runs(id).filter((run) => run.phase === 'measure')
    const factor = scheduler === 'none' ? 1 : 1.05
    review.finishRuns(
      runs.map(({ id: runId, repetition }) => [
        runId,
        { ...sampleResult(1000 * factor * (1 + 0.001 * repetition)), rawOutputs: [] },
      ]),
    )
  }
  review.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sides = ['--baseline', 'scheduler=none', '--candidate', 'scheduler=kyber']

test('percentages are exported once the other differences are accepted in writing', async () => {
  const out = join(folder, 'difference.svg')
  const figure = [file, '--figure', 'percent-difference', ...sides, '--metric', 'iops', '--out', out]
  const refused = await runCaptured(exportCommand, ...figure)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain('kernel (6.1 → 6.18)')
  expect(refused.stderr).toContain('Write why that is acceptable')
  expect(refused.stderr).toContain('The option is --accept TEXT.')
  const done = await runCaptured(exportCommand, ...figure, '--accept', 'Both kernels ran the same drive.')
  expect([done.status, done.stdout.trim()]).toEqual([0, out])
  const svg = readFileSync(out, 'utf8').replace(/<[^>]*>\s*/g, ' ')
  expect(svg).toContain('IOPS: I/O scheduler kyber against I/O scheduler none')
  expect(svg).toContain('Both kernels ran the same drive.')
})

test('bars need no acceptance; the numbers come as CSV with every run', async () => {
  const out = join(folder, 'bars.csv')
  const { status, stderr } = await runCaptured(
    exportCommand,
    file,
    '--figure',
    'comparison',
    ...sides,
    '--out',
    out,
  )
  expect(status, stderr).toBe(0)
  const lines = readFileSync(out, 'utf8').trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[0]).toContain('baseline_run_5')
})

test('sides use the given names', async () => {
  const out = join(folder, 'named.md')
  const figure = [file, '--figure', 'comparison-table', ...sides, '--accept', 'Same drive.', '--out', out]
  const done = await runCaptured(
    exportCommand,
    ...figure,
    ...['--baseline-name', 'Drive A', '--candidate-name', 'Drive B'],
  )
  expect(done.status, done.stderr).toBe(0)
  expect(readFileSync(out, 'utf8')).toContain('Drive B against Drive A')
  const many = await runCaptured(exportCommand, ...figure, '--candidate-name', 'B', '--candidate-name', 'C')
  expect(many.status).toBe(2)
  expect(many.stderr).toContain('--candidate-name is given 2 times for 1 candidate.')
})

test('a comparison without sides is refused with what to name', async () => {
  const { status, stderr } = await runCaptured(
    exportCommand,
    file,
    '--figure',
    'comparison',
    '--out',
    join(folder, 'x.svg'),
  )
  expect(status).toBe(2)
  expect(stderr).toContain('export: --baseline is missing.')
})
