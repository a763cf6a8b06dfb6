import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calibratePlan } from '../../../src/bench/runner/start/calibrate-campaign'
import { calibrateLevels } from '../../../src/bench/calibration/calibrate-levels'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { compareContent } from '../../../src/core/engines/content/plan-content'
import { findContentModel } from '../../../src/core/engines/registry'
import type { Workload } from '../../../src/core/plan/plan'
import { examplePlan } from '../../core/plan/example-plan'

const host = createLocalHost()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-calibration-'))
})
afterAll(async () => {
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
  await host.dispose()
})

async function look(engine: string, levels: Workload, engineVersion?: string) {
  const model = findContentModel(engine)
  if (!model) throw new Error(`${engine} has no model.`)
  const answer = await calibrateLevels({ host, model, settings: [levels], folder, engineVersion })
  const [calibration] = answer.calibrations
  if (!calibration) throw new Error(answer.problems[0]?.text)
  return { ...calibration, ...compareContent(engine, calibration) }
}

describe('the data that fio really writes', () => {
  it('match a plan’s levels, block size by block size', async () => {
    const plan = examplePlan({
      base: {},
      target: { kind: 'folder', path: folder },
      axes: [
        { key: 'compress_percent', levels: [0, 25, 50, 75, 100] },
        { key: 'block_size', levels: [4096, 131072] },
      ],
    })
    const answer = await calibratePlan(host, plan, { engineVersion: '3.33' })
    expect(answer?.problems).toEqual([])
    expect(answer?.calibrations).toHaveLength(10)
    for (const one of answer?.calibrations ?? []) {
      const { warnings, compressPercent } = compareContent('fio', one)
      expect(warnings).toEqual([])
      expect(Math.abs(compressPercent - Number(one.levels.compress_percent))).toBeLessThan(5)
      expect(one.sampledBytes).toBe(16 * 1024 ** 2)
    }
  })

  it('repeat as often as requested', async () => {
    const found = await look('fio', { dedupe_percent: 50, compress_percent: 50, block_size: 4096 })
    expect(found.repeatedPercent).toBeGreaterThan(45)
    expect(found.repeatedPercent).toBeLessThan(55)
    expect(found.warnings).toEqual([])
  })

  it('compress to a tenth at 4 KiB by default, and nothing was promised', async () => {
    const found = await look('fio', { block_size: 4096 })
    expect(found.compressPercent).toBeGreaterThan(80)
    expect(found.nominalCompressPercent).toBeUndefined()
    expect(found.warnings).toEqual([])
  })
})

describe.skipIf(spawnSync('iozone', ['-v']).error)('the data that IOzone really writes', () => {
  const version = /\$Revision: *([\d.]+)/.exec(spawnSync('iozone', ['-v'], { encoding: 'utf8' }).stdout)?.[1]

  it('are one block over and over by default', async () => {
    const found = await look('iozone', { dedupe_percent: 'plain', block_size: 65536 }, version)
    expect(found.uniqueShare).toBeLessThan(0.01)
    expect(found.compressedShare).toBeLessThan(0.02)
    expect(found.warnings).toEqual([])
  })

  it('are new everywhere with -+w 0, or the version that leaves half of each record zeros is detected', async () => {
    for (const block_size of [4096, 65536]) {
      const found = await look('iozone', { dedupe_percent: 0, block_size }, version)
      expect(found).toMatchObject({
        nominalCompressPercent: 0,
        nominalRepeatedPercent: 0,
        engineVersion: version,
      })
      const isHalf = found.compressedShare < 0.6
      expect(found.compressedShare).toBeGreaterThan(isHalf ? 0.4 : 0.95)
      expect(found.warnings).toHaveLength(isHalf ? 1 : 0)
    }
  })

  it('repeat within the file with the flags of the articles', async () => {
    const found = await look('iozone', { dedupe_percent: 98, dedupe_alike: true, block_size: 65536 }, version)
    expect(found.repeatedPercent).toBeGreaterThan(80)
  })

  it('are sampled whole with records of 16 MiB', async () => {
    const found = await look('iozone', { dedupe_percent: 50, block_size: 16 * 1024 ** 2 }, version)
    expect(found.sampledBytes).toBe(32 * 1024 ** 2)
  })
})
