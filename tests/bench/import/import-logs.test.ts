import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../../src/bench/import/import-files'
import { largestOf } from '../../../src/core/iterables'
import { newReview, temporaryFolder } from '../store/sample-review'

const fixtures = 'tests/fixtures/fio-3.33/imported-logs'
const logName = 'randrw-iodepth-4-numjobs-2'

function copied(name: string): string {
  const folder = join(temporaryFolder(), name)
  cpSync(join(fixtures, name), folder, { recursive: true })
  return folder
}

function meanOf(values: Iterable<number>): number {
  const all = [...values]
  return all.reduce((sum, value) => sum + value, 0) / all.length
}

describe('logs of fio along with its JSON', () => {
  it('become series of the run, all clones together, and agree with its result', async () => {
    const review = newReview()
    const folder = copied('bench-fio')
    const report = await importFiles(review, [folder])
    expect(report.skipped).toEqual([])
    const logs = report.taken.filter(({ runs }) => runs === 0)
    expect(logs).toHaveLength(10)
    expect(new Set(logs.map(({ what }) => what))).toEqual(new Set(['log over time of randrw-4-2.json']))
    const runId = review.runs(1)[0]?.id ?? 0
    const series = review.series(runId)
    expect(new Set(series.map(({ source, intervalSeconds }) => `${source} ${intervalSeconds}`))).toEqual(
      new Set(['engine 0.5']),
    )
    const of = (metric: string, direction: string) =>
      series.find((one) => one.metric === metric && one.direction === direction)
    for (const direction of ['read', 'write']) {
      // 3,991 IOPS of 4 KiB in the JSON.
      expect(meanOf(of('iops', direction)?.values ?? [])).toBeCloseTo(3991, -2)
      expect(meanOf(of('bandwidth', direction)?.values ?? [])).toBeCloseTo(16_348_536, -6)
    }
    expect([...(of('bandwidth', 'read')?.seconds ?? [])]).toEqual([0.5, 1, 1.5, 2, 2.5, 3])
    // 855 ns of reads in the JSON.
    expect(meanOf(of('latency_mean', 'read')?.values ?? [])).toBeGreaterThan(700)
    expect(meanOf(of('latency_mean', 'read')?.values ?? [])).toBeLessThan(1000)
    expect(review.campaign(1)?.importedFiles).toHaveLength(11)
    expect(review.check()).toEqual([])
  })

  it('are assigned to their job by its number, and a log without a number by the name of the job', async () => {
    const review = newReview()
    const report = await importFiles(review, [copied('two-jobs')])
    expect(report.skipped.map(({ path }) => basename(path))).toEqual(['two.fio'])
    const metrics = review
      .runs(1)
      .map(({ id }) => [
        ...new Set(review.series(id).map(({ direction, metric }) => `${direction} ${metric}`)),
      ])
    expect(metrics).toEqual([
      ['read bandwidth', 'read iops'],
      ['write bandwidth', 'write completion', 'write iops'],
    ])
    const spans = review
      .runs(1)
      .map(({ id }) => largestOf(review.series(id).map(({ seconds }) => seconds.at(-1) ?? 0)))
    expect(spans).toEqual([1.75, 1.75])
  })

  // Four columns until 3.17, five since 3.18, an offset with `log_offset`, the time of issue since 3.38.
  it.each([
    [4, (row: string) => row.replace(/, 0$/, '')],
    [5, (row: string) => row],
    [6, (row: string) => row.replace(/, 0, 0$/, ', 0, 4096, 0x2004')],
    [7, (row: string) => `${row.replace(/, 0, 0$/, ', 0, 4096, 0')}, 123456789`],
  ])('are the same with %i columns', async (columns, change) => {
    const folder = copied('bench-fio')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.log'))) {
      const rows = readFileSync(join(folder, name), 'utf8').trim().split('\n').map(change)
      expect(rows[0]?.split(',')).toHaveLength(columns)
      writeFileSync(join(folder, name), `${rows.join('\n')}\n`)
    }
    const [review, reference] = [newReview(), newReview()]
    await importFiles(review, [folder])
    await importFiles(reference, [copied('bench-fio')])
    const plain = (one: typeof review) => JSON.stringify(one.series(one.runs(1)[0]?.id ?? 0))
    expect(plain(review)).toBe(plain(reference))
  })

  it('of fio 2 count latencies in microseconds', async () => {
    const folder = copied('bench-fio')
    const path = join(folder, 'randrw-4-2.json')
    const before = newReview()
    await importFiles(before, [folder])
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('fio-3.33', 'fio-2.99').replace('fio-2.99', 'fio-2.19'),
    )
    const review = newReview()
    await importFiles(review, [folder])
    const latency = (one: typeof review) =>
      one.series(one.runs(1)[0]?.id ?? 0).find(({ metric }) => metric === 'latency_mean')?.values[0] ?? NaN
    expect(latency(review)).toBeCloseTo(1000 * latency(before), 3)
  })

  it('are skipped if several results name them, or none does, or they are of another run', async () => {
    const root = temporaryFolder()
    const [twice, stray, long] = ['twice', 'stray', 'long'].map((name) => join(root, name))
    for (const folder of [twice, stray, long]) mkdirSync(folder ?? '')
    const from = join(fixtures, 'bench-fio')
    const text = readFileSync(join(from, 'randrw-4-2.json'), 'utf8')
    const log = `${logName}_bw.1.log`
    writeFileSync(join(twice ?? '', 'first.json'), text)
    writeFileSync(join(twice ?? '', 'second.json'), text.replace('"time" : "', '"time" : " '))
    copyFileSync(join(from, log), join(twice ?? '', log))
    copyFileSync(join(from, log), join(stray ?? '', 'other_bw.1.log'))
    writeFileSync(
      join(long ?? '', 'third.json'),
      text.replaceAll(logName, 'long').replace('1795383767', '1795383768'),
    )
    writeFileSync(
      join(long ?? '', 'long_bw.1.log'),
      Array.from({ length: 40 }, (_, at) => `${500 * (at + 1)}, 100, 0, 0, 0\n`).join(''),
    )
    const review = newReview()
    const report = await importFiles(review, [root], { device: 'Volume' })
    expect(review.runs(1)).toHaveLength(3)
    expect(review.runs(1).map(({ id }) => review.series(id))).toEqual([[], [], []])
    const reasons = new Map(report.skipped.map(({ path, kind, reason }) => [basename(path), [kind, reason]]))
    expect(reasons.get(log)).toEqual([
      'left-log',
      'Several results name it (first.json, second.json); which one it is of is not known.',
    ])
    expect(reasons.get('other_bw.1.log')?.[1]).toContain('No result that was read names it')
    expect(reasons.get('long_bw.1.log')?.[1]).toContain('go on for 20.0 s and the result for 3.00 s')
  })

  it('of a folder that is imported again already exist', async () => {
    const review = newReview()
    const folder = copied('bench-fio')
    await importFiles(review, [folder])
    const again = await importFiles(review, [folder])
    expect(again.campaigns).toEqual([])
    expect(new Set(again.skipped.map(({ kind }) => kind))).toEqual(new Set(['known-already']))
  })
})

