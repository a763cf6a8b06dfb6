import { describe, expect, it } from 'vitest'
import { unknownTable, type TableFacts } from '../../../../src/core/results/published/column-role'
import { applyMappings, parseRole } from '../../../../src/core/results/published/parse-mapping'
import { readTextTable } from '../../../../src/core/results/published/read-csv'
import { readPublishedTable, type ReadTable } from '../../../../src/core/results/published/read-table'
import { suggestMapping } from '../../../../src/core/results/published/suggest-mapping'

function read(text: string, maps: readonly string[] = [], facts: Partial<TableFacts> = {}): ReadTable {
  const table = readTextTable(text)
  if ('text' in table) throw new Error(table.text)
  const mapping = applyMappings(table.columns, suggestMapping(table.columns), maps)
  if (!mapping.ok) throw new Error(mapping.error)
  return readPublishedTable(table, mapping.value, { ...unknownTable, ...facts })
}

describe('a printed table', () => {
  it('with common headings needs no help', () => {
    const { groups, skipped } = read(
      'Drive,Test,Block size,QD,n,Throughput (MiB/s),stddev,P99 latency (ms)\n' +
        'A,Random Read,4 KiB,32,5,100.5,1.5,2.25\nB,random-read,4k,32,,99,,\n',
    )
    expect(skipped).toEqual([])
    expect(groups).toEqual([
      {
        device: 'A',
        configuration: '',
        results: [
          {
            test: 'random-read',
            direction: 'total',
            metric: 'bandwidth',
            unit: 'B/s',
            levels: { block_size: 4096, queue_depth: 32 },
            value: {
              ...{ kind: 'summary', mean: 100.5 * 1048576, standardDeviation: 1.5 * 1048576, n: 5 },
              form: { unit: 'MiB/s', factor: 1048576, decimals: 1, deviationDecimals: 1 },
            },
          },
          {
            test: 'random-read',
            direction: 'total',
            metric: 'latency_p99',
            unit: 'ns',
            levels: { block_size: 4096, queue_depth: 32 },
            value: {
              ...{ kind: 'summary', mean: 2_250_000, n: 5 },
              form: { unit: 'ms', factor: 1e6, decimals: 2 },
            },
          },
        ],
      },
      {
        device: 'B',
        configuration: '',
        results: [
          expect.objectContaining({
            value: {
              ...{ kind: 'summary', mean: 99 * 1048576 },
              form: { unit: 'MiB/s', factor: 1048576, decimals: 0 },
            },
          }),
        ],
      },
    ])
  })

  it('with a column per drive makes each a group', () => {
    const { groups } = read('used,Alpha iops,Beta iops\n20,1000,900\n90,500,\n', [], { test: 'random-write' })
    expect(groups.map((group) => [group.device, group.results.length])).toEqual([
      ['Alpha', 2],
      ['Beta', 1],
    ])
    expect(groups[0]?.results[0]?.levels).toEqual({ fill_percent: 20 })
  })

  it('with undescriptive columns takes a mapping', () => {
    const { groups } = read(
      'what,x,y,y err,who\nwrite,98,5000,20,mine\n',
      ['what=test', 'x=level:compress_percent', 'y=mean:bw:KB/s', 'y err=deviation', '#5=configuration'],
      { levels: { block_size: 65536 }, runs: 3, device: 'D' },
    )
    expect(groups).toEqual([
      {
        device: 'D',
        configuration: 'mine',
        results: [
          {
            test: 'write',
            direction: 'total',
            metric: 'bandwidth',
            unit: 'B/s',
            levels: { block_size: 65536, compress_percent: 98 },
            value: {
              ...{ kind: 'summary', mean: 5000 * 1024, standardDeviation: 20 * 1024, n: 3 },
              form: { unit: 'KB/s', factor: 1024, decimals: 0, deviationDecimals: 0 },
            },
          },
        ],
      },
    ])
  })

  it('of differences keeps the baseline, and tests named -iops are of IOPS', () => {
    const { groups } = read('test,bandwidth change (%),sd\nwrite-iops,-1.5,0.5\nwrite,2,\n', [], {
      baseline: 'kernel A',
      runs: 10,
    })
    expect(groups[0]?.results).toMatchObject([
      {
        test: 'write',
        metric: 'iops',
        unit: 'IOPS',
        value: {
          kind: 'difference',
          differencePercent: -1.5,
          deviationPercent: 0.5,
          n: 10,
          baseline: 'kernel A',
        },
      },
      { test: 'write', metric: 'bandwidth', value: { kind: 'difference', differencePercent: 2 } },
    ])
  })

  it('is read with one decimal mark per column, or not at all', () => {
    const text =
      'test\tbs\tiops\tsd\nwrite\t4k\t22.000,5\t1,5\nwrite\t8k\t610.000\t2.5\nwrite\t16k\t20.500\t3\n'
    const open = read(text)
    expect(open.groups).toEqual([])
    expect(open.questions).toEqual([
      { at: 3, column: 'sd', text: '"2.5" has a decimal point and "1,5" a decimal comma.' },
    ])
    const said = read(text, [], { numbers: ['found', 'found', 'found', 'comma'] })
    expect(said.questions).toEqual([])
    expect(said.skipped).toEqual([
      { line: 3, column: 'iops', reason: '"2.5" is not a number with a decimal comma.' },
    ])
    expect(said.groups[0]?.results.map(({ value }) => value)).toMatchObject([
      { kind: 'summary', mean: 22000.5, standardDeviation: 1.5 },
      { kind: 'summary', mean: 20500, standardDeviation: 3 },
    ])
  })

  it('with an ambiguous decimal mark in sizes and counts asks for these, too', () => {
    const { questions } = read('test,bs,n,iops\nwrite,1.024,10,5\nwrite,2.048,10,6\n')
    expect(questions).toEqual([
      { at: 1, column: 'bs', text: '"1.024" can be read in two ways, as 1.024 or as 1024.' },
    ])
    const { groups } = read('test,bs,n,iops\nwrite,1.024,10,5\n', [], { numbers: ['found', 'comma'] })
    expect(groups[0]?.results[0]?.levels).toEqual({ block_size: 1024 })
  })

  it('skips what cannot be read, by line and column, and keeps the rest', () => {
    const { groups, skipped } = read(
      'test,record_size,n,mean_iops,stddev\n' +
        'write,4k,10,100,1\n' +
        'write,8k,ten,100,1\n' +
        'write,16k,10,fast,1\n' +
        'write,32k,10,100,-1\n' +
        ',64k,10,100,1\n' +
        'write,4k,10,101,1\n' +
        'write,128k,10,n/a,\n' +
        'write,256k,10,–,\n' +
        'write,512k,10,200,\n' +
        'write,1M,10,-5,1\n',
    )
    expect(groups[0]?.results.map((one) => one.levels.block_size)).toEqual([4096, 524288])
    expect(skipped).toEqual([
      { line: 3, column: '', reason: '"ten" is not a number of runs.' },
      { line: 4, column: 'mean_iops', reason: '"fast" is not a number.' },
      { line: 5, column: 'mean_iops', reason: 'A standard deviation cannot be negative.' },
      { line: 6, column: '', reason: 'The line does not say which test it is of.' },
      { line: 7, column: 'mean_iops', reason: 'An earlier line has the same case.' },
      { line: 11, column: 'mean_iops', reason: '"-5" is below zero, which IOPS cannot be.' },
    ])
  })

  it('names the columns that may distinguish lines of one case', () => {
    const { skipped } = read('test,size,iops\nread,4k,1\nread,8k,2\n')
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'An earlier line has the same case. The column "size", not used so far, may distinguish them.',
    ])
  })

  it('gives a deviation only to the value before it', () => {
    const { groups } = read('test,iops,latency_ms,sd\nread,100,5,1\n')
    expect(groups[0]?.results.map((one) => one.value)).toEqual([
      { kind: 'summary', mean: 100, form: { unit: 'IOPS', factor: 1, decimals: 0 } },
      {
        ...{ kind: 'summary', mean: 5_000_000, standardDeviation: 1_000_000 },
        form: { unit: 'ms', factor: 1e6, decimals: 0, deviationDecimals: 0 },
      },
    ])
  })

  it('keeps the digits of print, thousands and decimal marks aside', () => {
    const { groups } = read('test,iops,sd\nread,"49,739.90","2,349.0"\nwrite,1e3,\n')
    expect(groups[0]?.results.map(({ value }) => value.form)).toEqual([
      { unit: 'IOPS', factor: 1, decimals: 2, deviationDecimals: 1 },
      undefined,
    ])
    const comma = read('test,iops\nread,"1.234,50"\n')
    expect(comma.groups[0]?.results[0]?.value.form?.decimals).toBe(2)
  })

  it('with a direction column says which part of a mix it prints', () => {
    const { groups } = read('test,direction,iops\nrandom-mix,read,70\nrandom-mix,write,30\nrandom-mix,,100\n')
    expect(groups[0]?.results.map((one) => one.direction)).toEqual(['read', 'write', 'total'])
  })
})

