import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSource } from '../../../src/bench/import/read-source'
import { importFiles } from '../../../src/bench/import/import-files'
import { newReview, temporaryFolder } from '../store/sample-review'

const fio = (name: string) => join('tests/fixtures/fio-3.33', `${name}.out`)
const iozone = (name: string) => join('tests/fixtures/iozone-3.489', `${name}.out`)
const printed = (name: string) => join('resources/published', `${name}.csv`)

/** A fio result with these options and this many reads a second; the time distinguishes the repetitions. */
function result(options: Record<string, string>, iops: number, second: number, more: object = {}): string {
  const bytes = 1024 * Number.parseInt(options.bs ?? '4k', 10)
  return JSON.stringify({
    'fio version': 'fio-3.36',
    timestamp: 1_700_000_000 + second,
    timestamp_ms: (1_700_000_000 + second) * 1000,
    'global options': { rw: 'randread', ...options },
    jobs: [
      {
        jobname: 'bench',
        error: 0,
        read: {
          total_ios: iops,
          iops,
          bw_bytes: iops * bytes,
          io_bytes: iops * bytes,
          io_kbytes: (iops * bytes) / 1024,
          runtime: 1000,
        },
      },
    ],
    ...more,
  })
}

/** A tree as bench-fio leaves it: drive, block size, then one file per depth and number of jobs. */
function benchFioTree(): string {
  const root = temporaryFolder()
  let second = 0
  for (const drive of ['nvme0n1', 'sda']) {
    const folder = join(root, drive, '4k')
    mkdirSync(folder, { recursive: true })
    for (const depth of ['1', '2', '16']) {
      const options = { bs: '4k', iodepth: depth, filename: `/dev/${drive}`, direct: '1' }
      writeFileSync(
        join(folder, `randread-${depth}-1.json`),
        result(options, 100 * Number(depth), (second += 10)),
      )
    }
    writeFileSync(join(folder, 'randread-iodepth-1-numjobs-1_bw.1.log'), '500, 100, 0, 0\n')
  }
  writeFileSync(join(root, 'bench.ini'), '[global]\nrw=randread\n')
  writeFileSync(join(root, 'picture.png'), Buffer.from([0x89, 0x50, 0, 1, 2]))
  writeFileSync(join(root, '.hidden.json'), result({}, 1, 1))
  symlinkSync(root, join(root, 'again'))
  return root
}

