import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { compare } from '../../../src/cli/commands/compare'
import { benjaminiHochberg } from '../../../src/core/statistics/comparison/benjamini-hochberg'
import { compareCase } from '../../../src/core/statistics/comparison/compare-case'
import { sampleCampaign, samplePlan, sampleResult } from '../../bench/store/sample-results'
import { runCaptured } from '../capture-output'

const levels = [
  { block_size: 4096, read_percent: 100 },
  { block_size: 4096, read_percent: 50 },
  { block_size: 4096, read_percent: 0 },
  { block_size: 65536, read_percent: 100 },
  { block_size: 65536, read_percent: 0 },
]
const kernels = { 'kernel 6.1': '6.1.0-9-amd64', 'kernel 6.18': '6.18.0-1-amd64', 'kernel 6.19': '6.19.0' }

/** IOPS of a run: each case has its centre, each kernel its factor, each repetition its noise. */
function iopsOf(kernel: number, oneCase: number, repetition: number): number {
  const factor = [1, [1.1, 0.95, 1, 1.1, 1.002][oneCase] ?? 1, 1][kernel] ?? 1
  return 1000 * (oneCase + 1) * factor * (1 + 0.0004 * ((repetition * 7 + oneCase + kernel) % 5))
}

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-compare-'))
  file = join(folder, 'kernels.benchwright')
  const review = createReview(file)
  Object.entries(kernels).forEach(([configuration, kernel], index) => {
    const plan = {
      ...samplePlan,
      id: `plan-${index}`,
      repetitions: 6,
      base: { ...samplePlan.base, file_size: 2 ** (30 + index) },
    }
    const id = review.createCampaign(sampleCampaign(plan, configuration))
    review.setHostRecord(id, { name: 'bench-1', kernel, raw: {} }, '3.33')
    const runs = review.runs(id).filter((run) => run.phase === 'measure')
    review.finishRuns(
      runs.map(({ id: runId, repetition, levels: own }) => [
        runId,
        {
          ...sampleResult(
            iopsOf(
              index,
              levels.findIndex((one) => JSON.stringify(one) === JSON.stringify(own)),
              repetition,
            ),
          ),
          rawOutputs: [],
        },
      ]),
    )
  })
  review.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

type Row = Record<string, string | number | null>

async function rows(...args: readonly string[]): Promise<readonly Row[]> {
  const { status, stdout, stderr } = await runCaptured(compare, file, '--json', ...args)
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as Row[]
}

