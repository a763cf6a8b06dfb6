import { thisMachine } from '../../../src/core/plan/destination'
import type { Axis, Plan } from '../../../src/core/plan/plan'

/** A small plan to change in tests. */
export function planFixture(parts: Partial<Plan> = {}): Plan {
  const axes: readonly Axis[] = [
    { key: 'block_size', levels: [4096, 65536] },
    { key: 'read_percent', levels: [100, 50, 0] },
  ]
  return {
    schema: 1,
    id: 'plan-1',
    name: 'Mix',
    notes: '',
    engine: 'fio',
    base: { pattern: 'random', file_size: 1 << 30, runtime: 10, direct: true },
    axes,
    excluded: [],
    repetitions: 10,
    order: { kind: 'designed', seed: 1 },
    pauseSeconds: 0,
    onFailure: 'continue',
    target: { kind: 'folder', path: '/data' },
    hosts: [thisMachine],
    ...parts,
  }
}
