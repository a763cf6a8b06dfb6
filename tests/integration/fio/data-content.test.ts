import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import type { Workload } from '../../../src/core/plan/plan'
import { runFio, temporaryFolder } from './run-fio'
import { recordedCommand } from '../../../src/core/engines/steps'

const folder = temporaryFolder()
const dataFile = `${folder.path}/data`
const mebibyte = 1024 ** 2

/** Compressed size over size (zlib level 1 on 128 KiB pieces), and the share of distinct 4 KiB blocks. */
function measure(content: Buffer): { readonly ratio: number; readonly distinct: number } {
  let compressed = 0
  for (let at = 0; at < content.length; at += 131_072) {
    compressed += deflateSync(content.subarray(at, at + 131_072), { level: 1 }).length
  }
  const blocks = new Set<string>()
  for (let at = 0; at < content.length; at += 4096) {
    blocks.add(
      createHash('md5')
        .update(content.subarray(at, at + 4096))
        .digest('base64'),
    )
  }
  return { ratio: compressed / content.length, distinct: blocks.size / (content.length / 4096) }
}

function writtenBy(
  workload: Workload,
  phases: readonly ('layout' | 'measure')[],
): ReturnType<typeof measure> {
  const base: Workload = {
    pattern: 'sequential-write',
    file_size: 8 * mebibyte,
    io_engine: 'psync',
    direct: false,
  }
  for (const phase of phases) {
    const request = { workload: { ...base, ...workload }, dataFile, runName: 'bw-1', phase, seed: 7 }
    const parsed = fioEngine.parse(runFio(folder.path, recordedCommand(fioEngine.steps(request)), request))
    expect(parsed).toMatchObject({ outcome: 'done' })
  }
  return measure(readFileSync(dataFile))
}

describe('the content that fio really writes', () => {
  afterAll(() => folder.remove())

  it.each([
    { percent: 0, ratio: 1 },
    { percent: 25, ratio: 0.75 },
    { percent: 50, ratio: 0.5 },
    { percent: 75, ratio: 0.25 },
    { percent: 99, ratio: 0.01 },
  ])('compresses by $percent % in the layout', ({ percent, ratio }) => {
    const written = writtenBy({ compress_percent: percent }, ['layout'])
    expect(written.ratio).toBeCloseTo(ratio, 1)
    expect(Math.abs(written.ratio - ratio)).toBeLessThan(0.05)
    expect(written.distinct).toBeGreaterThan(0.99)
  })

  it('is zeros at 100 %', () => {
    writtenBy({ compress_percent: 100 }, ['layout'])
    expect(readFileSync(dataFile).every((byte) => byte === 0)).toBe(true)
  })

  it.each([4096, 65_536])('repeats half of the blocks at 50 %% with blocks of %d', (blockSize) => {
    const written = writtenBy({ dedupe_percent: 50, compress_percent: 0, block_size: blockSize }, [
      'layout',
      'measure',
    ])
    expect(Math.abs(written.distinct - 0.5)).toBeLessThan(0.12)
  })

  it('repeats and compresses at once', () => {
    const written = writtenBy({ dedupe_percent: 50, compress_percent: 50, block_size: 4096 }, [
      'layout',
      'measure',
    ])
    expect(Math.abs(written.distinct - 0.5)).toBeLessThan(0.05)
    expect(Math.abs(written.ratio - 0.26)).toBeLessThan(0.05)
  })

  it.each([4096, 131_072])(
    'is the same in a measured run with blocks of %d as in the layout',
    (blockSize) => {
      const written = writtenBy({ compress_percent: 50, block_size: blockSize }, ['layout', 'measure'])
      expect(Math.abs(written.ratio - 0.5)).toBeLessThan(0.05)
      expect(written.distinct).toBeGreaterThan(0.99)
    },
  )

  it('compresses far more than half if nothing is chosen, as the advice says', () => {
    expect(writtenBy({ block_size: 4096 }, ['layout', 'measure']).ratio).toBeLessThan(0.2)
  })
})
