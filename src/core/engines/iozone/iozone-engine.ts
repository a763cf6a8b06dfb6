import type { Engine, EngineDescription } from '../engine'
import { checkWorkload } from './check-workload'
import { outputFile } from '../observations'
import { filePrefix, steps } from './command'
import { cost, costKeys } from './cost'
import { fields, isOn, numberOf } from './fields'
import { readForeignIozone } from './foreign/read-foreign'
import { parse } from './parse'
import { progressReader } from './progress'
import { selectedTests, testKeys } from './selected-tests'
import { withoutKeys } from '../../plan/levels/levels'
import { oldestVersion, readVersion } from './version-gates'
import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan, Workload } from '../../plan/plan'
import { cacheAdvice, contentAdvice } from './advice/data-advice'
import { optionAdvice } from './advice/option-advice'
import { iozoneOptions } from './extra-options'
import { type ContentModel, sampleBytes } from '../content/content-model'
import { oneStep } from '../steps'
import { dataContentArgs, dataContentKeys, fillOf } from './data-content'

const dataFile = 'data'

/** The data IOzone writes, see data-content.ts. Only repetition within one file is visible in one file. */
const iozoneContent: ContentModel = {
  keys: dataContentKeys,
  sample(workload, directory) {
    const blockBytes = numberOf(workload, 'block_size') ?? 65_536
    const bytes = sampleBytes(blockBytes)
    // -w keeps the file; no run of a plan uses it.
    const args = [
      ...['-s', `${bytes / 1024}k`, '-r', `${blockBytes / 1024}k`, '-i', '0', '-+n', '-w'],
      ...dataContentArgs(workload),
      ...['-f', `${directory}/${dataFile}`],
    ]
    return {
      run: oneStep('prepare', { program: 'iozone', args, prints: outputFile }, outputFile, []),
      dataFile,
      bytes,
      mustExist: false,
    }
  },
  nominal(workload) {
    if (fillOf(workload) !== 'dedupe') return {}
    const percent = numberOf(workload, 'dedupe_percent') ?? 0
    const interior =
      numberOf(workload, 'dedupe_interior_percent') ?? (isOn(workload, 'dedupe_alike') ? percent : 0)
    return {
      compressPercent: numberOf(workload, 'compress_percent') ?? 0,
      repeatedPercent: (percent * interior) / 100,
    }
  },
}

/** The initial workload of an IOzone plan: all tests of the table on one file of non-repeating data. */
const startingWorkload: Workload = {
  mode: 'single',
  tests: 'all',
  report: 'throughput',
  block_size: 64 * 1024,
  file_size: 16 * 1024 ** 3,
  direct: false,
  include_flush: true,
  dedupe_percent: 0,
}

export const description: EngineDescription = {
  id: 'iozone',
  name: 'IOzone',
  program: 'iozone',
  // time_so_far() in iozone.c.
  usesSettableClock: true,
  oldestVersion,
  starting: startingWorkload,
  fields,
  headlines: ['bandwidth', 'iops', 'latency_mean'],
  extraOptions: iozoneOptions,
  install: {
    debian:
      'sudo apt install iozone3, after enabling the component non-free (Ubuntu: multiverse) in the package sources',
    fedora: 'build it from the source on iozone.org, or use the package of RPM Fusion where it has one',
    arch: 'build the package iozone from the AUR',
    macos: 'brew install iozone',
    windows: 'IOzone has a Windows build on iozone.org; running engines on Windows is not offered yet',
  },
}

/** Longest time a test may spin without any I/O: generating data and flushing take seconds, not minutes. */
const silenceSeconds = 60

/** Only its mixed workload has a share of reads. */
function mixes(workload: Workload): boolean {
  return selectedTests(workload).some(({ id }) => id === 'random-mix')
}

/**
 * IOzone, https://www.iozone.org. It is called, never shipped: its licence reserves derived works to its author.
 * Facts about its output are checked against captured files in tests/fixtures.
 */
export const iozoneEngine: Engine = {
  description,
  checkWorkload,
  steps,
  // IOzone has no way to check options without running.
  parseOnlyCommand: () => undefined,
  parse,
  progress: progressReader,
  advise,
  cost,
  costKeys,
  // Requests to mapped files are not counted as I/O by the system.
  silenceSeconds: (workload) => (isOn(workload, 'mmap') ? undefined : silenceSeconds),
  usedLevels: (workload) =>
    withoutKeys(
      workload,
      (key) => key === 'read_percent' && workload.tests !== undefined && !mixes(workload),
    ),
  useDecidedBy: testKeys,
  writes: () => true,
  dataOf: () => ({ kind: 'folder' }),
  ownFilePrefix: filePrefix,
  content: iozoneContent,
  readForeign: readForeignIozone,
  testName(workload) {
    const tests = selectedTests(workload)
    return tests.length === 1 ? (tests[0]?.id ?? 'iozone') : 'iozone'
  },
  versionArgs: ['-v'],
  readVersion,
}

/** Advice specific to IOzone. Target, space and levels are checked for all engines alike. */
function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...optionAdvice(plan, environment),
    ...cacheAdvice(plan, environment),
    ...contentAdvice(plan, environment),
  ]
}
