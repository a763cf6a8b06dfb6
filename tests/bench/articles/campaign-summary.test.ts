import { expect, it, vi } from 'vitest'
import { articleSentences, campaignSentences } from '../../../src/core/document/campaign-summary'
import { measuredCases } from '../../../src/bench/articles/measured-cases'
import { resultCard } from '../../../src/core/document/result-card'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { CampaignDetail } from '../../../src/core/results/campaign/campaign'
import { qualifies, type Reservation } from '../../../src/core/results/reservation'
import type { RunSummary } from '../../../src/core/results/run'

const plan = newPlan(
  { id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } },
  {
    name: 'Quick look',
    axes: [
      { key: 'pattern', levels: ['sequential-read', 'random-read'] },
      { key: 'block_size', levels: [4096, 1024 ** 2] },
    ],
  },
)
let id = 0
const noon = Date.UTC(2026, 10, 22, 12)
function run(pattern: string, block: number, iops: number, more: Partial<RunSummary> = {}): RunSummary {
  return {
    ...{ id: (id += 1), campaignId: 1, phase: 'measure', caseKey: `${pattern} ${block}`, position: id },
    ...{
      levels: { pattern, block_size: block },
      repetition: 1,
      state: 'done',
      failure: undefined,
      warnings: [],
    },
    ...{ startedAtMs: noon, finishedAtMs: noon + 60_000, headline: { iops, bandwidth: iops * block } },
    ...more,
  }
}
const runs = [
  ...[900, 1000, 1100].map((iops) => run('random-read', 4096, iops)),
  ...[99, 100, 101].map((iops) => run('sequential-read', 1024 ** 2, iops)),
]
const campaign = (all: readonly RunSummary[]): CampaignDetail => ({
  ...{
    id: 1,
    planId: 'p',
    name: 'Quick look',
    configuration: '',
    host: 'lab',
    device: 'Example 1 TB (nvme0n1)',
  },
  ...{ target: plan.target, engine: 'fio', engineVersion: '3.33', source: 'measured', state: 'done' },
  ...{ runsByState: {}, publishedResults: 0, createdAtMs: 1, finishedAtMs: Date.UTC(2026, 10, 22, 12) },
  ...{
    plan,
    hostRecord: { name: 'lab', kernel: '6.18', raw: {} },
    log: [],
    calibrations: [],
    importedFiles: [],
  },
  runs: all,
})

it('lists cases in the order of the plan, each with the metric it is known by', () => {
  const bySize = measuredCases(campaign(runs), true)
  expect(bySize.map(({ label, metric, found }) => [label, metric.id, found.values.length])).toEqual([
    ['Sequential read · 1\u202fMiB', 'bandwidth', 3],
    ['Random read · 4\u202fKiB', 'iops', 3],
  ])
})

it('summarises in five sentences the findings, their certainty, and that all went well', () => {
  const one = campaign(runs)
  expect(campaignSentences(one, measuredCases(one))).toEqual([
    '“Quick look” measured 2 cases in 6 runs on Example 1 TB (nvme0n1) in lab on 22 November 2026.',
    'The highest mean bandwidth was 104.9\u202fMB/s (95\u202f% interval 102.3 to 107.5\u202fMB/s), in the case “Sequential read, 1\u202fMiB”.',
    'The lowest was 4.1\u202fMB/s (95\u202f% interval 3.1 to 5.1\u202fMB/s), in the case “Random read, 4\u202fKiB”.',
    'Half of the means are known to within ±14\u202f% (95\u202f% confidence); the widest interval is ±25\u202f%, in the case “Random read, 4\u202fKiB”.',
    'All runs finished without a warning.',
  ])
})

it('lists what is known against cases once, those of the same cases together', () => {
  const known = (id: string) => qualifies(id, 'A warning.')
  const one = campaign(runs)
  const [small, large] = [runs.slice(0, 3), runs.slice(3)]
  const reserved = new Map<number, readonly Reservation[]>([
    ...small.map(({ id: of }) => [of, ['a-cache', 'b-cache', 'short-runtime', 'capped'].map(known)] as const),
    ...large.map(({ id: of }) => [of, [known('a-cache'), known('short-runtime'), known('b-cache')]] as const),
  ])
  expect(campaignSentences(one, measuredCases(one, false, { reserved })).at(-1)).toBe(
    'With reservations: a cache, short runtime and b cache in every case; capped in “Random read, 4\u202fKiB”.',
  )
  const single = new Map(small.slice(0, 1).map(({ id: of }) => [of, [known('capped')]] as const))
  expect(campaignSentences(one, measuredCases(one, false, { reserved: single })).at(-1)).toBe(
    'With a reservation: capped in runs of “Random read, 4\u202fKiB”.',
  )
})

