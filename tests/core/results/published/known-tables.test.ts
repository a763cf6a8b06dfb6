import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findKnownTable, type KnownTable } from '../../../../src/core/results/published/known-tables'
import { readTextTable, type TextTable } from '../../../../src/core/results/published/read-csv'
import { readPublishedTable } from '../../../../src/core/results/published/read-table'
import * as v from 'valibot'
import { tableFactsSchema, tableMappingSchema } from '../../../../src/core/results/published/column-role'

const folder = 'resources/published'
const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))

function open(file: string): { table: TextTable; known: KnownTable } {
  const table = readTextTable(readFileSync(`${folder}/${file}`, 'utf8'))
  if ('text' in table) throw new Error(table.text)
  const known = findKnownTable(table.columns)
  if (!known) throw new Error(`${file} is not known.`)
  return { table, known }
}

function results(file: string) {
  const { table, known } = open(file)
  return readPublishedTable(table, known.mapping, known.facts)
}

describe.each(files)('the shipped table %s', (file) => {
  it('is known, sound, and read completely', () => {
    const { table, known } = open(file)
    expect(known.mapping).toHaveLength(table.columns.length)
    expect(v.is(tableMappingSchema, known.mapping)).toBe(true)
    expect(v.is(tableFactsSchema, known.facts)).toBe(true)
    expect(known.facts.source).not.toBe('')
    expect(results(file).skipped).toEqual([])
  })

  it('contains every number it prints', () => {
    const { table, known } = open(file)
    const printed = known.mapping.flatMap((role, at) =>
      role.kind === 'mean' || role.kind === 'difference'
        ? table.lines.filter((line) => line.cells[at] !== '').map(() => 1)
        : [],
    )
    const read = results(file).groups.flatMap((group) => group.results)
    expect(read).toHaveLength(printed.length)
  })
})

describe('the numbers of the reviews', () => {
  it('are the 414 differences of the kernel comparison', () => {
    const [group, ...others] = results('sandforce-kernel-difference.csv').groups
    expect(others).toEqual([])
    expect(group?.configuration).toBe('kernel 2.6.38.2')
    expect(group?.results).toHaveLength(414)
    const counts = new Map<string, number>()
    for (const { test, metric } of group?.results ?? [])
      counts.set(`${test} ${metric}`, (counts.get(`${test} ${metric}`) ?? 0) + 1)
    expect(counts.size).toBe(17)
    expect([...counts].filter(([name]) => name.endsWith('bandwidth')).map(([, count]) => count)).toEqual(
      Array.from({ length: 13 }, () => 30),
    )
    expect([...counts].filter(([name]) => name.endsWith('iops')).map(([, count]) => count)).toEqual([
      6, 6, 6, 6,
    ])
    expect(
      group?.results.find((one) => one.test === 'random-write' && one.levels.dedupe_percent === 98),
    ).toEqual({
      test: 'random-write',
      direction: 'total',
      metric: 'bandwidth',
      unit: 'B/s',
      levels: { file_size: 16 * 1024 ** 3, dedupe_alike: true, block_size: 65536, dedupe_percent: 98 },
      value: {
        kind: 'difference',
        differencePercent: -10.03,
        deviationPercent: 4.44,
        n: 10,
        baseline: 'kernel 2.6.32',
        form: { unit: '%', factor: 1, decimals: 2, deviationDecimals: 2 },
      },
    })
    const levels = new Set(group?.results.map((one) => one.levels.dedupe_percent))
    expect([...levels]).toEqual([98, 75, 50, 25, 2, 'random'])
  })

  it('are the IOPS of the second part', () => {
    const [group] = results('sandforce-iops.csv').groups
    expect(group?.results[0]).toMatchObject({
      test: 'write',
      metric: 'iops',
      levels: { block_size: 4096, dedupe_percent: 98 },
      value: { kind: 'summary', mean: 49739.9, standardDeviation: 2349.23, n: 10 },
    })
  })

  it('are in base units', () => {
    const cards = results('flash-card-utilization.csv').groups
    expect(cards.map((group) => group.device)).toEqual(['Fusion-io Duo 320 GB', 'tachIOn 400 GB'])
    expect(cards[0]?.results[0]?.value).toEqual({
      ...{ kind: 'summary', mean: 1095 * 1048576 },
      form: { unit: 'MiB/s', factor: 1048576, decimals: 0 },
    })
    const [fill] = results('tachion-fill-level.csv').groups
    expect(fill?.results[0]).toMatchObject({
      levels: { fill_bytes: 130e9 },
      value: { mean: 959.17 * 1048576 },
    })
    const [, second] = results('flashmax-generations.csv').groups
    expect(second?.results.map((one) => [one.test, one.metric, one.levels.jobs])).toEqual([
      ['async-random-write', 'bandwidth', undefined],
      ['async-random-read', 'bandwidth', undefined],
      ['sync-random-read', 'bandwidth', 64],
      ['sync-random-read', 'latency_p95', 64],
      ['sync-random-read', 'bandwidth', 256],
    ])
    expect(second?.results[3]?.value).toEqual({
      ...{ kind: 'summary', mean: 1_105_000 },
      form: { unit: 'ms', factor: 1e6, decimals: 3 },
    })
    const servers = results('tpcc-notpm.csv').groups
    expect(servers.map((group) => group.configuration)).toEqual(['MySQL 5.5.8', 'Percona Server'])
    expect(servers[1]?.results[2]).toMatchObject({
      metric: 'new_order_rate',
      unit: '1/min',
      levels: { buffer_pool_size: 144 * 1024 ** 3 },
      value: { mean: 109631 },
    })
  })
})
