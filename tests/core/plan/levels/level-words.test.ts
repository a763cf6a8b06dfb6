import { describe, expect, test } from 'vitest'
import { testId, testLabel, wordLabel } from '../../../../src/core/plan/levels/level-words'

test.each([
  ['random-write', 'Random write'],
  ['record-rewrite', 'Record rewrite'],
  ['async-random-read', 'Async random read'],
  ['tpcc', 'TPC-C'],
  ['tpcc-like', 'TPC-C-like, not audited'],
  ['oltp-read-only', 'OLTP read-only'],
  ['write', 'Write'],
  ['', ''],
])('%s is called %s', (id, label) => {
  expect(testLabel(id)).toBe(label)
})

test.each(['Random Write', ' random_write', 'random-write'])('%s in a table is random-write', (text) => {
  expect(testId(text)).toBe('random-write')
})

describe('a word', () => {
  test.each([
    ['pattern', 'sequential-read', 'Sequential read'],
    ['tests', 'write random-read', 'Write + Random read'],
    ['tests', 'all', 'all thirteen'],
    ['server', 'mysql', 'MySQL'],
    ['io_engine', 'io_uring', 'io_uring'],
    ['mode', 'toString', 'toString'],
  ])('%s %s is %s', (key, word, label) => {
    expect(wordLabel(key, word)).toBe(label)
  })
})
