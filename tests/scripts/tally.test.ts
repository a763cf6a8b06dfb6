import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, closingLines, failure, readTally, sum } from '../../scripts/check/tally.mjs'

test('a missing report is a failure', async () => {
  expect(await readTally('/nonexistent/report.json')).toEqual(failure('/nonexistent/report.json: no report'))
})

test('a report is read from its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'unit.json')
  const tally = { passed: 3, failed: 0, skipped: 1, failures: [], retried: ['a.test.ts > a: busy'] }
  await writeFile(path, JSON.stringify(tally))
  expect(await readTally(path)).toEqual(tally)
})

test('the end of the output names what needed another try, what failed, and the numbers', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0, failures: [], retried: ['a.test.ts > a: no port'] },
    { passed: 4, failed: 1, skipped: 0, failures: ['b.test.ts > b: expected 1 to be 2'], retried: [] },
    failure('lint'),
  ])
  expect(closingLines(total)).toEqual([
    'needed another try: a.test.ts > a: no port',
    '✗ b.test.ts > b: expected 1 to be 2',
    '✗ lint',
  ])
  expect(closingLine(total)).toBe('7 passed, 2 failed')
})

test('the closing line names skipped tests only if there are any', () => {
  expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped')
})
