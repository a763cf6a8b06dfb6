import { expect, test } from 'vitest'
import {
  caseLabel,
  levelLabel,
  levelName,
  namedLevel,
  usualKind,
} from '../../../../src/core/plan/levels/format-level'
import { parseLevel } from '../../../../src/core/plan/levels/parse-level'

test('a limit of bandwidth has a unit, in which it reads back', () => {
  expect(namedLevel('rate', 20 * 2 ** 20)).toBe('Bandwidth limit 20\u202fMiB/s')
  const kind = usualKind('rate') ?? { type: 'text' as const }
  expect(parseLevel('20 MiB/s', kind)).toEqual({ ok: true, value: 20 * 2 ** 20 })
  expect(parseLevel('20971520', kind)).toEqual({ ok: true, value: 20 * 2 ** 20 })
})

test.each([
  ['block_size', 4096, '4\u202fKiB'],
  ['queue_depth', 8, 'QD 8'],
  ['file_size', 2 ** 30, 'File size 1\u202fGiB'],
  ['auto_factor', 2, 'auto_factor 2'],
  ['pattern', 'random-read', 'Random read'],
  ['test', 'record-rewrite', 'Record rewrite'],
  ['tests', 'write random-read', 'Write + Random read'],
  ['server', 'postgresql', 'Server PostgreSQL'],
  ['rate_iops', 50_000, 'IOPS limit 50,000'],
  ['queue_depth', 1024, 'QD 1,024'],
  ['job_factor', 0.0625, 'job_factor 0.0625'],
  ['data_between_runs', 'keep', 'Data between runs Kept'],
])('a level of %s names its parameter', (key, level, text) => {
  expect(namedLevel(key, level)).toBe(text)
})

test('names a configuration without its options, and rows as a number', () => {
  const level = 'B both: innodb_io_capacity=2000 innodb_flush_neighbors=0'
  expect(levelLabel('configuration', level)).toBe('B both')
  expect(levelName('configuration', 'A baseline')).toBe('A baseline')
  expect(levelName('configuration', 'seen at 12:30')).toBe('seen at 12:30')
  expect(usualKind('table_size')?.type).toBe('integer')
})

test('a case names a parameter as headings do, also without the fields of an engine', () => {
  expect(caseLabel({ levels: { block_size: 4096, runtime: 12 } })).toBe('4\u202fKiB · Run time 12\u202fs')
})