describe('importing files', () => {
  it('imports results that vary in many options, though their full matrix could never be run', async () => {
    const folder = temporaryFolder()
    // 130 levels each of four options: a matrix of 285 million cases, of which 130 were measured.
    for (let at = 1; at <= 130; at += 1) {
      const options = { bs: `${at}k`, iodepth: `${at}`, numjobs: `${at}`, size: `${at}m` }
      writeFileSync(join(folder, `${at}.json`), result(options, at, at))
    }
    const review = newReview()
    const report = await importFiles(review, [folder], { configuration: '', device: 'Drive Y' })
    expect(report.skipped).toEqual([])
    expect(report.campaigns).toMatchObject([{ runs: 130 }])
    const detail = review.campaign(1)
    expect(detail?.plan.axes.map(({ levels }) => levels.length)).toEqual([130, 130, 130, 130])
  })

  it('imports one output with its numbers, its text and its time', async () => {
    const review = newReview()
    const report = await importFiles(review, [fio('mix')], { configuration: 'old kernel', device: 'Drive Y' })
    expect(report.campaigns).toMatchObject([
      { id: 1, name: 'mix', configuration: 'old kernel', device: 'Drive Y', engine: 'fio', runs: 1 },
    ])
    expect(report.taken).toMatchObject([{ what: 'fio 3.33', runs: 1, publishedResults: 0 }])
    expect(report.skipped).toEqual([])
    const text = readFileSync(fio('mix'), 'utf8')
    const document = JSON.parse(text) as { timestamp_ms: number; jobs: { read: { iops: number } }[] }
    const campaign = review.campaign(1)
    expect(campaign).toMatchObject({
      source: 'imported',
      createdAtMs: document.timestamp_ms,
      device: 'Drive Y',
      target: { kind: 'none' },
    })
    const rows = [...review.rows({ metrics: ['iops'] })]
    expect(rows.find((row) => row.direction === 'read')?.value).toBe(document.jobs[0]?.read.iops)
    expect(rows[0]?.levels).toMatchObject({ block_size: 4096, read_percent: 70, queue_depth: 8 })
    const runId = review.runs(1)[0]?.id ?? 0
    expect(Buffer.from(review.rawOutput(runId, 'mix.out') ?? []).toString()).toBe(text)
    expect(review.histograms([runId]).get(runId)?.length).toBeGreaterThan(0)
    expect(review.check()).toEqual([])
  })

  it('names every version of fio in a list of results', async () => {
    const list = ['3.36', '3.9', '3.36', '3.28'].map((version, at) =>
      result({ bs: `${at + 1}k` }, 100, at).replace('fio-3.36', `fio-${version}`),
    )
    const path = join(temporaryFolder(), 'list.json')
    writeFileSync(path, `[${list.join(',')}]`)
    const review = newReview()
    const report = await importFiles(review, [path])
    expect(report.taken).toMatchObject([{ what: 'fio 3.9, 3.28 and 3.36', runs: 4 }])
    expect(review.campaign(1)?.engineVersion).toBe('3.9, 3.28 and 3.36')
  })

  it('imports a tree, one campaign per drive, in natural order', async () => {
    const review = newReview()
    const root = benchFioTree()
    const report = await importFiles(review, [root])
    expect(report.campaigns.map(({ device, runs }) => [device, runs])).toEqual([
      ['nvme0n1', 3],
      ['sda', 3],
    ])
    const plan = review.campaign(1)?.plan
    expect(plan?.axes).toEqual([{ key: 'queue_depth', levels: [1, 2, 16] }])
    expect(plan?.base).toMatchObject({ pattern: 'random-read', block_size: 4096, direct: true })
    expect(review.runs(1).map((run) => [run.caseKey, run.headline.iops])).toEqual([
      ['queue_depth=1', 100],
      ['queue_depth=2', 200],
      ['queue_depth=16', 1600],
    ])
    const kinds = report.skipped.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['left-log', 'left-log', 'unknown', 'unknown'])
    const logs = report.skipped.filter(({ reason }) => reason.startsWith('No result that was read names it'))
    expect(logs.map(({ path }) => path)).toEqual(
      ['nvme0n1', 'sda'].map((drive) => join(root, drive, '4k', 'randread-iodepth-1-numjobs-1_bw.1.log')),
    )
    expect(review.check()).toEqual([])
  })

  it('makes repetitions of equal parameters, in the order they ran', async () => {
    const folder = temporaryFolder()
    const runs = [
      ['run-3.json', '4k', 300, 30],
      ['run-1.json', '4k', 100, 10],
      ['run-4.json', '64k', 50, 40],
      ['run-2.json', '4k', 200, 20],
    ] as const
    for (const [file, bs, iops, second] of runs)
      writeFileSync(join(folder, file), result({ bs, randseed: String(iops) }, iops, second))
    const review = newReview()
    await importFiles(review, [folder])
    const summary = review.runs(1).map((run) => [run.caseKey, run.repetition, run.headline.iops])
    expect(summary).toEqual([
      ['block_size=4096', 1, 100],
      ['block_size=4096', 2, 200],
      ['block_size=4096', 3, 300],
      ['block_size=65536', 1, 50],
    ])
    expect(review.campaign(1)?.plan.repetitions).toBe(3)
  })

  it('gives the reason for everything it skips, and still imports the rest', async () => {
    const folder = temporaryFolder()
    copyFileSync(fio('interrupted-sigint'), join(folder, 'interrupted.json'))
    copyFileSync(iozone('no-space'), join(folder, 'no-space.txt'))
    copyFileSync(fio('read'), join(folder, 'read.json'))
    copyFileSync(fio('read'), join(folder, 'read-copy.json'))
    writeFileSync(join(folder, 'cut.json'), readFileSync(fio('read'), 'utf8').slice(0, 4000))
    writeFileSync(join(folder, 'empty.json'), '')
    writeFileSync(join(folder, 'notes.txt'), 'Remember the milk.\n')
    writeFileSync(join(folder, 'other.csv'), 'city,people\nBonn,330000\n')
    writeFileSync(join(folder, 'broken.csv'), 'test,iops\n"read,1\n')
    const review = newReview()
    const report = await importFiles(review, [folder, join(folder, 'nowhere.json')])
    expect(report.taken.map(({ path }) => path)).toEqual([join(folder, 'read-copy.json')])
    const reasons = new Map(report.skipped.map((one) => [one.path.slice(folder.length + 1), one]))
    expect(reasons.get('interrupted.json')).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/ended before/) as string,
    })
    expect(reasons.get('no-space.txt')).toMatchObject({ kind: 'failed' })
    expect(reasons.get('read.json')).toMatchObject({
      kind: 'known-already',
      reason: expect.stringMatching(/same as .*read-copy/) as string,
    })
    expect(reasons.get('cut.json')).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/ends before it is complete/) as string,
    })
    expect(reasons.get('empty.json')).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/empty/) as string,
    })
    expect(reasons.get('notes.txt')).toMatchObject({ kind: 'unknown' })
    expect(reasons.get('other.csv')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/city, people/) as string,
    })
    expect(reasons.get('broken.csv')).toMatchObject({
      kind: 'damaged',
      reason: expect.stringMatching(/never closed/) as string,
    })
    expect(reasons.get('nowhere.json')).toMatchObject({
      kind: 'damaged',
      reason: 'It cannot be read: there is no such file or folder. Check the path and its permissions.',
    })
    const warnings = review.log(1).filter((entry) => entry.level === 'warning')
    expect(warnings.map((entry) => entry.text).join('\n')).toMatch(/interrupted\.json.*ended before/)
    expect(review.check()).toEqual([])
  })

  it('recognises what it imported before, under any name', async () => {
    const review = newReview()
    await importFiles(review, [fio('read')])
    const renamed = join(temporaryFolder(), 'renamed.json')
    copyFileSync(fio('read'), renamed)
    const again = await importFiles(review, [renamed])
    expect(again.campaigns).toEqual([])
    expect(again.skipped).toEqual([
      {
        path: renamed,
        part: '',
        kind: 'known-already',
        reason: 'It is in the results file already, in “read”.',
      },
    ])
    review.deleteCampaign(1)
    expect((await importFiles(review, [renamed])).campaigns).toHaveLength(1)
  })

  it('never opens a pipe or a device, not even one that takes the place of a file', async () => {
    const folder = temporaryFolder()
    const pipe = join(folder, 'pipe.json')
    execFileSync('mkfifo', [pipe])
    symlinkSync('/dev/zero', join(folder, 'endless.json'))
    const review = newReview()
    const report = await importFiles(review, [folder])
    expect(report.campaigns).toEqual([])
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'It is neither a file nor a folder.',
      'It is neither a file nor a folder.',
    ])
    for (const path of [pipe, '/dev/zero'])
      expect(readSource({ path, sizeBytes: 100, writtenAtMs: 0 }, false)).toMatchObject({
        skipped: { path, kind: 'damaged', reason: 'It is neither a file nor a folder.' },
      })
  })

  it('stores nothing if there is nothing', async () => {
    const review = newReview()
    const report = await importFiles(review, [fio('no-space'), 'docs'])
    expect(report.campaigns).toEqual([])
    expect(review.campaigns()).toEqual([])
  })

  it('keeps the output of IOzone with its command, and every size as a case', async () => {
    const review = newReview()
    const report = await importFiles(review, [iozone('foreign-several-sizes'), fio('read')])
    expect(report.campaigns.map(({ engine, runs }) => [engine, runs])).toEqual([
      ['iozone', 4],
      ['fio', 1],
    ])
    const [first] = review.runs(1)
    const run = review.run(first?.id ?? 0)
    expect(run?.argv[0]).toBe('iozone')
    expect(run?.rawOutputs.map(({ name }) => name)).toEqual(['foreign-several-sizes.out'])
    expect(review.campaign(1)?.importedFiles).toHaveLength(1)
    expect(new Set(review.runs(1).map(({ caseKey }) => caseKey)).size).toBe(4)
    expect(review.check()).toEqual([])
  })

  it('assigns runs without a drive name to the one named drive', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a.json'), result({ bs: '4k' }, 1, 1, { disk_util: [{ name: 'vda' }] }))
    writeFileSync(join(folder, 'b.json'), result({ bs: '8k' }, 2, 2))
    const review = newReview()
    const report = await importFiles(review, [folder])
    expect(report.campaigns).toMatchObject([{ device: 'vda', runs: 2 }])
  })
})

