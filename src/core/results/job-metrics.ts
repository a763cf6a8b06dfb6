import type { Metric } from './metric'

/**
 * What IOzone's throughput mode says beside its sum: the rate as the parent sees it, which includes starting and ending
 * the jobs, and the slowest, fastest and mean job. The least amount a job moved shows jobs that hardly ran. What fio says of
 * the window in which a job was steady (`steadystate`).
 */
export const jobMetrics: readonly Metric[] = [
  rate('parent_bandwidth', 'Bandwidth seen by the parent', 'B/s'),
  rate('job_bandwidth_min', 'Bandwidth of the slowest job', 'B/s'),
  rate('job_bandwidth_max', 'Bandwidth of the fastest job', 'B/s'),
  rate('job_bandwidth_mean', 'Mean bandwidth of a job', 'B/s'),
  rate('parent_iops', 'IOPS seen by the parent', 'IOPS'),
  rate('job_iops_min', 'IOPS of the slowest job', 'IOPS'),
  rate('job_iops_max', 'IOPS of the fastest job', 'IOPS'),
  rate('job_iops_mean', 'Mean IOPS of a job', 'IOPS'),
  rate('steady_iops', 'IOPS in the steady window', 'IOPS'),
  rate('steady_bandwidth', 'Bandwidth in the steady window', 'B/s'),
  { id: 'steady_window', label: 'Length of the steady window', unit: 's', better: 'neither', aliases: [] },
  { id: 'job_io_bytes_min', label: 'Least bytes moved by a job', unit: 'B', better: 'neither', aliases: [] },
  { id: 'job_io_count_min', label: 'Least I/Os of a job', unit: 'count', better: 'neither', aliases: [] },
]

function rate(id: string, label: string, unit: 'B/s' | 'IOPS'): Metric {
  return { id, label, unit, better: 'higher', aliases: [] }
}
