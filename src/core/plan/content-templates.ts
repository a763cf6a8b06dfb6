import { startingWorkload } from './new-plan'
import type { LevelValue } from './plan'
import type { PlanTemplate } from './plan-template'

const kibibyte = 1024
const mebibyte = 1024 ** 2

/** From the most to the least repetitive; what the reviews call random stands at the end. */
const shares = [98, 75, 50, 25, 2]
const recordSizes = [64 * kibibyte, mebibyte, 4 * mebibyte, 8 * mebibyte, 16 * mebibyte]

/**
 * `-+w P -+y P -+C P` of the printed reviews of a compressing drive, and their `-+d`. IOzone reads what it has just
 * written through the page cache, so the file must be larger than the memory.
 */
const iozoneBase: Readonly<Record<string, LevelValue>> = {
  mode: 'single',
  direct: false,
  dedupe_alike: true,
}

const fioBase: Readonly<Record<string, LevelValue>> = {
  // One request at a time, as IOzone makes them.
  ...{ queue_depth: 1, jobs: 1, io_engine: 'psync', direct: true },
  ...{ runtime: startingWorkload.runtime ?? 30, ramp_time: startingWorkload.ramp_time ?? 5 },
}
const patterns = ['sequential-write', 'sequential-read', 'random-write', 'random-read']

/** Plans of the printed reviews that measured how a drive takes data of different content. */
export const contentTemplates: readonly PlanTemplate[] = [
  {
    id: 'iozone-compressibility',
    title: 'Compressibility throughput (IOzone, 13 tests, 5 record sizes, 6 levels, 10 runs)',
    description:
      'The classic review of a compressing SSD: every IOzone test from 98 % repeated data down to 2 % and random.',
    engine: 'iozone',
    base: { ...iozoneBase, tests: 'all', report: 'throughput' },
    axes: [
      { key: 'block_size', levels: recordSizes },
      { key: 'dedupe_percent', levels: [...shares, 'random'] },
    ],
    repetitions: 10,
    isSizedByMemory: true,
  },
  {
    id: 'iozone-iops',
    title: '4 KB IOPS by compressibility (IOzone, 4 tests, 6 levels, 10 runs)',
    description: 'Operations a second of the same review: write, read, random read and random write of 4 KB.',
    engine: 'iozone',
    base: {
      ...iozoneBase,
      tests: 'write read random-read random-write',
      report: 'iops',
      block_size: 4 * kibibyte,
      no_retest: true,
      include_flush: true,
    },
    axes: [{ key: 'dedupe_percent', levels: [...shares, 'random'] }],
    repetitions: 10,
    isSizedByMemory: true,
  },
  {
    id: 'fio-compressibility',
    title: 'Compressibility throughput (fio, 4 patterns, 5 block sizes, 6 levels, 10 runs)',
    description:
      'The same review with fio, whose data really compresses by the level: sequential and random, from 98 % down to 0 %.',
    base: fioBase,
    axes: [
      // Slowest, because every change of the content needs the file to be written anew.
      { key: 'compress_percent', levels: [...shares, 0] },
      { key: 'pattern', levels: patterns },
      { key: 'block_size', levels: recordSizes },
    ],
    repetitions: 10,
    order: 'designed',
    isSizedByMemory: true,
  },
  {
    id: 'fio-iops',
    title: '4 KB IOPS by compressibility (fio, 4 patterns, 6 levels, 10 runs)',
    description: 'Operations a second of 4 KB with fio, sequential and random, one request at a time.',
    base: { ...fioBase, block_size: 4 * kibibyte },
    axes: [
      { key: 'compress_percent', levels: [...shares, 0] },
      { key: 'pattern', levels: patterns },
    ],
    repetitions: 10,
    order: 'designed',
    isSizedByMemory: true,
  },
]
