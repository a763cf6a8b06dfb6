import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execFile } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readTally } from '../../scripts/check/tally.mjs'

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

test('a tally names what failed, what could not be started and what needed another try', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-tally-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const report = join(folder, 'reports', 'unit.json')
  const args = [
    inRoot('node_modules/vitest/vitest.mjs'),
    ...['run', '--retry=1', `--root=${inRoot('tests/scripts/tally-reporter')}`],
    `--reporter=${inRoot('scripts/check/tally-reporter.mjs')}`,
  ]
  const env = { ...process.env, BENCHWRIGHT_TALLY: report }
  const code = await new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error) => resolve(error?.code ?? 0))
  })
  expect(code).toBe(1)
  const tally = await readTally(report)
  expect(tally).toMatchObject({ passed: 4, failed: 4 })
  expect([...tally.failures].sort()).toEqual([
    'broken.fixture.ts: cannot be loaded',
    `kinds.fixture.ts > a part: no set-up`,
    `kinds.fixture.ts > fails: expected 'one\\ntwo' to be 'three' // Object.is equality`,
    'unhandled: left to nobody',
  ])
  expect(tally.retried).toEqual([
    'kinds.fixture.ts > passes at its second try: expected 1 to be 2 // Object.is equality',
    "kinds.fixture.ts > waits in vain at its first try: locator.click: Timeout 60000ms exceeded. Waiting for getByTestId('undo') (see test-results/evidence/waits)",
  ])
})
