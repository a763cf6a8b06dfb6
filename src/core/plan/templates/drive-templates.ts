import { startingWorkload } from '../edit-plan'
import { omit, type PlanTemplate } from './plan-template'

const kibibyte = 1024
const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

const common = omit(startingWorkload, ['pattern', 'read_percent', 'block_size'])
const minute = { ...common, runtime: 60, ramp_time: 0 }

/** Maximum rounds of a test of the SNIA Solid State Storage Performance Test Specification. */
const mostRounds = 25

/** The whole drive is written twice in order, so that no request reads a block that was never written. */
const writtenTwice = { kind: 'sequential-fill', passes: 2, blockBytes: 128 * kibibyte } as const
/** Drives are discarded first. Folders and files have nothing to discard. */
const purge = { kind: 'discard' } as const

/** Plans for a whole drive: steady state by the SNIA specification, saturation, and hours of writing. */
export const driveTemplates: readonly PlanTemplate[] = [
  {
    id: 'snia-iops',
    title: 'IOPS in steady state, 7 mixes by 8 block sizes',
    name: 'IOPS in steady state',
    description:
      'Rounds of 56 cases, one minute each, until 4 KiB random writes are steady over five rounds; at most 25 rounds, 23 hours. SNIA-style on a raw device, which is purged and filled first.',
    base: { ...minute, pattern: 'random-mix', queue_depth: 32, jobs: 4 },
    axes: [
      { key: 'read_percent', levels: [100, 95, 65, 50, 35, 5, 0] },
      {
        key: 'block_size',
        levels: [1024, 128, 64, 32, 16, 8, 4, 0.5].map((size) => size * kibibyte),
      },
    ],
    repetitions: mostRounds,
    preparation: [purge, writtenTwice],
    untilSteady: { metric: 'iops', track: { read_percent: 0, block_size: 4 * kibibyte } },
  },
  {
    id: 'snia-throughput',
    title: 'Throughput in steady state, sequential 1 MiB and 128 KiB',
    name: 'Throughput in steady state',
    description:
      'Sequential reads and writes, one minute each, every case until its own five rounds are steady. SNIA-style on a raw device, which is purged and filled first.',
    base: { ...minute, queue_depth: 32 },
    axes: [
      { key: 'block_size', levels: [mebibyte, 128 * kibibyte] },
      { key: 'pattern', levels: ['sequential-write', 'sequential-read'] },
    ],
    repetitions: mostRounds,
    order: 'designed',
    preparation: [purge, writtenTwice],
    untilSteady: { metric: 'bandwidth' },
  },
  {
    id: 'snia-latency',
    title: 'Latency in steady state, one request at a time',
    name: 'Latency in steady state',
    description:
      'Reads, a 65/35 mix and writes of 512 B, 4 KiB and 8 KiB, until the latency of 4 KiB writes is steady over five rounds. SNIA-style on a raw device, which is purged and filled first.',
    base: { ...minute, pattern: 'random-mix', queue_depth: 1, jobs: 1 },
    axes: [
      { key: 'read_percent', levels: [100, 65, 0] },
      { key: 'block_size', levels: [8, 4, 0.5].map((size) => size * kibibyte) },
    ],
    repetitions: mostRounds,
    preparation: [purge, writtenTwice],
    untilSteady: { metric: 'latency_mean', track: { read_percent: 0, block_size: 4 * kibibyte } },
  },
  {
    id: 'write-saturation',
    title: 'Write saturation, 4 KiB random writes for 6 hours',
    name: 'Write saturation',
    description: 'One long run from a fresh drive into the state where every write needs garbage collection.',
    base: { ...common, pattern: 'random-write', block_size: 4 * kibibyte, runtime: 6 * 3600, ramp_time: 0 },
    axes: [],
    repetitions: 1,
    preparation: [purge],
  },
  {
    id: 'warm-up',
    title: 'Warm-up to equilibrium, asynchronous random writes for 2 hours',
    name: 'Warm-up to equilibrium',
    description:
      'How long a drive takes to settle, and where: 16 KiB random writes with 32 requests outstanding.',
    base: {
      ...common,
      pattern: 'random-write',
      block_size: 16 * kibibyte,
      queue_depth: 32,
      runtime: 2 * 3600,
      ramp_time: 0,
    },
    axes: [],
    repetitions: 1,
  },
  {
    id: 'whole-drive',
    title: 'Whole drive, sequential write from end to end',
    name: 'Whole drive',
    description:
      'Bandwidth against what has been written: the size of the cache, and the speed after it. Set the file size to all of the drive.',
    base: {
      // Ends when everything has been written, however long that takes.
      ...omit(common, ['runtime', 'ramp_time']),
      pattern: 'sequential-write',
      block_size: mebibyte,
      queue_depth: 32,
      file_size: 64 * gibibyte,
    },
    axes: [],
    repetitions: 1,
    preparation: [purge],
  },
]
