import type { ExtraOption } from '../engine'
import { engineOptions } from './options/engine-options'
import { requestOptions } from './options/request-options'
import { duration, oneOf, onOff, option, percent, size, text, whole } from '../describe-fields'

const cpuList = '\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?){0,255}'

/** Processors, priorities, clocks and reporting. */
const machineOptions: readonly ExtraOption[] = [
  option('cpus_allowed', text(cpuList), 'Processors the jobs may run on, such as 0-3,8.'),
  option(
    'cpus_allowed_policy',
    oneOf('shared', 'split'),
    'All jobs share these processors, or each gets its own.',
  ),
  option('numa_cpu_nodes', text(`all|${cpuList}`), 'NUMA nodes whose processors are used.'),
  option(
    'numa_mem_policy',
    text(`local|default|(default|prefer|bind|interleave):${cpuList}`),
    'NUMA node that memory comes from, such as bind:0.',
  ),
  option('nice', whole(-20, 19), 'Processor priority of the jobs; below 0 needs special rights.'),
  option('prio', whole(0, 7), 'I/O priority within its class; 0 is the highest.'),
  option('prioclass', whole(0, 3), 'I/O class: 1 real time, 2 best effort, 3 idle.'),
  option('clocksource', oneOf('gettimeofday', 'clock_gettime', 'cpu'), 'Clock used for latencies.'),
  option(
    'gtod_cpu',
    whole(1, 4095),
    'Dedicates one processor to reading the clock, so that the jobs do not have to.',
  ),
  option('disable_slat', onOff, 'Leaves out submission latency, which costs one clock reading per request.'),
  option('slat_percentiles', onOff, 'Reports percentiles of the submission latency as well.'),
  option(
    'bwavgtime',
    whole(1, 3_600_000),
    'Milliseconds over which smallest and largest bandwidth are averaged.',
  ),
  option(
    'iopsavgtime',
    whole(1, 3_600_000),
    'Milliseconds over which smallest and largest IOPS are averaged.',
  ),
  option('disk_util', onOff, "Reads the kernel's disk statistics before and after the run."),
]

/** Rates, pauses, latency goals, steady state and when data reaches the drive. */
const flowOptions: readonly ExtraOption[] = [
  option('rate', size, 'Holds each job, in each direction, to this many bytes a second.'),
  option('rate_min', size, 'Ends the run as failed when a job falls below this many bytes a second.'),
  option(
    'rate_iops_min',
    whole(1),
    'Ends the run as failed when a job falls below this many requests a second.',
  ),
  option(
    'rate_process',
    oneOf('linear', 'poisson'),
    'Spacing of requests under a rate: even, or random as from many users.',
  ),
  option('rate_cycle', whole(1, 3_600_000), 'Milliseconds over which a smallest rate is averaged.'),
  option('rate_ignore_thinktime', onOff, 'A pause between requests does not lead to a burst afterwards.'),
  option('thinktime', whole(), 'Microseconds of pause after a request or a burst.'),
  option('thinktime_spin', whole(), 'Microseconds of the pause in which the processor is kept busy.'),
  option('thinktime_blocks', whole(1), 'Requests between two pauses.'),
  option(
    'thinktime_blocks_type',
    oneOf('complete', 'issue'),
    'Counts requests for the pause when they end or when they start.',
  ),
  option('thinktime_iotime', whole(), 'Seconds of I/O between two pauses.'),
  option(
    'max_latency',
    whole(1),
    'Ends the run as failed when a request takes longer than this many microseconds.',
  ),
  option(
    'latency_target',
    whole(1),
    'Raises the depth until requests take this many microseconds. Queue depth is then the upper end.',
  ),
  option('latency_window', whole(1), 'Microseconds over which the latency goal must hold.'),
  option('latency_percentile', percent, 'Share of requests that must meet the latency goal.'),
  option('latency_run', onOff, 'Keeps to the latency goal to the end instead of stopping when it is found.'),
  option(
    'steadystate',
    text('(iops|iops_slope|bw|bw_slope):\\d{1,10}(\\.\\d{1,6})?%?'),
    'Ends the run when it is steady, such as iops_slope:10% or bw:5%. Run time is then the longest wait.',
  ),
  option('steadystate_duration', duration, 'How long the run must be steady.'),
  option('steadystate_ramp_time', duration, 'Time before steadiness is looked at.'),
  option('fdatasync', whole(), 'Calls fdatasync after this many writes; 0 never does.'),
  option('sync', oneOf('none', 'sync', 'dsync'), 'Opens the file so that each write waits for the drive.'),
  option('write_barrier', whole(), 'Makes every such write a barrier, where the I/O engine can.'),
  option(
    'sync_file_range',
    text('(wait_before|write|wait_after)(,(wait_before|write|wait_after)){0,2}:\\d{1,9}'),
    'Calls sync_file_range after a number of writes, such as wait_before,write:8. Linux only.',
  ),
  option('fsync_on_close', onOff, 'Calls fsync when the file is closed.'),
]

/**
 * The allow-list: options of fio 3.33 that shape the load or the report. None runs a command, names another file,
 * opens a connection or changes the user of the process; those are in denied-options.ts with the reason.
 */
export const extraOptions: readonly ExtraOption[] = [
  ...requestOptions,
  ...flowOptions,
  ...machineOptions,
  ...engineOptions,
]

const byName: ReadonlyMap<string, ExtraOption> = new Map(extraOptions.map((option) => [option.name, option]))

export function findExtraOption(name: string): ExtraOption | undefined {
  return byName.get(name)
}