describe('benchwright compare', () => {
  test('prints one row per lined-up case with its statistics', async () => {
    const found = await rows(
      '--baseline',
      'kernel=6.1.0-9-amd64',
      '--candidate',
      'kernel=6.18',
      '--metric',
      'iops',
    )
    expect(found.map(({ block_size, read_percent }) => ({ block_size, read_percent }))).toEqual(levels)
    found.forEach((row, at) => {
      const runs = (kernel: number) =>
        [1, 2, 3, 4, 5, 6].map((repetition) => iopsOf(kernel, at, repetition) + 2 / 3)
      const expected = compareCase(runs(0), runs(1), { better: 'higher' })
      expect(row).toMatchObject({
        baseline: 'kernel 6.1.0-9-amd64',
        candidate: 'kernel 6.18',
        test: 'random-mix',
        direction: 'total',
        metric: 'iops',
        unit: 'IOPS',
        baseline_n: 6,
        candidate_n: 6,
      })
      expect(row.baseline_mean).toBeCloseTo(expected.baseline?.mean ?? NaN, 9)
      expect(row.candidate_deviation).toBeCloseTo(expected.candidate?.sd ?? NaN, 9)
      expect(row.difference_percent).toBeCloseTo(expected.differencePercent ?? NaN, 9)
      expect(row.low).toBeCloseTo(expected.lowPercent ?? NaN, 9)
      expect(row.high).toBeCloseTo(expected.highPercent ?? NaN, 9)
      expect(row.p).toBeCloseTo(expected.p ?? NaN, 12)
    })
    expect(found.map((row) => row.verdict)).toEqual(['better', 'worse', 'equivalent', 'better', 'equivalent'])
    expect(found.every((row) => typeof row.adjusted_p === 'number' && row.adjusted_p >= Number(row.p))).toBe(
      true,
    )
  })

  test('names on standard error what else differs, and the acceptance', async () => {
    const sides = ['--baseline', 'kernel=6.1.0-9-amd64', '--candidate', 'kernel=6.18']
    const plain = await runCaptured(compare, file, ...sides, '--csv')
    expect(plain.status).toBe(0)
    expect(plain.stderr).toContain('also different: file size (1\u202fGiB → 2\u202fGiB)\n')
    const accepted = await runCaptured(
      compare,
      file,
      ...sides,
      '--csv',
      '--accept',
      'Both exceed the memory.',
    )
    expect(accepted.stderr).toContain('(accepted: Both exceed the memory.)')
    const [found] = await rows(...sides)
    expect(found?.confounders).toBe('file_size')
    const named = await rows(...sides, '--factor', 'file_size')
    expect(named[0]?.confounders).toBeNull()
  })

  test('prints the same rows as CSV', async () => {
    const sides = ['--baseline', 'configuration=kernel 6.1', '--candidate', 'configuration=kernel 6.18']
    const { stdout } = await runCaptured(compare, file, ...sides, '--csv')
    const [header, ...lines] = stdout
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const found = await rows(...sides)
    expect(header).toEqual(Object.keys(found[0] ?? {}))
    expect(lines).toHaveLength(5)
    const place = header?.indexOf('difference_percent') ?? -1
    expect(lines.map((line) => Number(line[place]))).toEqual(found.map((row) => row.difference_percent))
  })

  test('compares every metric that has a better direction, each as a separate family', async () => {
    const sides = ['--baseline', 'configuration=kernel 6.1', '--candidate', 'configuration=kernel 6.18']
    const found = await rows(...sides, '--metric', 'all')
    const metrics = new Set(found.map((row) => row.metric))
    expect([...metrics]).toEqual(expect.arrayContaining(['bandwidth', 'iops', 'latency_mean']))
    for (const metric of metrics) {
      const own = await rows(...sides, '--metric', String(metric))
      expect(found.filter((row) => row.metric === metric)).toEqual(own)
      const adjusted = benjaminiHochberg(own.map((row) => (row.p === null ? undefined : Number(row.p))))
      expect(own.map((row) => row.adjusted_p)).toEqual(adjusted.map((p) => p ?? null))
      expect(new Set(own.map((row) => row.estimator))).toEqual(new Set(['ratio of means']))
    }
  })

  test.each([
    ['--test', 'tea', 'test "tea"', 'There are: random-mix'],
    ['--metric', 'transactions', 'transactions', 'bandwidth'],
    ['--metric', 'tea', 'There is no metric "tea"', 'bandwidth'],
  ])('lists what exists instead of %s %s', async (option, value, message, remedy) => {
    const sides = ['--baseline', 'configuration=kernel 6.1', '--candidate', 'configuration=kernel 6.18']
    const { status, stdout, stderr } = await runCaptured(compare, file, ...sides, option, value)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain(remedy)
  })

  test('compares several candidates as one family', async () => {
    const found = await rows(
      '--baseline',
      'configuration=kernel 6.1',
      '--candidate',
      'configuration=kernel 6.18',
      '--candidate',
      'configuration=kernel 6.19',
    )
    expect(found.map((row) => row.candidate)).toEqual([
      ...levels.map(() => 'kernel 6.18'),
      ...levels.map(() => 'kernel 6.19'),
    ])
  })

  test('follows mode, metric and direction', async () => {
    const sides = ['--baseline', 'configuration=kernel 6.1', '--candidate', 'configuration=kernel 6.18']
    const sigma = await rows(...sides, '--mode', 'sigma')
    expect(sigma.map((row) => row.verdict)).toEqual([
      'meaningful',
      'meaningful',
      'not meaningful',
      'meaningful',
      'meaningful',
    ])
    expect(sigma.every((row) => row.p === null && row.adjusted_p === null)).toBe(true)
    const latency = await rows(...sides, '--metric', 'lat', '--direction', 'read')
    expect(latency[0]).toMatchObject({ metric: 'latency_mean', direction: 'read', verdict: 'better' })
    expect(latency[0]?.difference_percent).toBeLessThan(0)
  })

  test('excludes runs with a reason', async () => {
    const sides = ['--baseline', 'configuration=kernel 6.1', '--candidate', 'configuration=kernel 6.18']
    const found = await rows(...sides, '--exclude', '2:the drive was trimming')
    expect(found[0]).toMatchObject({ baseline_n: 5, notes: '1 run left out by hand' })
    const { stderr } = await runCaptured(compare, file, ...sides, '--exclude', '99999:unknown')
    expect(stderr).toContain('note: 1 run to leave out is not among those compared')
  })

  test('is readable on a terminal, with the summary below', async () => {
    const { stdout } = await runCaptured(
      compare,
      file,
      '--baseline',
      'configuration=kernel 6.1',
      '--candidate',
      'configuration=kernel 6.18',
    )
    expect(stdout).toContain('block_size')
    expect(stdout).toContain('+9.')
    // Sizes are exact, and the means have the digits that their intervals justify: the half width of 4,096,000 B/s is
    // 3,400 or so.
    expect(stdout).toMatch(/^ *4\u202fKiB +100\u202f% +\d\.\d{4}\u202fMB\/s +\d\.\d{4}\u202fMB\/s /m)
    expect(stdout).toMatch(/ ratio of means +<\u202f0\.001 +better/)
    expect(stdout).toContain(
      'kernel 6.18 against kernel 6.1 (= 0\u202f%), bandwidth, 5 cases: 2 better by more than 1\u202f%, 1 worse',
    )
  })

  test.each([
    [['--candidate', 'campaign=2'], '--baseline is missing'],
    [['--baseline', 'campaign=1'], '--candidate is missing'],
    [
      ['--baseline', 'campaign=1', '--baseline', 'campaign=2', '--candidate', 'campaign=3'],
      'cannot be read against each other',
    ],
    [['--baseline', 'campaign', '--candidate', 'campaign=2'], 'KEY=VALUE'],
    [['--baseline', 'campaign=1', '--candidate', 'campaign=9'], 'No campaign has campaign=9.'],
    [
      ['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--mode', 'magic'],
      'Choose one of default, sigma, robust',
    ],
    [
      ['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--metric', 'tea'],
      'There is no metric "tea"',
    ],
    [['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--margin', 'wide'], 'not a percentage'],
    [['--baseline', 'campaign=1', '--candidate', 'campaign=2', '--exclude', '2'], 'by its id and the reason'],
  ])('refuses %j with exit status 2', async (args, text) => {
    const { status, stdout, stderr } = await runCaptured(compare, file, '--json', ...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(text)
  })

  test("accepts the engine's own name of an axis, and reports when nothing lines up", async () => {
    const one = await rows('--baseline', 'campaign=1,bs=4k', '--candidate', 'campaign=1,bs=64k')
    expect(one.map((row) => row.read_percent)).toEqual([100, 0])
    const { status, stdout, stderr } = await runCaptured(
      compare,
      file,
      '--json',
      '--baseline',
      'campaign=1',
      '--candidate',
      'campaign=2',
      '--direction',
      'trim',
    )
    expect(status, stderr).toBe(1)
    expect(JSON.parse(stdout)).toEqual([])
    expect(stderr).toContain('no case was measured on both sides')
  })
})
