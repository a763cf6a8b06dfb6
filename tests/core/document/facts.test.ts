import { describe, expect, it } from 'vitest'
import { cardFacts } from '../../../src/core/devices/device-fields'
import { factsMarkdown } from '../../../src/core/document/facts'
import { campaignLabels, methodText, type FactsSource } from '../../../src/core/document/method-text'
import type { FactsSubject } from '../../../src/core/document/stored-document'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import type { CampaignDetail, CampaignOrigin } from '../../../src/core/results/campaign/campaign'
import type { HostRecord } from '../../../src/core/results/campaign/host-record'
import type { RunSummary } from '../../../src/core/results/run'

const plan = newPlan(
  { id: 'p', seed: 7, target: { kind: 'folder', path: '/data' } },
  {
    name: 'Mix',
    axes: [
      { key: 'block_size', levels: [4096, 65536] },
      { key: 'read_percent', levels: [100, 0] },
    ],
  },
)
const base = { file_size: 2 ** 28, direct: true, runtime: 30, ramp_time: 5 }
const measured: Plan = {
  ...plan,
  base,
  repetitions: 5,
  pauseSeconds: 10,
  order: { kind: 'shuffled', seed: 7 },
}

const hostRecord: HostRecord = {
  name: 'lab',
  raw: {},
  kernel: 'Linux 6.1.0',
  distribution: 'Debian 12',
  memoryBytes: 2 ** 34,
  cpu: { model: 'AMD EPYC 7763', logicalCores: 16 },
  fileSystem: { type: 'ext4', options: 'rw,relatime,discard,resuid=65534' },
  device: { name: 'nvme0n1', model: 'Example SSD', firmware: 'F1', scheduler: 'none', sizeBytes: 1e12 },
}

function origin(more: Partial<CampaignDetail> = {}): CampaignOrigin {
  const campaign: CampaignDetail = {
    ...{ id: 1, planId: 'p', name: 'Mix', configuration: 'as shipped', host: 'lab' },
    ...{ device: 'Example SSD (nvme0n1)', target: { kind: 'folder', path: '/data' } as const },
    ...{ engine: 'fio', engineVersion: '3.33', source: 'measured', state: 'done', runsByState: {} },
    ...{ publishedResults: 0, createdAtMs: 1, finishedAtMs: 2, plan: measured, hostRecord, log: [] },
    ...{ calibrations: [], importedFiles: [], runs: [] },
    ...more,
  }
  return { campaign }
}

const source = (campaigns: readonly CampaignOrigin[], more: Partial<FactsSource> = {}): FactsSource => ({
  ...{ campaigns, excluded: [], findings: [] },
  ...more,
})

/** The text without the backslashes of Markdown and its thin spaces. */
const plain = (markdown: string) => markdown.replaceAll('\\', '').replaceAll('\u202f', ' ')
const facts = (about: FactsSubject, given: FactsSource) => plain(factsMarkdown(about, given))

function layout(part: Partial<RunSummary>): RunSummary {
  return {
    ...{ id: 1, campaignId: 1, phase: 'layout', caseKey: '', levels: {}, repetition: 0, position: 0 },
    ...{ state: 'done', failure: undefined, warnings: [], startedAtMs: 1, finishedAtMs: 2, headline: {} },
    ...part,
  }
}

