import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { importCommand } from '../../../src/cli/commands/import'
import type { ImportReport } from '../../../src/core/contract/import-requests'
import { runAnswered, runCaptured } from '../capture-output'

const fio = (name: string) => join('tests/fixtures/fio-3.33', `${name}.out`)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-import-'))
  file = join(folder, 'review.benchwright')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

async function imported(...args: readonly string[]) {
  const outcome = await runCaptured(importCommand, file, ...args, '--json')
  return { ...outcome, report: JSON.parse(outcome.stdout || '{}') as ImportReport }
}

describe('benchwright import', () => {
  test('creates the results file, and adds to it the next time', async () => {
    const first = await imported(fio('mix'), '--configuration', 'kernel A', '--device', 'Drive')
    expect(first.status).toBe(0)
    expect(first.report.campaigns).toMatchObject([
      { id: 1, configuration: 'kernel A', device: 'Drive', runs: 1 },
    ])
    const second = await imported('resources/published/tpcc-notpm.csv')
    expect(second.status).toBe(0)
    const review = openReview(file, { mode: 'read' })
    expect(review.campaigns().map(({ id, source }) => [id, source])).toEqual([
      [1, 'imported'],
      [2, 'published'],
      [3, 'published'],
    ])
    expect(review.check()).toEqual([])
    review.close()
  })

  test('asks the person at the terminal for drives that no file names', async () => {
    const questions: string[] = []
    const answered = (...answers: readonly (string | undefined)[]) =>
      runAnswered(
        importCommand,
        (question) => Promise.resolve(answers[questions.push(question) - 1]),
        file,
        'tests/fixtures/imports/two-drives-one-folder',
      )
    const named = await answered('S790', '')
    expect(questions).toEqual([
      'Fanxiang-S790.txt (12 runs), drive [Fanxiang-S790]: ',
      'GW560-128GB.txt (8 runs), drive [GW560-128GB]: ',
    ])
    expect(named.stdout).toContain('(S790): 12 runs')
    expect(named.stdout).toContain('(GW560-128GB): 8 runs')
    rmSync(file)
    questions.length = 0
    expect((await answered('One', 'One')).stdout).toContain('(One): 20 runs')
    rmSync(file)
    // The end of input is no answer to the rest.
    questions.length = 0
    expect((await answered(undefined)).stdout).toContain('(Fanxiang-S790): 12 runs')
    expect(questions).toHaveLength(1)
  })

  test('asks for the unit of numbers that state none', async () => {
    const blocks = 'tests/fixtures/imports/iozone-spreadsheet-blocks.txt'
    const alone = await runCaptured(importCommand, file, blocks, '--device', 'Drive')
    expect(alone.stdout).toContain('does not state the unit of its numbers')
    expect(alone.stdout).toContain('--unit kB/s, --unit ops/s or --unit us/op')
    expect([alone.status, existsSync(file)]).toEqual([2, false])
    const questions: string[] = []
    const answers = ['MB/s', 'ops/s', 'S790']
    const asked = await runAnswered(
      importCommand,
      (question) => Promise.resolve(answers[questions.push(question) - 1]),
      ...[file, blocks],
    )
    expect(questions).toEqual([
      `${resolve(blocks)} (56 runs), unit: `,
      'kB/s, ops/s, us/op: ',
      'iozone-spreadsheet-blocks.txt (56 runs), drive [not named]: ',
    ])
    expect(asked.stderr).toContain('operations per second (-O)')
    expect(asked.stdout).toContain('(S790): 56 runs')
    const review = openReview(file, { mode: 'read' })
    expect(new Set([...review.rows({})].map(({ metric }) => metric))).toEqual(new Set(['iops']))
    review.close()
    rmSync(file)
    // Without an answer the file is left out, and the others are not.
    const left = await runAnswered(importCommand, () => Promise.resolve(''), file, blocks, fio('mix'))
    expect(left.stdout).toContain('does not state the unit')
    expect(left.stdout).toContain('1 run')
    expect(left.status).toBe(1)
    rmSync(file)
    const { status, report } = await imported(blocks, '--unit', 'us/op')
    expect([status, report.campaigns[0]?.runs, report.taken[0]?.runs]).toEqual([0, 56, 56])
    expect((await runCaptured(importCommand, file, blocks, '--unit', 'MB/s')).stderr).toContain(
      'none of kB/s',
    )
  })

  test('names a column by its position if its heading has an equals sign', async () => {
    const path = join(folder, 'table.csv')
    writeFileSync(path, 'test,block size,bw=mean\nwrite,4k,100\n')
    const { stdout } = await runCaptured(importCommand, file, path)
    expect(stdout).toContain("--map '#3=mean:METRIC:UNIT'")
    const mapped = await imported(path, '--map', '#3=mean:bandwidth:MB/s')
    expect(mapped.report.campaigns).toMatchObject([{ publishedResults: 1 }])
  })

  test('tells drives apart that no file names, says by what, and asks', async () => {
    const servers = 'tests/fixtures/imports/two-servers'
    const { status, stdout } = await runCaptured(importCommand, file, servers)
    expect(status).toBe(0)
    expect(stdout).toContain('"do-5bucks-ubuntu" (do-5bucks-ubuntu): 5 runs')
    expect(stdout).toContain('each folder became a drive of its own')
    expect(stdout).toContain('--device-from NAME')
    rmSync(file)
    const one = await imported(servers, '--device-from', 'Volume')
    expect(one.report.campaigns).toMatchObject([{ device: 'Volume', runs: 8 }])
    rmSync(file)
    const both = await runCaptured(importCommand, file, servers, '--device', 'A', '--device-from', 'folder')
    expect(both.status).toBe(2)
  })

  test('describes what it imported and what it skipped', async () => {
    const { status, stdout } = await runCaptured(importCommand, file, fio('mix'), fio('no-space'))
    expect(status).toBe(1)
    expect(stdout).toMatch(/^took {5}.*mix\.out: fio 3\.33, 1 run$/m)
    expect(stdout).toMatch(/^skipped {2}.*no-space\.out: The file system is full/m)
    expect(stdout).toMatch(/"mix" \(vda\): 1 run \(--campaign 1\)$/m)
  })

  test('refuses a table with ambiguous numbers, and names the column and the option', async () => {
    const table = join(folder, 'mine.csv')
    writeFileSync(table, 'test;iops\nwrite;610.000\nread;20.500\n')
    const open = await runCaptured(importCommand, file, table)
    expect(open.status).toBe(2)
    expect(open.stdout).toContain(
      `mine.csv, iops: "610.000" can be read in two ways, as 610 or as 610000. Say which is its decimal mark: --numbers 'iops=point' or --numbers 'iops=comma'.`,
    )
    expect(existsSync(file)).toBe(false)
    expect((await imported(table, '--numbers', 'iops=comma')).status).toBe(0)
    const review = openReview(file, { mode: 'read' })
    expect(review.published().map(({ value }) => value)).toEqual([
      { kind: 'summary', mean: 610_000, form: { unit: 'IOPS', factor: 1, decimals: 0 } },
      { kind: 'summary', mean: 20_500, form: { unit: 'IOPS', factor: 1, decimals: 0 } },
    ])
    review.close()
  })

  test('asks for the test of a table that names none', async () => {
    const table = join(folder, 'mine.csv')
    writeFileSync(table, 'device,iops\nA,610\n')
    const open = await runCaptured(importCommand, file, table)
    expect(open.status).toBe(2)
    expect(open.stdout).toContain(
      'mine.csv: It does not say which test it is of: no column does. Name it with --test, for example --test random-write.',
    )
    expect((await imported(table, '--test', 'random-write')).status).toBe(0)
  })

  test('names the columns of a table that it leaves out, except those ignored by request', async () => {
    const table = join(folder, 'mine.csv')
    writeFileSync(table, 'test,iops,colour,shelf,empty\nwrite,610,red,3,\n')
    const { status, stdout } = await runCaptured(importCommand, file, table)
    expect(status).toBe(0)
    expect(stdout).toContain(
      'mine.csv, columns colour, shelf: Their headings do not say what they hold, so they were left out. Say what each holds with --map COLUMN=ROLE, or leave it out with --map COLUMN=ignore.',
    )
    rmSync(file)
    const asked = await imported(table, '--map', 'Colour=ignore', '--map', '#4=level:queue_depth')
    expect(asked.report.skipped).toEqual([])
  })

  test('does not list every file of a folder that contains no result', async () => {
    copyFileSync(fio('mix'), join(folder, 'a.json'))
    for (let at = 0; at < 10; at += 1) writeFileSync(join(folder, `note-${at}.txt`), `note ${at}`)
    const { status, stdout } = await runCaptured(importCommand, file, folder)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^skipped {2}10 files that hold no results\.$/m)
    expect(stdout.split('\n')).toHaveLength(4)
  })

  test('creates no file for nothing', async () => {
    const { status, report } = await imported(fio('no-space'))
    expect(status).toBe(2)
    expect(report.skipped).toHaveLength(1)
    expect(existsSync(file)).toBe(false)
  })

  test('succeeds if everything already exists', async () => {
    await imported(fio('mix'))
    const { status, report } = await imported(fio('mix'))
    expect(status).toBe(0)
    expect(report.skipped[0]).toMatchObject({ kind: 'known-already' })
    const review = openReview(file, { mode: 'read' })
    expect(review.campaigns()).toHaveLength(1)
    review.close()
  })

  test('maps the columns of a table', async () => {
    const csv = join(folder, 'mine.csv')
    writeFileSync(csv, 'depth,reads per s,sigma\n1,1000,10\n32,20000,100\n')
    const { status } = await imported(
      csv,
      ...['--map', 'reads per s=mean:iops', '--map', 'sigma=deviation', '--test', 'random-read'],
      ...['--set', 'block_size=4k', '--runs', '5', '--source', 'Lab book'],
    )
    expect(status).toBe(0)
    const review = openReview(file, { mode: 'read' })
    expect(review.published().map((one) => [one.levels, one.value])).toEqual([
      [
        { queue_depth: 1, block_size: 4096 },
        {
          kind: 'summary',
          mean: 1000,
          standardDeviation: 10,
          n: 5,
          form: { unit: 'IOPS', factor: 1, decimals: 0, deviationDecimals: 0 },
        },
      ],
      [
        { queue_depth: 32, block_size: 4096 },
        {
          kind: 'summary',
          mean: 20000,
          standardDeviation: 100,
          n: 5,
          form: { unit: 'IOPS', factor: 1, decimals: 0, deviationDecimals: 0 },
        },
      ],
    ])
    review.close()
  })

  test.each([
    [
      'a results file that is none',
      ['README.txt', 'x.json'],
      /README\.txt.*no such results file.*named \*\.benchwright/,
    ],
    ['no path', [], /PATH… is missing/],
    ['a number of runs that is none', ['x.json', '--runs', 'ten'], /--runs ten/],
    ['a parameter without a level', ['x.json', '--set', 'block_size'], /--set block_size.*no KEY=LEVEL/],
  ])('refuses %s', async (_what, args, words) => {
    const target = args[0] === 'README.txt' ? [] : [file]
    const { status, stderr } = await runCaptured(importCommand, ...target, ...args)
    expect(status).toBe(2)
    expect(stderr).toMatch(words)
  })

  test('refuses to write into a file that is not a results file', async () => {
    writeFileSync(file, 'hello')
    const { status, stderr } = await runCaptured(importCommand, file, fio('mix'))
    expect(status).toBe(2)
    expect(stderr).toMatch(/not a Benchwright/)
  })
})
