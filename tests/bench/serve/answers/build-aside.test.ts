import { build } from 'esbuild'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildAside } from '../../../../src/bench/serve/answers/build-aside'
import { FigureColumns } from '../../../../src/core/figures/cases/measured-cases'

const runs = 60_000
const caseCount = 6000

let folder: string
let script: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-aside-'))
  script = join(folder, 'figure-worker.js')
  await build({
    entryPoints: ['src/bench/serve/answers/figure-worker.ts'],
    outfile: script,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** A campaign of ten runs of each case; cases differ in reads and in jobs. */
function asked(metric = 'iops') {
  const campaign = {
    ...{ campaignId: 1, campaign: 'Sweep', configuration: 'A', host: 'h', device: 'd', engine: 'fio' },
    state: '',
    cases: Array.from({ length: caseCount }, (_, at) => ({
      read_percent: 10 * (at % 10),
      jobs: 1 + Math.floor(at / 10),
    })),
    columns: [
      {
        ...({ campaignId: 1, test: 'random-mix', direction: 'total', metric: 'iops', unit: 'IOPS' } as const),
        runIds: Float64Array.from({ length: runs }, (_, at) => at + 1),
        cases: Uint32Array.from({ length: runs }, (_, at) => at % caseCount),
        repetitions: Uint32Array.from({ length: runs }, (_, at) => 1 + Math.floor(at / caseCount)),
        values: Float64Array.from({ length: runs }, (_, at) => 1000 + (at % 97)),
      },
    ],
  }
  return {
    columns: new FigureColumns([campaign], new Set([3])),
    settings: {
      kind: 'mix-sweep' as const,
      campaignIds: [],
      metric,
      xKey: 'read_percent',
      fixed: { jobs: 1 },
    },
    parts: { provenance: { campaigns: [] }, published: [], styles: {}, links: undefined },
  }
}

it('builds the same in a thread as in this process', async () => {
  const here = await buildAside(asked(), undefined, join(folder, 'none.js'))
  const aside = await buildAside(asked(), undefined, script)
  expect(aside).toEqual(here)
  expect(here.series[0]?.points).toHaveLength(10)
})

it.each([
  ['it ends without a word', 'process.exit(0)', /ended before it was done/],
  ['it cannot read what it is sent', `parentPort.emit('messageerror', new Error('no memory'))`, /no memory/],
])('rejects if the thread breaks: %s', async (_, does, expected) => {
  const broken = join(folder, 'broken.js')
  writeFileSync(
    broken,
    `const { parentPort } = require('node:worker_threads')\nrequire('./figure-worker.js')\n${does}`,
  )
  await expect(buildAside(asked(), undefined, broken)).rejects.toThrow(expected)
})

it('rejects if what the thread answers cannot be read', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    this.emit('messageerror', new Error('no memory for the answer'))
  })
  await expect(buildAside(asked(), undefined, script)).rejects.toThrow('no memory for the answer')
})

it('passes on the error of the figure, and ends with its signal', async () => {
  await expect(buildAside(asked('no such metric'), undefined, script)).rejects.toThrow(
    /There is no metric "no such metric"/,
  )
  const controller = new AbortController()
  const given = buildAside(asked(), controller.signal, script)
  controller.abort()
  await expect(given).rejects.toThrow('cancelled')
})
