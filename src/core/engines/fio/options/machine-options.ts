import type { ExtraOption } from '../../engine'
import { onOff, oneOf, option, text, whole } from './option-kinds'

const cpuList = '\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?){0,255}'

/** Processors, priorities, clocks and what is reported. */
export const machineOptions: readonly ExtraOption[] = [
  option('cpus_allowed', text(cpuList), 'Processors the jobs may run on, such as 0-3,8.'),
  option(
    'cpus_allowed_policy',
    oneOf('shared', 'split'),
    'All jobs share these processors, or each has one of its own.',
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
  option('gtod_cpu', whole(1, 4095), 'Gives one processor to reading the clock, so that jobs need not.'),
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
