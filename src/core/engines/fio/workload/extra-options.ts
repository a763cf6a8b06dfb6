import type { ExtraOption } from '../../engine'
import { engineOptions } from './io-engines'
import { duration, oneOf, onOff, option, percent, size, text, whole } from '../../describe-fields'

const amount = '\\d{1,10}[kmg]?'

/** The shape and position of requests. */
const requestOptions: readonly ExtraOption[] = [
  option(
    'ba',
    size,
    'Random places are multiples of this size. By default they are multiples of the block size.',
  ),
  option(
    'bsrange',
    text(`${amount}-${amount}`),
    'Each request has a random size within this range, such as 4k-64k. Overrides Block size.',
  ),
  option(
    'bssplit',
    text(`${amount}/\\d{1,3}(:${amount}/\\d{1,3}){0,63}`),
    'Shares of several block sizes, such as 4k/60:64k/40. Overrides Block size.',
  ),
  option('bs_unaligned', onOff, 'Sizes drawn from a range need not be multiples of the smallest size.'),
  option('bs_is_seq_rand', onOff, 'The first block size is for sequential, the second for random requests.'),
  option(
    'rw_sequencer',
    oneOf('sequential', 'identical'),
    'What comes after a burst at one random place: the next place, or the same one again.',
  ),
  option('iodepth_batch', whole(), 'Requests handed over in one system call.'),
  option('iodepth_batch_complete_min', whole(), 'Completions to wait for at a time; 0 asks without waiting.'),
  option('iodepth_batch_complete_max', whole(), 'At most this many completions are taken at a time.'),
  option('iodepth_low', whole(), 'Lets the queue drain to this depth before filling it again.'),
  option('serialize_overlap', onOff, 'A request waits while another one to the same place is in flight.'),
  option(
    'io_submit_mode',
    oneOf('inline', 'offload'),
    'Submits requests from the job itself or from threads of their own.',
  ),
  option('number_ios', whole(1), 'Ends the run after this many requests.'),
  option(
    'random_generator',
    oneOf('tausworthe', 'lfsr', 'tausworthe64'),
    'Source of random places. tausworthe64 is for files beyond 2^32 blocks.',
  ),
  option(
    'random_distribution',
    text('random|(zipf|pareto|normal):\\d{1,3}(\\.\\d{1,6})?(:\\d{1,3}(\\.\\d{1,6})?)?'),
    'How random places are spread, such as random, zipf:1.2, pareto:0.9 or normal:10: a hot part of the file is visited more often.',
  ),
  option(
    'percentage_random',
    percent,
    'Share of requests at random places; the rest continue the one before.',
  ),
  option(
    'fadvise_hint',
    oneOf('0', '1', 'random', 'sequential'),
    'What the kernel is told about the pattern. 1 tells it the true one.',
  ),
  option(
    'write_hint',
    oneOf('none', 'short', 'medium', 'long', 'extreme'),
    'Expected life of written data, a hint that some drives use.',
  ),
  option('pre_read', onOff, 'Reads the whole file into memory before the run. Only with buffered I/O.'),
  option('mem', oneOf('malloc', 'shm', 'shmhuge', 'mmap'), 'Where the buffers of requests lie in memory.'),
  option('iomem_align', size, 'Buffers begin at multiples of this size.'),
  option(
    'buffer_pattern',
    text('0x[0-9a-fA-F]{1,512}'),
    'Writes this pattern instead of random data, such as 0xdeadbeef.',
  ),
  option(
    'dedupe_mode',
    oneOf('repeat', 'working_set'),
    'Which block a repeated one is a copy of: the last one, or one of a working set.',
  ),
  option(
    'dedupe_working_set_percentage',
    percent,
    'Size of the working set of repeated blocks, as a share of the file.',
  ),
  option('dedupe_global', onOff, 'Jobs share one set of repeated blocks.'),
]

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
    'Ends the run when it is steady, such as iops_slope:0.3% or bw:5%. Run time is then the longest wait. A slope is that of one check interval (a second): 0.1 to 0.3 % is usual, 10 % accepts a loss of 9 % every second.',
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
