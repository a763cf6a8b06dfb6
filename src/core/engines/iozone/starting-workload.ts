import type { Workload } from '../../plan/plan'

/** What a new IOzone plan starts from: all tests of the table on one file of data that repeats nowhere. */
export const startingWorkload: Workload = {
  mode: 'single',
  tests: 'all',
  report: 'throughput',
  block_size: 64 * 1024,
  file_size: 16 * 1024 ** 3,
  direct: false,
  include_flush: true,
  dedupe_percent: 0,
}