describe('a role on the command line', () => {
  it.each([
    ['test', { kind: 'test' }],
    ['ignore', { kind: 'ignore' }],
    ['level:block_size', { kind: 'level', key: 'block_size' }],
    ['level:fill_bytes:GB', { kind: 'level', key: 'fill_bytes', unit: 'GB' }],
    ['mean:iops', { kind: 'mean', metric: 'iops' }],
    ['mean:bw:MB/s', { kind: 'mean', metric: 'bandwidth', unit: 'MB/s' }],
    [
      'mean:bw:MiB/s:device=My Drive:configuration=B',
      { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s', device: 'My Drive', configuration: 'B' },
    ],
    ['difference:p95', { kind: 'difference', metric: 'latency_p95' }],
  ])('%s is read', (text, role) => {
    expect(parseRole(text)).toEqual({ ok: true, value: role })
  })

  it.each([
    ['mean:speed', /no metric "speed".*bandwidth/],
    ['mean:iops:MB/s', /"MB\/s" is no unit of IOPS. Known are IOPS/],
    ['level:Block Size', /not a role/],
    ['level', /not a role/],
    ['test:x', /not a role/],
    ['', /not a role/],
  ])('%s is refused with a list of what is known', (text, words) => {
    const role = parseRole(text)
    expect(role.ok ? '' : role.error).toMatch(words)
  })

  it('names a column that exists', () => {
    const apply = (text: string) =>
      applyMappings(['A', 'b c'], [{ kind: 'ignore' }, { kind: 'ignore' }], [text])
    expect(apply('B C=test')).toEqual({ ok: true, value: [{ kind: 'ignore' }, { kind: 'test' }] })
    expect(apply('#1=note')).toEqual({ ok: true, value: [{ kind: 'note' }, { kind: 'ignore' }] })
    expect(apply('#3=note')).toMatchObject({ ok: false })
    expect(apply('d=test')).toEqual({ ok: false, error: '"d" is none of the columns A, b c.' })
    expect(apply('test')).toMatchObject({ ok: false })
  })
})
