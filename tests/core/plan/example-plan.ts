import { thisMachine } from '../../../src/core/plan/destination'
import type { Plan } from '../../../src/core/plan/plan'

/** A small plan that is valid in every way; tests change the part they are about. */
export function examplePlan(parts: Partial<Plan> = {}): Plan {
  return {
    schema: 1,
    id: 'example',
    name: 'Example',
    notes: '',
    engine: 'fio',
    base: {
      pattern: 'random-mix',
      queue_depth: 64,
      io_engine: 'libaio',
      direct: true,
      file_size: 1_073_741_824,
      runtime: 30,
      ramp_time: 5,
      compress_percent: 0,
    },
    axes: [
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 50, 0] },
    ],
    excluded: [],
    repetitions: 3,
    order: { kind: 'designed', seed: 7 },
    pauseSeconds: 0,
    onFailure: 'continue',
    target: { kind: 'folder', path: '/data' },
    hosts: [thisMachine],
    ...parts,
  }
}
