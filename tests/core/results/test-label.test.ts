import { expect, test } from 'vitest'
import { testLabel } from '../../../src/core/results/test-label'

test.each([
  ['random-write', 'Random write'],
  ['record-rewrite', 'Record rewrite'],
  ['async-random-read', 'Async random read'],
  ['tpcc', 'TPC-C'],
  ['tpcc-like', 'TPC-C-like, not audited'],
  ['write', 'Write'],
  ['', ''],
])('%s is called %s', (id, label) => {
  expect(testLabel(id)).toBe(label)
})
