import type { Field } from '../../engine'

export const timeFields: readonly Field[] = [
  {
    id: 'runtime',
    label: 'Run time',
    option: 'runtime',
    group: 'time',
    kind: { type: 'seconds', min: 0.1, max: 30 * 86_400 },
    help: 'How long a run measures. Left empty, a run ends when the amount of I/O is done.',
    axisLevels: [30, 60, 120],
  },
  {
    id: 'time_based',
    label: 'Use the whole run time',
    option: 'time_based',
    group: 'time',
    kind: { type: 'boolean' },
    help: 'Starts over when the end of the file is reached, until the run time is over. Off, the run may end sooner.',
    initial: true,
  },
  {
    id: 'ramp_time',
    label: 'Warm-up',
    option: 'ramp_time',
    group: 'time',
    kind: { type: 'seconds', min: 0, max: 86_400 },
    help: 'The load runs this long before measuring begins.',
    initial: 0,
    axisLevels: [0, 5, 30],
  },
  {
    id: 'io_size',
    label: 'Amount of I/O',
    option: 'io_size',
    group: 'time',
    kind: { type: 'bytes', min: 512 },
    help: 'Bytes each job reads and writes before it ends. Left empty, each job goes over the file once, or until the run time is over.',
  },
]
