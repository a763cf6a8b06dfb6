import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openForWriting } from '../../../src/bench/store/open-review'
import { suiteNew, suiteRun } from '../../../src/cli/commands/suite'
import { runCaptured } from '../capture-output'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-suite-'))
  vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const cannotRun =
  /The plan “Full drive review: Used capacity[^”]*” cannot run: target: Only a folder or raw device/g

it('numbers the plans of a suite that is added a second time', async () => {
  const file = join(folder, 'drive.benchwright')
  const quick = ['--suite', 'quick-look', '--target', folder]
  await runCaptured(suiteNew, file, ...quick)
  expect((await runCaptured(suiteNew, file, ...quick)).stdout).toMatch(/^Quick look \(2\): /)
  const review = openForWriting(file)
  expect(review.summary().plans.map(({ name }) => name)).toEqual(['Quick look', 'Quick look (2)'])
  review.close()
})

it('names no new results file in a way under which nobody would find it', async () => {
  const file = join(folder, 'drive.txt')
  const refused = await runCaptured(suiteNew, file, '--suite', 'quick-look', '--target', folder)
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('must be named *.benchwright')
  expect(existsSync(file)).toBe(false)
})

it.each(['runtime', 'size'])('names --%s if its value cannot be read', async (option) => {
  const file = join(folder, 'drive.benchwright')
  const given = [file, '--suite', 'quick-look', '--target', folder, `--${option}`, '1x']
  expect((await runCaptured(suiteNew, ...given)).stderr).toContain(`--${option} 1x: `)
})

it('reports the total cost of all plans of a suite, and at once which of them cannot run', async () => {
  const file = join(folder, 'drive.benchwright')
  const full = ['--suite', 'full-drive', '--size', '64M', '--runtime', '1s', '--repetitions', '1']
  const inFolder = await runCaptured(suiteNew, file, ...full, '--target', folder)
  expect(inFolder).toMatchObject({ status: 0, stderr: '' })
  expect(inFolder.stdout).toMatch(/Together: 141 runs, about /)

  const other = join(folder, 'other.benchwright')
  const inFile = await runCaptured(suiteNew, other, ...full, '--target', join(folder, 'data.bin'))
  expect(inFile.status).toBe(1)
  expect(inFile.stderr.match(cannotRun)).toHaveLength(1)

  // Only that plan is left: nothing is measured, and it is named once.
  const review = openForWriting(other)
  for (const { id, name } of review.summary().plans)
    if (!name.includes('Used capacity')) review.deletePlan(id)
  review.close()
  const run = await runCaptured(suiteRun, other, '--document', 'none')
  expect(run.status).toBe(1)
  expect(run.stderr.match(cannotRun)).toHaveLength(1)
  expect(run.stdout).toBe('')
})
