import { describe, expect, it } from 'vitest'
import {
  compareContent,
  contentSettings,
  variesContent,
} from '../../../../src/core/engines/content/plan-content'
import { findContentModel } from '../../../../src/core/engines/registry'
import type { Workload } from '../../../../src/core/plan/plan'
import type { Calibration } from '../../../../src/core/results/campaign/calibration'
import { examplePlan } from '../../plan/example-plan'
import { mainProcess } from '../../../../src/core/engines/steps'

function found(levels: Workload, compressed: number, unique: number): Calibration {
  return {
    levels,
    sampledBytes: 1,
    compressedShare: compressed * unique,
    uniqueCompressedShare: compressed,
    uniqueShare: unique,
    engineVersion: undefined,
    measuredAtMs: 0,
  }
}

describe('the settings of a plan', () => {
  it('are the levels of data content crossed with the block sizes, each once', () => {
    const plan = examplePlan({
      base: { dedupe_percent: 0, queue_depth: 4 },
      axes: [
        { key: 'compress_percent', levels: [0, 50] },
        { key: 'read_percent', levels: [100, 50, 0] },
        { key: 'block_size', levels: [4096, 65536] },
      ],
    })
    expect(variesContent(plan)).toBe(true)
    expect(contentSettings(plan)).toEqual([
      { dedupe_percent: 0, compress_percent: 0, block_size: 4096 },
      { dedupe_percent: 0, compress_percent: 0, block_size: 65536 },
      { dedupe_percent: 0, compress_percent: 50, block_size: 4096 },
      { dedupe_percent: 0, compress_percent: 50, block_size: 65536 },
    ])
  })

  it('are not varied by a plan with fixed data', () => {
    expect(variesContent(examplePlan({ axes: [{ key: 'block_size', levels: [4096, 65536] }] }))).toBe(false)
    expect(
      variesContent(examplePlan({ engine: 'unknown', axes: [{ key: 'compress_percent', levels: [0] }] })),
    ).toBe(false)
  })

  it('are limited: of many block sizes the smallest and the largest are checked', () => {
    const plan = examplePlan({
      base: {},
      axes: [
        { key: 'compress_percent', levels: Array.from({ length: 11 }, (_, at) => at * 10) },
        { key: 'block_size', levels: [512, 1024, 2048, 4096, 8192, 16384, 32768] },
      ],
    })
    const settings = contentSettings(plan)
    expect(settings).toHaveLength(22)
    expect(new Set(settings.map((one) => one.block_size))).toEqual(new Set([512, 32768]))
  })
})

describe('the requested and the measured content', () => {
  it.each([
    ['fio', { compress_percent: 50 }, 0.507, 1, []],
    ['fio', { compress_percent: 50 }, 0.42, 1, ['compressibility-differs']],
    ['fio', { compress_percent: 0 }, 0.042, 0.001, ['compressibility-differs', 'repetition-differs']],
    ['fio', { compress_percent: 100 }, 0.005, 0.0002, []],
    ['fio', { dedupe_percent: 50 }, 1, 0.46, []],
    ['fio', { dedupe_percent: 50, compress_percent: 50 }, 0.507, 0.5, []],
    ['fio', { dedupe_percent: 50 }, 1, 0.9, ['repetition-differs']],
    ['fio', {}, 0.092, 1, []],
    ['fio', { block_size: 4096 }, 0.9, 1, []],
    ['iozone', { dedupe_percent: 0 }, 1, 1, []],
    ['iozone', { dedupe_percent: 0 }, 0.5, 1, ['compressibility-differs']],
    ['iozone', { dedupe_percent: 50 }, 1, 1, []],
    ['iozone', { dedupe_percent: 50, dedupe_interior_percent: 100 }, 1, 0.5, []],
    ['iozone', { dedupe_percent: 98, dedupe_alike: true }, 1, 0.04, []],
    ['iozone', { dedupe_percent: 98, dedupe_alike: true }, 1, 1, ['repetition-differs']],
    ['iozone', { dedupe_percent: 'random' }, 0.5, 0.1, []],
    ['iozone', { dedupe_percent: 'plain' }, 0.005, 0, []],
    ['iozone', { dedupe_percent: 0, compress_percent: 25 }, 0.77, 1, []],
    ['other', { compress_percent: 50 }, 1, 1, []],
  ] as const)(
    '%s with %j, %d of its size and %d distinct, warns of %j',
    (engine, levels, compressed, unique, ids) => {
      const { warnings } = compareContent(engine, found(levels, compressed, unique))
      expect(warnings.map((warning) => warning.id)).toEqual(ids)
    },
  )

  it('gives both numbers', () => {
    const { warnings, compressPercent, nominalCompressPercent } = compareContent(
      'fio',
      found({ compress_percent: 50 }, 1.001, 1),
    )
    expect([nominalCompressPercent, compressPercent]).toEqual([50, 0])
    expect(warnings[0]?.text).toMatch(/compress by 50\s%; they compress by 0\s% \(zlib level 1\)/)
  })

  it('does not say that the plan asked for what the options make of its level', () => {
    const { warnings } = compareContent('iozone', found({ dedupe_percent: 98, dedupe_alike: true }, 1, 1))
    expect(warnings[0]?.text).toMatch(
      /^Of the 4 KiB blocks of a file, 96(\.0)?4?\s% should repeat another one; 0/,
    )
  })
})

describe('the command of a sample', () => {
  it('of fio writes once through, with the workload’s data and blocks', () => {
    const sample = findContentModel('fio')?.sample(
      { compress_percent: 25, block_size: 65536, queue_depth: 64 },
      '/d/x',
      '3.33',
    )
    expect(sample).toMatchObject({ dataFile: 'data', bytes: 16 * 1024 ** 2, mustExist: true })
    const job = sample?.run.files[0]?.text ?? ''
    expect(job).toMatch(/^filename=\/d\/x\/data$/m)
    expect(job).toMatch(/^rw=write$/m)
    expect(job).toMatch(/^bs=65536$/m)
    expect(job).toMatch(/^buffer_compress_percentage=25$/m)
    expect(job).toMatch(/^iodepth=1$/m)
  })

  it('of IOzone keeps the file, in whole records', () => {
    const sample = findContentModel('iozone')?.sample(
      { dedupe_percent: 98, dedupe_alike: true, block_size: 16 * 1024 ** 2 },
      '/d/x',
      undefined,
    )
    expect(sample?.bytes).toBe(32 * 1024 ** 2)
    expect(sample && mainProcess(sample.run).args).toEqual([
      ...['-s', '32768k', '-r', '16384k', '-i', '0', '-+n', '-w'],
      ...['-+w', '98', '-+y', '98', '-+C', '98', '-f', '/d/x/data'],
    ])
  })
})