it('leave out a log whose mean is not that of its result, and the run notes both', async () => {
  const from = 'tests/fixtures/imports/fio-log-zero-rows'
  const imported = async (change: (log: string) => string) => {
    const folder = temporaryFolder()
    copyFileSync(join(from, 'z.json'), join(folder, 'z.json'))
    writeFileSync(join(folder, 'z_iops.1.log'), change(readFileSync(join(from, 'z_iops.1.log'), 'utf8')))
    const review = newReview()
    await importFiles(review, [folder])
    const [run] = review.runs(1)
    const series = run ? review.series(run.id) : []
    const warnings = run?.warnings.map(({ text }) => text).join(' ') ?? ''
    review.close()
    return {
      count: series.length,
      means: series.map(({ values }) =>
        Math.round(values.reduce((sum, one) => sum + one, 0) / values.length),
      ),
      warnings,
    }
  }
  // Empty rows after the end are no values.
  expect(await imported((log) => log)).toMatchObject({ count: 3, means: [500, 500, 1000] })
  const other = await imported((log) => log.replaceAll(/^(\d000), \d+, 0/gm, '$1, 400, 0'))
  expect(other.count).toBe(1)
  expect(other.warnings).toMatch(/Its log of iops \(read\) has a mean of 400\sIOPS and the result 500\sIOPS/)
})

describe('logs of several servers of a client', () => {
  const from = join(fixtures, 'two-servers')
  const hosts = ['127.0.0.1', '127.0.0.2']
  const logs = ['load_bw.1.log', 'load_iops.1.log']

  async function iopsOf(folder: string) {
    const review = newReview()
    const report = await importFiles(review, [folder])
    const runId = review.runs(1)[0]?.id ?? 0
    const iops = review
      .series(runId)
      .find(({ metric, direction }) => metric === 'iops' && direction === 'read')
    review.close()
    return { skipped: report.skipped, mean: Math.round(meanOf(iops?.values ?? []) / 10) * 10 }
  }

  it('have the names of these at their ends, and are added up', async () => {
    // 400 of each server.
    expect(await iopsOf(from)).toEqual({ skipped: [], mean: 800 })
  })

  it('may be in folders of these names', async () => {
    const folder = temporaryFolder()
    copyFileSync(join(from, 'cs.json'), join(folder, 'cs.json'))
    for (const host of hosts) {
      mkdirSync(join(folder, host))
      for (const log of logs) copyFileSync(join(from, `${log}.${host}`), join(folder, host, log))
    }
    expect(await iopsOf(folder)).toEqual({ skipped: [], mean: 800 })
  })

  it('in folders of other names are left out, because nothing says whose they are', async () => {
    const folder = temporaryFolder()
    copyFileSync(join(from, 'cs.json'), join(folder, 'cs.json'))
    for (const [at, host] of hosts.entries()) {
      mkdirSync(join(folder, `copy ${at}`))
      copyFileSync(join(from, `load_iops.1.log.${host}`), join(folder, `copy ${at}`, 'load_iops.1.log'))
    }
    const { skipped } = await iopsOf(folder)
    expect(skipped.map(({ kind }) => kind)).toEqual(['left-log', 'left-log'])
  })
})
