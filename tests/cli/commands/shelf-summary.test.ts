import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { importFiles } from '../../../src/bench/import/import-files'
import { shelfIndex, shelfList, shelfSearch } from '../../../src/cli/commands/shelf'
import { summary } from '../../../src/cli/commands/summary'
import { take } from '../../../src/cli/commands/take'
import { runCaptured } from '../capture-output'

const mix = 'resources/samples/fio-read-write-mix.benchwright'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-shelf-summary-'))
  vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('shelf index counts what it read separately from what cannot be read', async () => {
  copyFileSync(mix, join(folder, 'mix.benchwright'))
  writeFileSync(join(folder, 'foreign.benchwright'), 'a shopping list')
  const first = await runCaptured(shelfIndex, folder)
  expect(first.stdout).toContain('2 files, 1 campaign; 1 file new or changed, 1 not readable.')
  expect(first.stderr).toBe(
    'not read: foreign.benchwright is not a Benchwright results file. Only its name ends like one: open a backup, or find out what wrote it. The output of a benchmark is imported, not opened.\n',
  )
  const again = await runCaptured(shelfIndex, folder)
  expect(again.stdout).toContain('; 0 files new or changed, 1 not readable.')
})

it('shelf list says one run of a campaign that has one', async () => {
  const one = join(folder, 'one.benchwright')
  const review = createReview(one)
  await importFiles(review, ['tests/fixtures/fio-3.33/mix.out'], {})
  review.close()
  expect((await runCaptured(shelfList, folder)).stdout).toMatch(/ 1 run {2}/)
  expect((await runCaptured(take, join(folder, 'two.benchwright'), '--from', one)).stdout).toMatch(
    /^took {3}"mix": 1 run \(--campaign 1 here\)$/m,
  )
})

it('shelf list dates printed campaigns by the year of their publication, or not at all', async () => {
  for (const sample of ['sandforce-throughput', 'sandforce-iops'])
    copyFileSync(`resources/samples/${sample}.benchwright`, join(folder, `${sample}.benchwright`))
  const { stdout } = await runCaptured(shelfList, folder)
  expect(stdout).toMatch(/ iozone +2011 +12 printed /)
  expect(stdout).toMatch(/ iozone +10 printed /)
  const found = (await runCaptured(shelfSearch, folder, '2026-01-01', '--json')).stdout
  expect(JSON.parse(found)).toMatchObject({ files: 2, campaigns: [] })
})

it('summary names the one of several campaigns that it describes', async () => {
  const file = join(folder, 'two.benchwright')
  for (const other of ['resources/samples/tpcc-servers.benchwright', mix])
    await runCaptured(take, file, '--from', other)
  const chosen = await runCaptured(summary, file)
  expect(chosen.stderr).toContain('this is “virtual disk”, the last one with numbers')
  expect((await runCaptured(summary, file, '--campaign', '3')).stderr).toBe('')
  expect((await runCaptured(summary, mix)).stderr).toBe('')
})
