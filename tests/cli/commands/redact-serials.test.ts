import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openForWriting } from '../../../src/bench/store/open-review'
import { compare } from '../../../src/cli/commands/compare'
import { exportCommand } from '../../../src/cli/commands/export'
import { report } from '../../../src/cli/commands/report'
import { sampleCampaign, samplePlan, sampleResult } from '../../bench/store/sample-results'
import { runCaptured } from '../capture-output'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-redact-'))
  file = join(folder, 'drives.benchwright')
  const review = createReview(file)
  for (const [index, scheduler] of ['none', 'kyber'].entries()) {
    const plan = { ...samplePlan, id: scheduler, repetitions: 5 }
    const id = review.createCampaign(sampleCampaign(plan, scheduler))
    const device = { name: 'nvme0n1', scheduler, serial: `S6Z2NJ0W00000${String(index)}` }
    review.setHostRecord(id, { name: 'bench-1', device, raw: {} }, '3.33')
    const runs = review.runs(id).filter((run) => run.phase === 'measure')
    review.finishRuns(
      runs.map(({ id: runId, repetition }) => [
        runId,
        { ...sampleResult(1000 + index + repetition), rawOutputs: [] },
      ]),
    )
  }
  review.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sides = ['--baseline', 'scheduler=none', '--candidate', 'scheduler=kyber', '--metric', 'iops']

test('a comparison replaces names of drives with stand-ins on request', async () => {
  const open = await runCaptured(compare, file, ...sides)
  expect(open.stderr).toContain('S6Z2NJ0W000000 → S6Z2NJ0W000001')
  const redacted = await runCaptured(compare, file, ...sides, '--redact-serials', '--csv')
  expect(redacted.stderr).toContain('serial 1 (redacted) → serial 2 (redacted)')
  expect(redacted.stdout + redacted.stderr).not.toContain('S6Z2NJ0W')
  expect(redacted.status).toBe(0)
})

test('so does an exported figure, and it shows the same numbers', async () => {
  const exported = async (name: string, ...more: readonly string[]) => {
    const out = join(folder, name)
    const { status, stderr } = await runCaptured(
      exportCommand,
      ...[file, '--figure', 'comparison', ...sides, '--out', out, ...more],
    )
    expect(status, stderr).toBe(0)
    return readFileSync(out, 'utf8')
  }
  const open = await exported('open.json')
  const redacted = await exported('redacted.json', '--redact-serials')
  expect(open).toContain('S6Z2NJ0W000001')
  expect(redacted).toBe(
    open
      .replaceAll('S6Z2NJ0W000000', 'serial 1 (redacted)')
      .replaceAll('S6Z2NJ0W000001', 'serial 2 (redacted)'),
  )
})

test('so do the texts of a document', async () => {
  const review = openForWriting(file)
  const serial = 'S6Z2NJ0W000000'
  review.documents.save(
    {
      ...{ name: 'D', title: `Drive ${serial}`, author: '', template: 'empty' },
      blocks: [{ id: 'a', type: 'text', markdown: `The serial number is ${serial}.` }],
    },
    undefined,
  )
  review.close()
  const out = join(folder, 'article.md')
  const written = await runCaptured(report, file, '--out', out, '--redact-serials', '--json')
  expect(written.status, written.stderr).toBe(0)
  const text = readFileSync(out, 'utf8')
  expect(text).toContain('# Drive serial 1 (redacted)')
  expect(text).toContain('The serial number is serial 1 (redacted).')
})
