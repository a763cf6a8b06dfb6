import { describe, expect, it } from 'vitest'
import type { CampaignDetail } from '../../../../src/core/results/campaign/campaign'
import type { RunDetail, RunSummary } from '../../../../src/core/results/run'
import { campaignProvenance } from '../../../../src/core/figures/figure/campaign-provenance'
import { configurationSentence } from '../../../../src/core/figures/sweep/caption'
import { methodText } from '../../../../src/core/document/method-text'
import { smallPrint } from '../../../../src/core/figures/figure/small-print'

function run(part: Partial<RunSummary>): RunSummary {
  return {
    id: 1,
    campaignId: 7,
    phase: 'measure',
    caseKey: 'read_percent=50',
    levels: { read_percent: 50 },
    repetition: 1,
    position: 0,
    state: 'done',
    failure: undefined,
    warnings: [],
    startedAtMs: 1,
    finishedAtMs: 2,
    headline: {},
    ...part,
  }
}

const campaign = {
  id: 7,
  name: 'Mix sweep',
  configuration: ' firmware B ',
  host: 'bench-1',
  device: 'Samsung 990 PRO (nvme0n1)',
  engine: 'fio',
  engineVersion: '3.33',
  source: 'measured',
  createdAtMs: Date.UTC(2026, 10, 20, 23, 59),
  target: { kind: 'folder', path: '/mnt' },
  plan: {
    base: { file_size: 2 ** 34, compress_percent: 50, dedupe_percent: 0 },
    axes: [{ key: 'read_percent', levels: [100, 50] }],
    order: { kind: 'shuffled', seed: 42 },
  },
  hostRecord: {
    kernel: '6.18.0',
    memoryBytes: 2 ** 33,
    device: { name: 'nvme0n1', firmware: '4B2QJXD7', scheduler: 'none' },
    fileSystem: { type: 'ext4', options: 'rw,relatime' },
  },
  runs: [run({ id: 1, phase: 'layout', state: 'done' }), run({ id: 3, state: 'failed' })],
  runsByState: { done: 1, failed: 1, waiting: 1, skipped: 1 },
} as unknown as CampaignDetail