it('gives the day in UTC, as figures do', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const late = noon + 8 * 3_600_000
  const one = campaign(runs.map((each) => ({ ...each, startedAtMs: late, finishedAtMs: late })))
  expect(campaignSentences(one, measuredCases(one))[0]).toMatch(/ on 22 November 2026\.$/)
})

it('gives the days of the runs, not that on which a campaign was given up', () => {
  const day = 86_400_000
  const abandoned = { ...campaign(runs), finishedAtMs: noon + 30 * day }
  expect(campaignSentences(abandoned, measuredCases(abandoned))[0]).toMatch(/ on 22 November 2026\.$/)
  const [first, ...others] = runs
  if (first === undefined) throw new Error('There is no run.')
  const resumed = campaign([first, ...others.map((one) => ({ ...one, finishedAtMs: noon + 2 * day }))])
  expect(campaignSentences(resumed, measuredCases(resumed))[0]).toMatch(
    / from 22 November 2026 to 24 November 2026\.$/,
  )
})

it('calls no mean the highest if all are printed alike, and no interval the widest of equal ones', () => {
  const alike = campaign([
    ...[900, 1000, 1100].map((iops) => run('random-read', 4096, iops)),
    ...[1100, 900, 1000].map((iops) => run('sequential-read', 4096, iops)),
  ])
  expect(campaignSentences(alike, measuredCases(alike)).slice(1, 3)).toEqual([
    'Every mean was 1.00\u202fk IOPS.',
    'Every mean is known to within ±25\u202f% (95\u202f% confidence).',
  ])
})

it('says of how many means it knows how sure they are, where others are of one run', () => {
  const mixed = campaign([
    ...[900, 1000, 1100].map((iops) => run('random-read', 4096, iops)),
    run('sequential-read', 4096, 500),
  ])
  expect(campaignSentences(mixed, measuredCases(mixed))).toContain(
    'One mean is known to within ±25\u202f% (95\u202f% confidence), in the case “Random read, 4\u202fKiB”.',
  )
})

it('leaves out a device and a host that are not known', () => {
  const first = (parts: Partial<CampaignDetail>) => {
    const one = { ...campaign(runs), ...parts }
    return campaignSentences(one, measuredCases(one))[0]
  }
  const device = 'unknown'
  expect(first({ device })).toBe(
    '“Quick look” measured 2 cases in 6 runs on the machine lab on 22 November 2026.',
  )
  expect(first({ device, hostRecord: { name: 'unknown', raw: {} } })).toBe(
    '“Quick look” measured 2 cases in 6 runs on 22 November 2026.',
  )
})

it('names what failed, what is missing and what carries a warning', () => {
  const failure = { id: 'no-space', text: 'The disk was full.' }
  const one = campaign([
    ...runs,
    run('random-read', 4096, 0, { state: 'failed', failure }),
    run('random-read', 4096, 0, { state: 'waiting' }),
    run('random-read', 4096, 0, { state: 'skipped' }),
    run('random-read', 4096, 950, {
      warnings: [{ class: 'qualifies', id: 'short-runtime', text: 'It ran for 1 s.' }],
    }),
  ])
  expect(campaignSentences(one, measuredCases(one)).at(-1)).toBe(
    '1 run failed (first reason: “The disk was full.”); 1 run was skipped; 1 run is still to be done; 1 run carries a warning (first: “It ran for 1 s.”).',
  )
  const single = campaign(runs.slice(0, 1))
  expect(campaignSentences(single, measuredCases(single))[2]).toMatch(/one run only, so nothing is known/)
})

it('gives no interval for identical values, counts cases of one run, and takes no offence at rounds not needed', () => {
  const same = [500, 500].map((iops) => run('random-read', 4096, iops))
  const steady = { id: 'steady', text: 'Not needed: the drive was steady.' }
  const one = campaign([
    ...same,
    run('sequential-read', 4096, 900),
    run('random-read', 4096, 0, { state: 'skipped', failure: steady }),
  ])
  const told = campaignSentences(one, measuredCases(one))
  expect(told.join(' ')).not.toMatch(/interval|confidence|skipped/)
  expect(told).toContain(
    'The runs of 1 case have identical values, so they say nothing about scatter; they may be one measurement, stored more than once.',
  )
  expect(told).toContain('1 case has one run only.')
  expect(told.at(-1)).toBe('All runs finished without a warning.')
})