describe('importing printed tables', () => {
  it('marks them as published, with their source, and keeps the table', async () => {
    const review = newReview()
    const report = await importFiles(review, [printed('sandforce-iops')])
    expect(report.taken).toMatchObject([{ what: 'published table', runs: 0, publishedResults: 12 }])
    expect(review.campaign(1)).toMatchObject({
      source: 'published',
      state: 'done',
      engine: 'iozone',
      device: '64 GB SandForce 1222 SSD',
      publishedResults: 12,
      publication: { source: 'Linux Magazine, "SandForce 1222 SSD Testing, Part 2", 2011, tables 1 to 4' },
      hostRecord: { distribution: 'CentOS 5.4', memoryBytes: 8 * 1024 ** 3 },
      importedFiles: [{ name: 'sandforce-iops.csv' }],
    })
    expect(review.campaign(1)?.plan).toMatchObject({
      base: { block_size: 4096, file_size: 16 * 1024 ** 3 },
      axes: [{ key: 'dedupe_percent', levels: [98, 50, 2] }],
    })
    expect(review.published()[0]).toMatchObject({
      test: 'write',
      metric: 'iops',
      value: { kind: 'summary', mean: 49739.9, standardDeviation: 2349.23, n: 10 },
    })
    expect(review.check()).toEqual([])
  })

  it('of two drives makes two campaigns of one file', async () => {
    const review = newReview()
    await importFiles(review, [printed('flash-card-utilization')])
    expect(review.campaigns().map(({ device, publishedResults }) => [device, publishedResults])).toEqual([
      ['Fusion-io Duo 320 GB', 9],
      ['tachIOn 400 GB', 9],
    ])
    expect(review.campaign(1)?.importedFiles).toEqual(review.campaign(2)?.importedFiles)
    expect(review.check()).toEqual([])
  })

  it('keeps cases that lack a parameter apart', async () => {
    const review = newReview()
    await importFiles(review, [printed('flashmax-generations')])
    expect(review.published([2]).map((one) => [one.caseKey, one.test])).toEqual([
      ['', 'async-random-write'],
      ['', 'async-random-read'],
      ['jobs=64', 'sync-random-read'],
      ['jobs=64', 'sync-random-read'],
      ['jobs=256', 'sync-random-read'],
    ])
    expect(review.check()).toEqual([])
  })

  it('of one’s own takes what the person says about them', async () => {
    const path = join(temporaryFolder(), 'mine.csv')
    writeFileSync(path, 'level;speed;err\n98;250,5;1,5\n50;bad;1\n')
    const review = newReview()
    const report = await importFiles(review, [path], {
      name: 'My drive',
      configuration: 'firmware B',
      device: 'My SSD',
      table: {
        mappings: ['level=level:dedupe_percent', 'speed=mean:bandwidth:MB/s', 'err=deviation'],
        test: 'write',
        levels: { block_size: 1048576 },
        runs: 10,
        engine: 'iozone',
        source: 'Own measurement, May 2026',
      },
    })
    expect(report.skipped).toEqual([
      { path, part: 'line 3, speed', kind: 'damaged', reason: '"bad" is not a number.' },
    ])
    expect(review.campaigns()).toMatchObject([
      { name: 'My drive', configuration: 'firmware B', device: 'My SSD', engine: 'iozone' },
    ])
    expect(review.published()).toMatchObject([
      {
        test: 'write',
        metric: 'bandwidth',
        levels: { block_size: 1048576, dedupe_percent: 98 },
        value: { kind: 'summary', mean: 250.5e6, standardDeviation: 1.5e6, n: 10 },
        source: 'Own measurement, May 2026',
      },
    ])
    expect(review.log(1).some((entry) => entry.text.includes('"bad" is not a number'))).toBe(true)
  })
})

