import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, failureLines, sum, tally, tallyReport } from '../../scripts/check/tally.mjs'

const report = (numbers: object, testResults: object[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...numbers,
  testResults,
})

test('tests are counted by how they ended', () => {
  expect(
    tally(report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })),
  ).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    failures: [],
  })
})

test('a file that could not be loaded is a failure, though it holds no test', () => {
  const broken = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
  const counted = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] }
  expect(tally(report({ numFailedTests: 1 }, [broken, counted])).failed).toBe(2)
})

test('a missing report is a failure', async () => {
  expect(await tallyReport('/nonexistent/report.json')).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['/nonexistent/report.json: no report'],
  })
})

test('the end of the output names what failed and the first line of why', () => {
  const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const total = tally(
    report({ numFailedTests: 1 }, [
      {
        name: file('tests/a.test.ts'),
        status: 'failed',
        message: 'no such module\n  at a',
        assertionResults: [],
      },
      {
        name: file('tests/b.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'b holds', status: 'passed', failureMessages: [] },
          {
            fullName: 'b fails',
            status: 'failed',
            failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n  at b'],
          },
        ],
      },
    ]),
  )
  expect(failureLines(total)).toEqual([
    '✗ tests/a.test.ts: no such module',
    '✗ tests/b.test.ts b fails: AssertionError: expected 1 to be 2',
  ])
})

test('a report is read from its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'unit.json')
  await writeFile(path, JSON.stringify(report({ numPassedTests: 3 })))
  expect(await tallyReport(path)).toEqual({ passed: 3, failed: 0, skipped: 0, failures: [] })
})

test('the closing line names skipped tests only where there are any', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0, failures: [] },
    { passed: 4, failed: 1, skipped: 0, failures: ['lint'] },
  ])
  expect(closingLine(total)).toBe('7 passed, 1 failed')
  expect(closingLine({ ...total, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped')
})