it('picks cases for a card across many, and reports how many there are', () => {
  const many = Array.from({ length: 30 }, (_, at) => run(`pattern-${at}`, 4096, 1000 + at))
  const card = resultCard(campaign(many), measuredCases(campaign(many), true))
  expect(card.tiles).toHaveLength(8)
  expect(card.subtitle).toBe('Quick look')
  expect(card.statistics).toBe('8 of 30 cases. One run a case, so there are no intervals.')
  expect(card.tiles.every(({ interval }) => interval === undefined)).toBe(true)
  expect(card.lines).toEqual(['Linux 6.18', 'fio 3.33 · 2026-11-22 · Benchwright'])
})

it('states on the card how many runs its numbers come from, and how many failed', () => {
  const statistics = (all: readonly RunSummary[]) =>
    resultCard(campaign(all), measuredCases(campaign(all), true)).statistics
  const failed = run('random-read', 4096, 0, { state: 'failed' })
  expect(statistics(runs)).toBe('Means of 3 runs a case with 95\u202f% intervals.')
  expect(statistics([...runs.slice(1), failed])).toBe(
    'Means of 2 to 3 runs a case with 95\u202f% intervals. 1 run failed.',
  )
  expect(statistics(runs.slice(0, 1))).toBe('One run a case, so there are no intervals.')
})

it('uses IOPS if every request was small, and reports where runs scatter too widely for a conclusion', () => {
  const wild = [400, 1600, 1000].map((iops) => run('random-read', 4096, iops))
  const one = campaign(wild)
  expect(campaignSentences(one, measuredCases(one)).slice(1, 4)).toEqual([
    'The mean was 1.0\u202fk IOPS (95\u202f% interval 0.0 to 2.5\u202fk IOPS), in the case “Random read, 4\u202fKiB”.',
    'The runs scatter so widely that the 95\u202f% interval of the mean reaches down to zero.',
    'Repeat the runs more often, or make them longer.',
  ])
  // Readers of an article cannot; its author is told.
  const { sentences, unsure } = articleSentences(one, measuredCases(one))
  expect(sentences[0]).toMatch(/^The mean was/)
  expect(sentences.join(' ')).not.toContain('Repeat')
  expect(unsure?.remedy).toBe('Repeat the runs more often, or make them longer.')
})

it('a card gives the memory of the machine as the method of an article does', () => {
  const hostRecord = { name: 'lab', memoryBytes: 23.46 * 1024 ** 3, raw: {} }
  const one = { ...campaign(runs), hostRecord }
  expect(resultCard(one, measuredCases(one)).lines[0]).toBe('23.5\u202fGiB memory')
})

it('a card leaves no line empty if nothing is known of the machine', () => {
  const one = { ...campaign(runs), hostRecord: { name: 'lab', raw: {} } }
  expect(resultCard(one, measuredCases(one)).lines).toEqual(['fio 3.33 · 2026-11-22 · Benchwright'])
})

it('does not call two runs that differ by a tenth widely scattered', () => {
  const one = campaign([950, 1150].map((iops) => run('random-read', 4096, iops)))
  expect(campaignSentences(one, measuredCases(one)).join(' ')).toContain(
    'Two runs are too few to know a mean, however close they are: one interval of 95\u202f% confidence reaches down to zero. Repeat the runs more often.',
  )
})

it('sums up an offered load by its response time, whose rate was asked for', () => {
  const offered = [1000, 2000].flatMap((rate) =>
    [1, 2, 3].map((at) => ({
      ...run('random-read', 4096, rate, { headline: { iops: rate, latency_mean: rate * 100 + at } }),
      ...{ caseKey: String(rate), levels: { offered_iops: rate } },
    })),
  )
  const axes = [{ key: 'offered_iops', levels: [1000, 2000] }]
  const one = { ...campaign(offered), plan: { ...plan, axes } }
  for (const bySize of [false, true])
    expect(measuredCases(one, bySize).map(({ metric }) => metric.id)).toEqual([
      'latency_mean',
      'latency_mean',
    ])
  expect(campaignSentences(one, measuredCases(one))[1]).toMatch(
    /^The lowest mean latency was 100\.0\d*\u202fµs /,
  )
})

it('names no drive and no file system where the load touched none, in the summary and on the card', () => {
  const hostRecord = { name: 'lab', fileSystem: { type: 'ext4', options: 'rw' }, raw: {} }
  const one = { ...campaign(runs), hostRecord, withoutDrive: true as const }
  expect(campaignSentences(one, measuredCases(one))[0]).not.toContain('Example')
  const card = resultCard(one, measuredCases(one))
  expect([card.title, card.subtitle, ...card.lines].join(' ')).not.toMatch(/Example|ext4/)
  expect(card.title).toBe('Quick look')
})