it('says how a results file is taken over', async () => {
  const path = join(temporaryFolder(), 'other.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', path)
  const { skipped } = await importFiles(newReview(), [path])
  expect(skipped).toEqual([
    {
      ...{ path, part: '', kind: 'unknown' },
      reason:
        'It is a results file, not an output. Take its campaigns over from the shelf, or with “benchwright take”.',
    },
  ])
})

it('imports a folder with the outputs of other benchmarks: a campaign for each program and drive, all sound', async () => {
  const review = newReview()
  const { taken, skipped, campaigns } = await importFiles(review, ['tests/fixtures/foreign'])
  expect(skipped.map(({ part, kind }) => [part, kind])).toEqual(
    expect.arrayContaining([
      ['rd1', 'failed'],
      ['Node.js V8 Web Tooling Benchmark', 'failed'],
      ['', 'unknown'],
    ]),
  )
  const engines = review.campaigns().map(({ engine }) => engine)
  expect(new Set(engines)).toEqual(
    new Set([
      ...['AS SSD', 'CrystalDiskMark', 'KDiskMark', 'Phoronix Test Suite', 'TKperf'],
      ...['diskspd', 'elbencho', 'ezFIO', 'fio', 'iozone', 'vdbench'],
    ]),
  )
  const runs = campaigns.reduce((sum, one) => sum + one.runs, 0)
  expect(runs).toBe(taken.reduce((sum, one) => sum + one.runs, 0))
  expect(runs).toBeGreaterThan(70)
  expect(review.check()).toEqual([])
  review.close()
})

