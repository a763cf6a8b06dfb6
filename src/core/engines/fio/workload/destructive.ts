import type { LevelValue, Workload } from '../../../plan/plan'
import { accessPattern, defaultPattern } from './pattern'

/**
 * The options of fio that leave a target unchanged as long as the pattern only reads. Any other option counts as
 * destructive, especially one that is allowed later and forgotten here (`verify`, `zonemode`, `trim…`).
 */
const harmless: ReadonlySet<string> = new Set(
  `block_size queue_depth jobs io_engine direct file_size runtime time_based ramp_time io_size compress_percent dedupe_percent
  rate_iops offered_iops offered_percent fsync end_fsync invalidate norandommap random_repeat thread percentiles ba bsrange bssplit bs_unaligned
  bs_is_seq_rand rw_sequencer iodepth_batch iodepth_batch_complete_min iodepth_batch_complete_max iodepth_low
  serialize_overlap io_submit_mode number_ios random_generator random_distribution percentage_random fadvise_hint write_hint
  pre_read mem iomem_align buffer_pattern dedupe_mode dedupe_working_set_percentage dedupe_global rate rate_min rate_iops_min
  rate_process rate_cycle rate_ignore_thinktime thinktime thinktime_spin thinktime_blocks thinktime_blocks_type
  thinktime_iotime max_latency latency_target latency_window latency_percentile latency_run steadystate steadystate_duration
  steadystate_ramp_time fdatasync sync write_barrier sync_file_range fsync_on_close cpus_allowed cpus_allowed_policy
  numa_cpu_nodes numa_mem_policy nice prio prioclass clocksource gtod_cpu disable_slat slat_percentiles bwavgtime iopsavgtime
  disk_util hipri hipri_percentage fixedbufs registerfiles sqthread_poll sqthread_poll_cpu nonvectored force_async uncached
  nowait userspace_reap cmdprio_percentage cmdprio_class cmdprio cmdprio_bssplit thp`.split(/\s+/),
)

/** Patterns that only read: always, or at a share of reads of 100 %. */
const readers: ReadonlySet<LevelValue> = new Set([
  'random-read',
  'sequential-read',
  'random-mix',
  'sequential-mix',
])

/** True if this parameter affects whether a workload writes. */
export function decidesWriting(key: string): boolean {
  return !harmless.has(key)
}

/** False only if every parameter of the workload is known to leave the target unchanged. */
export function writes(workload: Workload): boolean {
  const known = Object.keys(workload).every(
    (key) => key === 'pattern' || key === 'read_percent' || !decidesWriting(key),
  )
  if (!known) return true
  return !readers.has(workload.pattern ?? defaultPattern) || accessPattern(workload).writeShare > 0
}
