import type { Metric } from './metric'
import type { Unit } from './observation'

/**
 * What only series know: means over an interval of fio's logs that a run as a whole has no word for, and what samplers on the
 * host observe beside a run.
 */
export const observedMetrics: readonly Metric[] = [
  metric('completion_latency_max', 'Maximum completion latency', 'ns', 'lower'),
  metric('submission_latency_mean', 'Mean submission latency', 'ns', 'lower'),
  metric('submission_latency_max', 'Maximum submission latency', 'ns', 'lower'),
  metric('disk_merges', 'Merged requests per second', 'IOPS', 'neither'),
  metric('disk_in_flight', 'Requests in flight', 'count', 'neither'),
  metric('disk_queue', 'Mean queue length', 'count', 'neither'),
  metric('disk_busy', 'Time with requests in flight', '%', 'neither'),
  metric('cpu_iowait', 'CPU, waiting for I/O', '%', 'neither'),
  metric('cpu_steal', 'CPU, taken by the hypervisor', '%', 'lower'),
  metric('cpu_idle', 'CPU, idle', '%', 'neither'),
  metric('memory_dirty', 'Dirty pages', 'B', 'neither'),
  metric('memory_writeback', 'Pages being written back', 'B', 'neither'),
  metric('memory_available', 'Available memory', 'B', 'neither'),
  metric('swap_used', 'Swap in use', 'B', 'lower'),
  metric('swap_in', 'Swapped in', 'B/s', 'lower'),
  metric('swap_out', 'Swapped out', 'B/s', 'lower'),
  metric('pressure_some', 'Time some tasks waited for I/O', '%', 'lower'),
  metric('pressure_full', 'Time all tasks waited for I/O', '%', 'lower'),
  metric('temperature', 'Temperature', '°C', 'lower'),
  metric('drive_bytes', 'Bytes moved in the life of the drive', 'B', 'neither'),
  metric('endurance_used', 'Endurance used', '%', 'lower'),
  metric('throttle_count', 'Times throttled for heat', 'count', 'lower'),
  metric('request_count', 'Block requests', 'count', 'neither'),
  metric('request_read_share', 'Block requests that read', '%', 'neither'),
  metric('request_sequential', 'Block requests that continue one before', '%', 'neither'),
  metric('request_size_mean', 'Mean size of block requests', 'B', 'neither'),
  metric('device_latency_mean', 'Mean time of a request in the device', 'ns', 'lower'),
  metric('queue_wait_mean', 'Mean wait of a request for the device', 'ns', 'lower'),
  metric('throttled_time', 'Time throttled for heat', 's', 'lower'),
  metric('over_temperature_time', 'Time above the warning temperature', 's', 'lower'),
]

function metric(id: string, label: string, unit: Unit, better: Metric['better']): Metric {
  return { id, label, unit, better, aliases: [] }
}