it('keeps a report of a program whose drive is unknown apart from the one of a known drive', async () => {
  const review = newReview()
  const folder = 'tests/fixtures/foreign/tkperf'
  await importFiles(review, [`${folder}/2.2-ssd.xml`, `${folder}/1.0-ssd.xml`])
  expect(review.campaigns().map(({ device, runsByState }) => [device, runsByState.done])).toEqual([
    ['unknown', 375],
    ['Loop device, 256 MiB in a file', 375],
  ])
  review.close()
})

describe('series of outputs without a time of day', () => {
  const writtenAtMs = Date.UTC(2019, 4, 1, 12)

  it.each(['tests/fixtures/sysbench-1.0.20/rndrw.txt', 'tests/fixtures/sysbench-synthetic/oltp-0.5.txt'])(
    'end when the file was last written: %s',
    async (fixture) => {
      const path = join(temporaryFolder(), 'run.txt')
      copyFileSync(fixture, path)
      utimesSync(path, writtenAtMs / 1000, writtenAtMs / 1000)
      const review = newReview()
      await importFiles(review, [path])
      const series = review.runs(1).flatMap(({ id }) => review.series(id))
      expect(series.length).toBeGreaterThan(0)
      for (const { startedAtMs, seconds } of series)
        expect(startedAtMs + 1000 * (seconds.at(-1) ?? 0)).toBe(writtenAtMs)
    },
  )
})

it.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 of the other order', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['ISO 8859-1', (text: string) => Buffer.from(text, 'latin1')],
])('reads names with other than English letters in %s', (_, encoded) => {
  const path = join(temporaryFolder(), 'result.txt')
  const text = readFileSync('tests/fixtures/foreign/as-ssd/2.0-rates.txt', 'utf8')
  writeFileSync(path, encoded(text.replace('Internal NVMe SSD', 'Größte SSD')))
  const read = readSource({ path, sizeBytes: 1, writtenAtMs: 0 }, false)
  const devices = read.kind === 'output' ? read.outputs[0]?.runs.map(({ device }) => device) : []
  expect(devices).toEqual(Array<string>(8).fill('Größte SSD'))
})

describe('an output of diskspd without its parameters', () => {
  const whole = readFileSync('tests/fixtures/foreign/diskspd/2-mix.txt', 'utf8')
  const results = whole.slice(whole.indexOf('Results for timespan'))
  const command = 'diskspd.exe -b8K -d60 -o4 -t8 -r -w30 -Sh D:\\test.dat'
  async function levelsWith(scripts: Readonly<Record<string, string>>) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'out.txt'), results)
    for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, name), text)
    const review = newReview()
    await importFiles(review, [join(folder, 'out.txt')])
    const [run] = review.runs(1)
    return {
      levels: review.campaign(1)?.plan.base,
      notes: run?.warnings.map(({ id, text }) => `${id}: ${text}`),
    }
  }
  const known = {
    ...{ pattern: 'random-mix', read_percent: 70, block_size: 8192, queue_depth: 4, jobs: 8 },
    ...{ direct: true, runtime: 60, ramp_time: 5 },
  }

  it.each([
    ['run.cmd', `@echo off\r\n${command} > out.txt\r\n`],
    [
      'run.bat',
      `"C:\\tools\\diskspd.exe" -b8K -d60 ^\r\n  -o4 -t8 -r -w30 -Sh D:\\test.dat >"D:\\results\\OUT.TXT"`,
    ],
    ['run.ps1', `& .\\${command} | Out-File -FilePath .\\out.txt -Encoding utf8\n`],
    ['notes.txt', `First try:\n${command} | tee out.txt\n`],
  ])('has those of the command in %s, and says so', async (name, text) => {
    expect(await levelsWith({ [name]: text })).toEqual({
      levels: known,
      notes: [`options-beside: The parameters are those of the command line in ${name}.`],
    })
  })

  it.each([
    ['writes another file', { 'run.cmd': `${command} > out2.txt` }],
    ['is a remark', { 'run.cmd': `REM ${command} > out.txt` }],
    ['has variables', { 'run.cmd': `diskspd -b%1 -o4 -t8 -r D:\\test.dat > out.txt` }],
    ['has a variable as its target', { 'run.ps1': `diskspd -b8K -o4 -r $file > out.txt` }],
    ['reads a profile', { 'run.cmd': 'diskspd -Xprofile.xml > out.txt' }],
    ['is one of two that differ', { 'a.cmd': `${command} > out.txt`, 'b.cmd': `${command} -L > out.txt` }],
    ['is in a file of another kind', { 'run.sh': `${command} > out.txt` }],
  ])('has none of a command that %s', async (_, scripts) => {
    const { levels, notes } = await levelsWith(scripts)
    expect(levels).not.toHaveProperty('block_size')
    expect(notes?.[0]).toMatch(/^options-unknown: /)
  })
})