describe('provenance', () => {
  it('is read from a campaign', () => {
    expect(campaignProvenance({ campaign })).toMatchObject({
      campaignId: 7,
      label: 'firmware B',
      tool: 'fio 3.33',
      firmware: '4B2QJXD7',
      fileSizeBytes: 2 ** 34,
      dataPattern: 'data 50\u202f% compressible, 0\u202f% duplicate',
      preconditioning: 'file written once before the runs',
      order: 'runs shuffled (seed 42)',
      failedRuns: [{ read_percent: 50 }],
      openRuns: 1,
    })
  })

  it('states for a database whether runs start with what was loaded', () => {
    const of = (base: Readonly<Record<string, string>>) =>
      campaignProvenance({ campaign: { ...campaign, plan: { ...campaign.plan, base } } }).preconditioning
    expect(of({ server: 'mariadb' })).toBe('database loaded once, restored before each run')
    expect(of({ data_between_runs: 'keep' })).toBe('database loaded once, kept from run to run')
  })

  it('shows the command and its job as far as they shape the load', () => {
    const example = {
      argv: ['fio', '--output=a b.json', '--eta=always', '--filename=a b', '--readonly', 'bw-1.fio'],
      files: [
        { name: 'bw-1.fio', text: '# made by\n[global]\nbs=4k\n\nrw=randrw\npercentile_list=1:5\n[bw-1]\n' },
      ],
    } as unknown as RunDetail
    expect(campaignProvenance({ campaign, example }).command).toBe(
      "fio '--filename=a b' --readonly (job: bs=4k rw=randrw)",
    )
  })

  it.each([
    [{ kind: 'folder', path: '/mnt/' }, 'fio (job: filename=/mnt/… bs=4k)'],
    [{ kind: 'file', path: '/mnt/a.data' }, 'fio (job: filename=/mnt/a.data bs=4k)'],
  ] as const)(
    'shows the path that the person gave, not the descriptor that the engine was given',
    (target, text) => {
      const files = [{ name: 'bw-1.fio', text: '[bw-1]\nfilename=/proc/self/fd/8\nbs=4k\n' }]
      const example = { argv: ['fio', 'bw-1.fio'], files } as unknown as RunDetail
      expect(campaignProvenance({ campaign: { ...campaign, target }, example }).command).toBe(text)
      const folder = { argv: ['fio', '--directory=/proc/self/fd/8'], files: [] } as unknown as RunDetail
      expect(campaignProvenance({ campaign: { ...campaign, target }, example: folder }).command).toBe(
        `fio --directory=${target.path}`,
      )
    },
  )

  it('is printed small, without what is not known', () => {
    const lines = smallPrint({ campaigns: [campaignProvenance({ campaign })] }, 'mean')
    expect(lines).toEqual([
      'fio 3.33 · Samsung 990 PRO (nvme0n1), firmware 4B2QJXD7 · host bench-1 · Linux 6.18.0 · I/O scheduler none · ext4 (rw,relatime) · file 16\u202fGiB · memory 8\u202fGiB · data 50\u202f% compressible, 0\u202f% duplicate · file written once before the runs · runs shuffled (seed 42) · 2026-11-20 · statistics: mean, Student t',
    ])
    const bare = {
      ...campaign,
      engineVersion: undefined,
      device: 'unknown',
      host: '',
      hostRecord: { name: '', raw: {} },
    }
    expect(smallPrint({ campaigns: [campaignProvenance({ campaign: bare })] }, 'mean')[0]).toMatch(
      /^fio, version not recorded · file 16\u202fGiB · data/,
    )
    expect(smallPrint({ campaigns: [] }, 'mean')).toEqual([])
  })

  it('names no test of means that were only printed', () => {
    const { axes, failedRuns, openRuns } = campaignProvenance({ campaign })
    const printed = { campaignId: 1, label: 'A', printedIn: 'a journal', axes, failedRuns, openRuns }
    expect(smallPrint({ campaigns: [printed] }, 'mean')).toEqual([
      'printed in a journal · statistics: means as printed',
    ])
  })

  it('states what was recorded over time, in words and not as options', () => {
    const plan = { ...campaign.plan, series: 1, observe: ['disk', 'cpu'] } as const
    const recorded = { ...campaign, plan }
    expect(smallPrint({ campaigns: [campaignProvenance({ campaign: recorded })] }, 'mean')[0]).toContain(
      ' · recorded: series every 1\u202fs; disk, CPU observed · 2026-11-20',
    )
    // The host let no processor be observed.
    const found = campaignProvenance({ campaign: recorded, recorded: ['engine', 'disk'] })
    expect(smallPrint({ campaigns: [found] }, 'mean')[0]).toContain(
      ' · recorded: series every 1\u202fs; disk observed · 2026-11-20',
    )
    expect(campaignProvenance({ campaign: recorded, recorded: [] }).recorded).toBeUndefined()
    const example = {
      argv: ['fio', 'bw-1.fio'],
      files: [
        {
          name: 'bw-1.fio',
          text: '[bw-1]\nbs=4k\nwrite_bw_log=series\nlog_avg_msec=1000\nlog_unix_epoch=1\n',
        },
      ],
    } as unknown as RunDetail
    expect(campaignProvenance({ campaign: recorded, example }).command).toBe('fio (job: bs=4k)')
  })

  it('states what server configurations change against the first, in captions and in the method of a document', () => {
    const levels = ['A baseline', 'B threads: innodb_read_io_threads=16']
    const plan = {
      ...campaign.plan,
      axes: [{ key: 'configuration', levels }],
      repetitions: 3,
      pauseSeconds: 0,
    }
    const oltp = { ...campaign, plan }
    const provenance = { campaigns: [campaignProvenance({ campaign: oltp })] }
    const said = 'B threads against A baseline: innodb_read_io_threads=16'
    expect(provenance.campaigns[0]?.configurations).toEqual([said])
    expect(configurationSentence(provenance)).toBe(`Server configurations: ${said}.`)
    expect(configurationSentence({ campaigns: [campaignProvenance({ campaign })] })).toBe('')
    const text = methodText({
      campaigns: [{ campaign: oltp, example: undefined }],
      excluded: [],
      findings: [],
    })
    expect(text).toContain('**Server configurations.** ')
    expect(text.replaceAll('\\', '')).toContain(said)
  })

  it('shows the job that a host was sent, not the script that its server ran under', () => {
    const example = {
      ...run({}),
      argv: ['sh', 'serve.sh', 'fio', '--readonly', '--server=sock:bw-1-2.sock'],
      files: [
        { name: 'job-1.fio', text: '[bw-1-2]\nrw=randread\nbs=4096\n' },
        { name: 'serve.sh', text: 'LC_ALL=C\n"$@" &\n' },
      ],
    } as unknown as RunDetail
    expect(campaignProvenance({ campaign, example }).command).toBe(
      'fio --readonly --server (job: rw=randread bs=4096)',
    )
  })

  it('has no command for an imported run if its file does not give it', () => {
    const example = { argv: [], files: [], caseKey: 'block_size=4096' } as unknown as RunDetail
    expect(campaignProvenance({ campaign, example }).command).toBeUndefined()
  })

  it('compares the commands of several campaigns, for the same case and without their files', () => {
    const from = (label: string, command: string, commandCase = 'block_size=4096') => ({
      ...campaignProvenance({ campaign }),
      ...{ label, command, commandCase },
    })
    const first = from('direct', 'fio (job: filename=/a/x.data bs=4096 direct=1)')
    const other = 'fio (job: filename=/b/y.data bs=4096 direct=0)'
    const lines = (...campaigns: readonly ReturnType<typeof from>[]) =>
      smallPrint({ campaigns }, 'mean').slice(1)
    expect(lines(first, from('buffered', other), from('third', other))).toEqual([
      'One case of direct, without reporting options: fio (job: filename=/a/x.data bs=4096 direct=1)',
      'buffered, third: with direct=0',
    ])
    const less = 'fio (job: filename=/b/y.data bs=4096)'
    expect(lines(first, from('less', less))[1]).toBe('less: without direct=1')
    expect(lines(first, from('same', 'fio (job: filename=/b/y.data bs=4096 direct=1)'))).toHaveLength(1)
    expect(lines(first, from('elsewhere', other, 'block_size=8192'))).toHaveLength(1)
    const many = 'fio a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9'
    expect(lines(first, from('far', many))[1]).toBe('far: with 9 other options, without bs=4096 direct=1')
  })

  it('tells many campaigns in one line, with few values named and more counted', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({
      ...campaignProvenance({ campaign }),
      ...{ label: 'as shipped', device: `Drive ${String(at)}`, firmware: undefined },
      ...{ kernel: at < 30 ? '6.12.9' : undefined, scheduler: at === 0 ? 'none' : 'mq-deadline' },
      ...{ command: `fio a=${String(at)}`, commandCase: 'one' },
    }))
    const lines = smallPrint({ campaigns: many }, 'mean')
    expect(lines[1]).toBe(
      '50 campaigns: 50 devices · Linux 6.12.9 (of 30 campaigns) · I/O scheduler none, I/O scheduler mq-deadline',
    )
    expect(lines.slice(2)).toEqual([
      'One case of as shipped, without reporting options: fio a=0',
      'The commands of 49 other campaigns differ in their options.',
    ])
    const same = many.map((one, at) => ({ ...one, command: at === 0 ? 'fio a=0' : 'fio a=1' }))
    expect(smallPrint({ campaigns: same }, 'mean').at(-1)).toBe(
      'as shipped, as shipped, as shipped and 46 more: with a=1',
    )
    expect(smallPrint({ campaigns: many.slice(0, 8) }, 'mean')).toContain(
      'as shipped: Drive 7 · I/O scheduler mq-deadline',
    )
  })

  it('of printed results names the publication, and no unknown day, order or tool', () => {
    const printed: CampaignDetail = {
      ...campaign,
      source: 'published',
      engine: 'unknown',
      engineVersion: undefined,
      publication: { source: 'A magazine, 2011, table 14', note: '' },
      runs: [],
    }
    const provenance = campaignProvenance({ campaign: printed })
    expect(provenance).toMatchObject({ tool: undefined, order: undefined, startedAtMs: undefined })
    const [line] = smallPrint({ campaigns: [provenance] }, 'mean')
    expect(line).toMatch(/^printed in A magazine, 2011, table 14 · Samsung 990 PRO/)
    expect(line).not.toMatch(/2026|shuffled|fio/)
  })
})