describe('the method section', () => {
  it('describes machine, drive, target, tool, cases and order in whole sentences', () => {
    const text = plain(methodText(source([origin()])))
    expect(text.split('\n\n').slice(0, 7)).toEqual([
      '**Machine.** The machine, lab, has 16 logical cores (AMD EPYC 7763) and 16 GiB of memory and ran Debian 12 with Linux 6.1.0.',
      '**Drive.** The drive under test was Example SSD (nvme0n1), 1 TB, firmware F1, used without an I/O scheduler.',
      '**Target.** The runs used a file of 256 MiB on ext4, mounted with rw, relatime, discard, resuid=65534.',
      '**Tool.** Measured with fio 3.33, in runs of 30 s after 5 s of warm-up, with direct I/O. Recorded beside each run: series every 1 s; disk, CPU, memory, pressure, temperature observed.',
      '**Cases.** These parameters were varied: block size (4 KiB, 64 KiB); reads (100 %, 0 %).',
      '**Preparation.** Nothing was done to the target before it was measured.',
      '**Order and repetitions.** Each case was run 5 times, in random order (seed 7), with a pause of 10 s between runs.',
    ])
  })

  it('calls an axis of one level not varied', () => {
    const axes = [
      { key: 'pattern', levels: ['random-read', 'random-mix'] },
      { key: 'read_percent', levels: [70] },
    ]
    const textOf = (some: typeof axes) =>
      plain(methodText(source([origin({ plan: { ...measured, axes: some } })])))
    expect(textOf(axes)).toContain(
      '**Cases.** One parameter was varied: pattern (Random read, Random mix). Not varied: reads (70 %).',
    )
    expect(textOf(axes.slice(1))).toContain('**Cases.** Not varied: reads (70 %).')
  })

  it('says that other load was expected', () => {
    const textOf = (one: Plan) => plain(methodText(source([origin({ plan: one })])))
    expect(textOf({ ...measured, otherLoad: 'expected' })).toContain(
      '**Other load.** Other load on the drive was part of what was measured, and nothing against a run.',
    )
    expect(textOf(measured)).not.toContain('Other load')
  })

  it('tells how the runs of campaigns lie in time to each other', () => {
    const second = origin({ id: 2, name: 'Later' })
    const textOf = (one: readonly number[], other: readonly number[]) => {
      const spans = new Map(
        [one, other].map((starts, at) => [
          at + 1,
          starts.map((startMs) => ({ startMs, endMs: startMs + 5 })),
        ]),
      )
      const paragraphs = plain(methodText(source([origin(), second], { spans }))).split('\n\n')
      return paragraphs.find((text) => text.startsWith('**Time.**'))
    }
    expect(textOf([0, 10], [20, 30])).toMatch(/All runs of “.+” came before those of “.+”\.$/)
    expect(textOf([20, 30], [0, 10])).toMatch(/All runs of “.+” came after those of “.+”\.$/)
    expect(textOf([0, 20], [10, 30])).toMatch(/were measured in turn, never at the same time\.$/)
    expect(textOf([0, 20], [3, 30])).toMatch(/were made at the same time\.$/)
    expect(textOf([], [3, 30])).toBeUndefined()
  })

  it('says nothing of repeating cases that were run once', () => {
    const once = { ...measured, repetitions: 1, order: { kind: 'interleaved', seed: 7 } } as const
    const text = plain(methodText(source([origin({ plan: once })])))
    expect(text).toContain('Each case was run once, in the order of the plan')
  })

  it('claims nothing about the target of imported results', () => {
    const target = { kind: 'none' } as const
    const textOf = (from: 'measured' | 'imported', file: Plan['base']) =>
      plain(
        methodText(
          source([
            origin({
              source: from,
              target,
              ...(from === 'measured' && { withoutDrive: true as const }),
              plan: { ...measured, base: file },
              hostRecord: { name: 'lab', raw: {} },
            }),
          ]),
        ),
      )
    expect(textOf('measured', {})).toContain('did not touch a drive')
    expect(textOf('imported', {})).not.toContain('**Target.**')
    expect(textOf('imported', {})).toContain(
      '**Preparation.** What was done to the target before it was measured is not recorded.',
    )
    expect(textOf('imported', { file_size: 2 ** 28 })).toContain(
      '**Target.** The size set for the target was 256 MiB.',
    )
  })

  it('describes what was done before the runs, in order', () => {
    const preparation = [{ kind: 'sequential-fill' as const, passes: 2, blockBytes: 2 ** 17 }]
    const runs = [layout({ phase: 'prepare', repetition: 1 }), layout({ id: 2 })]
    expect(plain(methodText(source([origin({ plan: { ...measured, preparation }, runs })])))).toContain(
      '**Preparation.** Before the runs, the target was filled 2 times in sequence in blocks of 128 KiB; then the file was written once.',
    )
  })

  it('names the fill of a file system that is measured at levels of used capacity', () => {
    const axes = [{ key: 'fill_percent', levels: [20, 80] }]
    expect(
      plain(methodText(source([origin({ plan: { ...measured, axes }, runs: [layout({})] })]))),
    ).toContain(
      'the file was written once; then the target was filled to the level of each case with data that cannot be compressed.',
    )
  })

  it('names the campaigns only if they differ, each by its own name', () => {
    const two = [origin(), origin({ id: 2, name: 'Depth', engineVersion: '3.36' })]
    expect(campaignLabels(two)).toEqual(['Mix', 'Depth'])
    expect(campaignLabels([origin(), origin({ id: 2 })])).toEqual([...['as shipped (1)', 'as shipped (2)']])
    expect(campaignLabels([origin({ device: 'Drive A' }), origin({ id: 2, device: 'Drive B' })])).toEqual([
      ...['Drive A', 'Drive B'],
    ])
    const suite = ['Suite: Mix, 4 KB and 64 KB', 'Suite: IOPS by depth (4 patterns)', 'Suite: Mix of all']
    expect(campaignLabels(suite.map((name, id) => origin({ id, name })))).toEqual([
      ...['Mix', 'IOPS by depth', 'Mix of all'],
    ])
    const text = plain(methodText(source(two)))
    expect(text).toContain('**Machine.** The machine')
    expect(text).toMatch(
      /\*\*Tool\.\*\*\n\n- Mix: Measured with fio 3\.33.*\n- Depth: Measured with fio 3\.36/,
    )
  })

  it('does not claim statistics for printed results, nor that nothing was dropped if runs were excluded', () => {
    const printed = plain(methodText(source([origin({ source: 'published' })])))
    expect(printed).toContain('Printed means are quoted as they are;')
    expect(printed).not.toMatch(/Student t|outlier/)
    const excluded = [{ name: '4 KiB, run 2', reason: 'The fan stopped' }]
    const text = plain(methodText(source([origin()], { excluded })))
    expect(text).not.toContain('No run was dropped as an outlier')
    expect(text).toContain('**Excluded by hand.** 4 KiB, run 2 (The fan stopped).')
  })
})

