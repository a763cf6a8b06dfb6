import { compress, sha256 } from '../../../src/bench/store/file/compressed'
import type {
  ImportedCampaign,
  SourceFile,
} from '../../../src/bench/store/tables/campaigns/imported-campaign'
import type { PublishedResult } from '../../../src/core/results/published-result'
import type { PackedScalars } from '../../../src/bench/store/tables/runs/scalars'
import { expandCases } from '../../../src/core/plan/cases'
import type { Scalar } from '../../../src/core/results/observation'
import { sampleScalars, samplePlan } from './sample-results'

export const sampleBytes = new TextEncoder().encode('{"fio version":"fio-3.16"}')

export const sampleFile = fileOf('sweep.json', '/home/me/old results/sweep.json', sampleBytes)

function fileOf(name: string, path: string, bytes: Uint8Array): SourceFile {
  return {
    name,
    path,
    sizeBytes: bytes.length,
    sha256: sha256(bytes).toString('hex'),
    content: compress(bytes, name),
  }
}

const plan = { ...samplePlan, id: 'imported', name: 'sweep.json', target: { kind: 'none' as const } }

/** Two runs of one file of fio. */
export function sampleImport(): ImportedCampaign {
  return {
    plan,
    configuration: 'old kernel',
    source: 'imported',
    cases: expandCases(plan),
    hostRecord: { name: 'unknown', device: { name: 'Drive Y' }, raw: {} },
    engineVersion: '3.16',
    startedAtMs: 1_600_000_000_000,
    finishedAtMs: 1_600_000_060_000,
    importedAtMs: 1_700_000_000_000,
    runs: [0, 1].map((caseIndex) => ({
      caseIndex,
      repetition: 1,
      startedAtMs: 1_600_000_000_000,
      finishedAtMs: 1_600_000_030_000,
      engineVersion: '3.16',
      command: undefined,
      observations: [packed(sampleScalars(100 + caseIndex))],
      warnings: [{ class: 'note', id: 'no-record', text: 'The machine is not known.' }],
      file: sampleFile,
    })),
    published: [],
    files: [sampleFile],
    log: [{ atMs: 1_700_000_000_000, level: 'info', text: 'Imported 2 runs.' }],
  }
}

export const samplePublished: readonly PublishedResult[] = [
  {
    test: 'random-write',
    direction: 'write',
    metric: 'iops',
    unit: 'IOPS',
    levels: { block_size: 4096, read_percent: 100 },
    value: { kind: 'summary', mean: 49739.9, standardDeviation: 2349.23, n: 10 },
  },
  {
    test: 'random-write',
    direction: 'write',
    metric: 'bandwidth',
    unit: 'B/s',
    levels: { block_size: 4096, read_percent: 50 },
    value: {
      kind: 'difference',
      differencePercent: -10.03,
      deviationPercent: 4.44,
      n: 10,
      baseline: 'kernel 2.6.32',
    },
    note: 'suspect',
  },
  {
    test: 'random-read',
    direction: 'read',
    metric: 'latency_p95',
    unit: 'ns',
    levels: { block_size: 4096, read_percent: 50 },
    value: { kind: 'summary', mean: 1_490_000 },
  },
]

/** A table of a review, without runs. */
export function samplePublication(): ImportedCampaign {
  return {
    ...sampleImport(),
    plan: { ...plan, id: 'published', name: 'Review of 2011', base: { queue_depth: 64 } },
    configuration: 'kernel 2.6.38.2',
    source: 'published',
    hostRecord: { name: 'unknown', device: { name: 'SSD' }, raw: {} },
    engineVersion: undefined,
    finishedAtMs: undefined,
    runs: [],
    published: samplePublished.map((result) => ({
      caseIndex: result.levels.read_percent === 100 ? 0 : 1,
      result,
    })),
    publication: { source: 'A magazine, 2011, table 14', note: 'Two numbers disagree with the text.' },
    files: [fileOf('table.csv', '/t/table.csv', new TextEncoder().encode('a,b\n1,2\n'))],
    log: [],
  }
}

export function packed(scalars: readonly Scalar[]): PackedScalars {
  return {
    kind: 'scalars',
    of: scalars.map(({ kind: _, value: __, ...observed }) => observed),
    values: Float64Array.from(scalars, ({ value }) => value),
  }
}
