import { describe, expect, it } from 'vitest'
import { tableToCsv } from '../../../../src/core/document/csv'
import { tableToJson, tableToObjects } from '../../../../src/core/document/json'
import { tidyTable } from '../../../../src/core/figures/tables/tidy-table'
import { row } from '../mix-rows'
import { joined } from '../../document/joined'

describe('tidy rows', () => {
  const rows = [
    row({
      runId: 1,
      value: 123_456_789.5,
      levels: { zebra: 'x', jobs: 4, block_size: 4096, read_percent: 70, queue_depth: 64 },
    }),
    row({
      runId: 2,
      direction: 'read',
      repetition: 2,
      levels: { block_size: 65_536, direct: true, test: 'odd' },
    }),
  ]

  it('have exactly the documented columns, axes in the order readers look for', () => {
    expect(tidyTable(rows).columns.map((column) => column.key)).toEqual([
      'campaign',
      'configuration',
      'host',
      'device',
      'engine',
      'test',
      'direction',
      'metric',
      'value',
      'unit',
      'repetition',
      'state',
      'block_size',
      'read_percent',
      'queue_depth',
      'jobs',
      'direct',
      'test_level',
      'zebra',
    ])
  })

  it('are written one per line', () => {
    expect(joined(tableToCsv(tidyTable(rows))).split('\r\n')[1]).toBe(
      'Mix sweep,kernel 6.18,bench-1,Samsung 990 PRO 2TB (nvme0n1),fio,random-mix,total,bandwidth,123456789.5,B/s,1,done,4096,70,64,4,,,x',
    )
  })

  it('have every key in JSON, absent ones as null', () => {
    const objects = JSON.parse(joined(tableToJson(tidyTable(rows)))) as Record<string, unknown>[]
    expect(objects).toEqual([...tableToObjects(tidyTable(rows))])
    expect(objects[0]).toMatchObject({ block_size: 4096, direct: null, test: 'random-mix' })
    expect(objects[1]).toMatchObject({ direct: true, test_level: 'odd', queue_depth: null })
    expect(joined(tableToJson(tidyTable([])))).toBe('[]\n')
  })
})