it('names the drives of a table after themselves, if several plans measured one of them', () => {
  const other = { ...hostRecord, device: { name: 'sda', model: 'Other SSD', sizeBytes: 5e11 } }
  const plans = ['Mix', 'Depth'].map((name, at) => origin({ id: at + 1, planId: name, name }))
  const text = facts('drive', source([...plans, origin({ id: 3, name: 'Mix', hostRecord: other })]))
  expect(text).toContain('| Drive | Example SSD | Other SSD |')
})

describe('facts', () => {
  it('give the drives of several campaigns columns with different headings, and a row each if there are many', () => {
    const drive = (id: number, firmware: string) =>
      origin({ id, hostRecord: { ...hostRecord, device: { name: 'nvme0n1', model: 'X', firmware } } })
    const two = facts('drive', source([drive(1, 'F1'), drive(2, 'F2')]))
    const [head = ''] = two.split('\n')
    expect(head).toBe('| Drive | as shipped (1) | as shipped (2) |')
    const many = facts('drive', source([1, 2, 3, 4, 5, 6].map((id) => drive(id, `F${String(id)}`))))
    expect(many.split('\n')).toHaveLength(8)
    expect(many.split('\n')[0]).toBe('| Drive | Model | Firmware |')
  })

  it('do not call a virtual disk a spinning one', () => {
    const device = { name: 'vda', rotational: true, sizeBytes: 1e9 }
    const devices = [{ name: 'vda', type: 'disk', vendor: '0x1af4', mounts: [], holders: [], children: [] }]
    const record = { ...hostRecord, device, devices }
    const text = facts('drive', source([origin({ hostRecord: record, device: 'vda' })]))
    expect(text).not.toMatch(/spinning|0x1af4|Model/)
    expect(text).toContain('| Device | vda |')
  })

  it('allow line breaks in long mount options', () => {
    expect(facts('machine', source([origin()]))).toContain('| rw, relatime, discard, resuid=65534 |')
  })

  it('give the findings of one campaign as a paragraph and of several as a list', () => {
    const one = ['It was fast.', 'All runs finished.']
    const two = ['It was slow.']
    expect(facts('findings', source([origin()], { findings: [one] }))).toBe('It was fast. All runs finished.')
    expect(facts('findings', source([origin()], { findings: [one, [], two] }))).toBe(
      '- It was fast. All runs finished.\n- It was slow.',
    )
    expect(facts('findings', source([origin()]))).toBe('There is no result to sum up yet.')
  })
})

describe('the facts of a drive', () => {
  const card = {
    ...{ vendor: 'Example', model: 'SSD 1', soldBytes: 1e12, usableBytes: 75e10, controller: 'C|1' },
    ...{ interface: 'PCIe 4.0 x4', firmware: 'F0', warranty: '5 years', ratedEndurance: 6e14 },
    ...{ price: { amount: 99.5, currency: 'EUR', date: '2026-11-01', source: 'a shop' } },
    ...{ standsFor: ['S7KGNJ0W123456'], promises: [{ metric: 'iops', value: 6e5, workload: {} }] },
  }
  const cards = new Map([[1, { name: 'The tested one', facts: cardFacts(card) }]])

  it('include what its card states, but the firmware that was measured and no serial number', () => {
    const naming = { plan: 'Mix', configuration: '', device: 'Example SSD (nvme0n1)', card: 'The tested one' }
    const rows = facts('drive', source([origin({ naming })], { cards }))
      .split('\n')
      .map((line) => line.slice(2, -2))
    expect(rows).toEqual([
      'Drive | The tested one',
      '--- | ---',
      'Model | Example SSD',
      'Vendor | Example',
      'Capacity | 1 TB (1,000,000,000,000 bytes)',
      'Capacity as sold | 1 TB',
      'Usable capacity | 750 GB',
      'Firmware | F1',
      'Interface | PCIe 4.0 x4',
      'Controller | C|1',
      'I/O scheduler | none',
      'Rated endurance (TBW) | 600 TB',
      'Warranty | 5 years',
      'Price | 99.50 EUR (2026-11-01, a shop)',
    ])
    expect(facts('drive', source([origin()])).split('\n')[0]).toBe('| Drive | Example SSD |')
  })

  it('are told apart for campaigns of two cards', () => {
    const both = new Map([...cards, [2, { name: 'Another', facts: cardFacts({ warranty: '3 years' }) }]])
    const text = facts(
      'drive',
      source([origin(), origin({ id: 2, configuration: 'later' })], { cards: both }),
    )
    expect(text).toContain('| Warranty | 5 years | 3 years |')
    expect(text).toContain('| Controller | C|1 | – |')
  })
})
