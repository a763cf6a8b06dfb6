import { expect, test } from 'vitest'
import { usualMetricOf } from '../../../src/core/engines/usual-metric'
import type { LevelValue } from '../../../src/core/plan/plan'

const all = new Set(['bandwidth', 'iops', 'latency_mean'])
const measured = (blockSize: LevelValue | undefined, levels: readonly LevelValue[] = []) => ({
  engine: 'fio',
  plan: {
    base: Object.fromEntries(blockSize === undefined ? [] : [['block_size', blockSize]]),
    axes: levels.length === 0 ? [] : [{ key: 'block_size', levels: [...levels] }],
  },
})

test('small requests are shown in IOPS, large ones in bandwidth, and so are plans with both', () => {
  expect(usualMetricOf([measured(4096)], all)).toBe('iops')
  expect(usualMetricOf([measured(1_048_576)], all)).toBe('bandwidth')
  // The axis counts, not what it replaces.
  expect(usualMetricOf([measured(1_048_576, [512, 4096])], all)).toBe('iops')
  expect(usualMetricOf([measured(4096, [4096, 65_536])], all)).toBe('bandwidth')
  expect(usualMetricOf([measured(4096), measured(131_072)], all)).toBe('bandwidth')
  expect(usualMetricOf([measured(undefined)], all)).toBe('bandwidth')
})

test('only what was measured is shown, and without campaigns the usual metric', () => {
  expect(usualMetricOf([measured(4096)], new Set(['bandwidth']))).toBe('bandwidth')
  expect(usualMetricOf([measured(4096)], new Set(['latency_mean', 'iops']))).toBe('iops')
  expect(usualMetricOf([], all)).toBe('bandwidth')
  expect(usualMetricOf([measured(4096)], new Set())).toBeUndefined()
})
