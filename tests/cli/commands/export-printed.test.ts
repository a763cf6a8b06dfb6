import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCaptured } from '../capture-output'

const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-export-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The text that `export` writes of a sample file. */
async function exported(sample: string, out: string, ...options: readonly string[]): Promise<string> {
  const path = join(folder, out)
  const file = join(samples, `${sample}.benchwright`)
  const outcome = await runCaptured(exportCommand, file, ...options, '--out', path)
  expect(outcome).toMatchObject({ status: 0, stdout: `${path}\n` })
  return readFileSync(path, 'utf8')
}

it('shows IOPS if nothing else was printed', async () => {
  const text = await exported('sandforce-iops', 'iops.json', '--figure', 'compressibility')
  const { figure } = JSON.parse(text) as { figure: { metric: string; series: unknown[] } }
  expect(figure.metric).toBe('iops')
  expect(figure.series).toHaveLength(4)
})

it.each([
  ['flash-cards-used-capacity', 'fill_percent', 'bandwidth', 2],
  ['tachion-fill-level', 'fill_bytes', 'bandwidth', 1],
  ['flashmax-generations', 'jobs', 'bandwidth', 2],
  ['tpcc-servers', 'buffer_pool_size', 'new_order_rate', 2],
])('draws %s over what was varied', async (sample, xKey, metric, lines) => {
  const text = await exported(sample, `${sample}.json`, '--figure', 'mix-sweep')
  const { figure } = JSON.parse(text) as { figure: { xKey: string; metric: string; series: unknown[] } }
  expect(figure).toMatchObject({ xKey, metric })
  expect(figure.series).toHaveLength(lines)
})