it('one measurement in several formats is one run, whatever comes first, and repetitions stay apart', async () => {
  const folder = 'tests/fixtures/imports/one-run-in-three-formats'
  const at = (run: number, form: string) => resolve(folder, `run-${String(run)}.${form}`)
  for (const forms of [
    ['txt', 'json', 'terse'],
    ['terse', 'txt', 'json'],
    ['txt', 'json'],
  ]) {
    const review = newReview()
    const { skipped, taken } = await importFiles(
      review,
      [1, 2].flatMap((run) => forms.map((form) => at(run, form))),
      { device: 'Drive' },
    )
    expect(taken.map(({ path }) => path).sort()).toEqual([at(1, 'json'), at(2, 'json')])
    expect(skipped).toHaveLength(2 * (forms.length - 1))
    for (const { kind, reason } of skipped) {
      expect(kind).toBe('known-already')
      expect(reason).toMatch(/same measurement as in .*run-\d\.(json|terse|txt), in another format/)
    }
    const runs = review.campaigns().flatMap(({ id }) => review.runs(id))
    expect(runs).toHaveLength(2)
  }
})

it('one measurement is one run also in imports one after the other, in another format or saved again', async () => {
  const folder = 'tests/fixtures/imports/one-run-in-three-formats'
  const at = (run: number, form: string) => resolve(folder, `run-${String(run)}.${form}`)
  const again = join(temporaryFolder(), 'again.json')
  writeFileSync(again, `${readFileSync(at(1, 'json'), 'utf8')}\n\n`)
  const review = newReview()
  await importFiles(review, [at(1, 'json')], { device: 'Drive' })
  for (const path of [at(1, 'txt'), at(1, 'terse'), again]) {
    const { campaigns, skipped } = await importFiles(review, [path], { device: 'Drive' })
    expect(campaigns).toEqual([])
    expect(skipped.map(({ kind }) => kind)).toEqual(['known-already'])
    expect(skipped[0]?.reason).toMatch(
      /^It is the same measurement as one in “.+”, which the results file has\.$/,
    )
  }
  // Another repetition is another measurement.
  await importFiles(review, [at(2, 'txt')], { device: 'Drive' })
  expect(review.campaigns().flatMap(({ id }) => review.runs(id))).toHaveLength(2)
})

it('runs beside a result that was left out say so wherever their numbers go', async () => {
  const folder = temporaryFolder()
  const ran = { jobname: 'ran', error: 0, read: { total_ios: 9, iops: 9, bw_bytes: 36_864, runtime: 1000 } }
  const text = result({}, 1, 1, { jobs: [ran, { jobname: 'broke', error: 5, read: {} }] })
  writeFileSync(join(folder, 'a.json'), text)
  writeFileSync(join(folder, 'b.json'), result({ iodepth: '2' }, 7, 20))
  const review = newReview()
  await importFiles(review, [folder], { device: 'Drive' })
  const known = review.campaigns().flatMap(({ id }) => [...review.reservedRuns(id).values()].flat())
  expect(known.map((one) => [one.class, one.id])).toContainEqual(['qualifies', 'results-left-out'])
  expect(known.filter(({ id }) => id === 'results-left-out')).toHaveLength(1)
})
