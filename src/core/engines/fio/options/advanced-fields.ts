import type { Field } from '../../engine'

/** fio's own list of percentiles, at most 20. The figures need 50, 95, 99 and 99.9. */
const percentiles = '1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99'

export const advancedFields: readonly Field[] = [
  {
    id: 'rate_iops',
    label: 'IOPS limit',
    option: 'rate_iops',
    group: 'advanced',
    kind: { type: 'integer', min: 2, max: 2_147_483_647 },
    help: 'Holds each job to this many requests a second, reads and writes together.',
    axisLevels: [1000, 10_000],
  },
  {
    id: 'fsync',
    label: 'fsync every',
    option: 'fsync',
    group: 'advanced',
    kind: { type: 'integer', min: 0, max: 2_147_483_647 },
    help: 'Calls fsync after this many writes; 0 never does.',
    axisLevels: [0, 1, 32],
  },
  {
    id: 'end_fsync',
    label: 'fsync at the end',
    option: 'end_fsync',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Calls fsync when the run ends, so that buffered writes count until they are on the drive.',
  },
  {
    id: 'invalidate',
    label: 'Drop cached pages first',
    option: 'invalidate',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: "Removes the file's pages from the page cache before a run.",
    initial: true,
  },
  {
    id: 'norandommap',
    label: 'Random without a map',
    option: 'norandommap',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Random places may repeat before every block was touched once. Saves memory on very large files.',
  },
  {
    id: 'random_repeat',
    label: 'Same places every run',
    option: 'randrepeat',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Every repetition visits the same random places. A cache then answers from the second run on; off, each repetition has its own stored seed.',
    initial: false,
  },
  {
    id: 'thread',
    label: 'Threads',
    option: 'thread',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Jobs are threads of one process, which can always be stopped as a whole. Off, each job is a process.',
    initial: true,
  },
  {
    id: 'percentiles',
    label: 'Percentiles',
    option: 'percentile_list',
    group: 'advanced',
    kind: { type: 'text', pattern: '\\d{1,3}(\\.\\d{1,6})?(:\\d{1,3}(\\.\\d{1,6})?){0,19}' },
    help: 'Percentiles that fio itself reports, at most 20, separated by colons. Figures use the stored latency bins and do not depend on this.',
    initial: percentiles,
  },
]
