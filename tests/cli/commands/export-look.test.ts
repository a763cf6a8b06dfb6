import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { exportCommand } from '../../../src/cli/commands/export'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { runCaptured } from '../capture-output'

const sample = join(import.meta.dirname, '../../../resources/samples/fio-read-write-mix.benchwright')
const folder = mkdtempSync(join(tmpdir(), 'benchwright-look-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function exported(...options: readonly string[]) {
  const out = join(folder, 'figure.json')
  const run = await runCaptured(exportCommand, sample, '--figure', 'mix-sweep', ...options, '--out', out)
  const figure =
    run.status === 0 ? (JSON.parse(readFileSync(out, 'utf8')) as { figure: Figure }).figure : undefined
  return { ...run, figure }
}

it('ends, reference lines and source are read in the unit of the figure', async () => {
  const options = ['--y-min', '0.1', '--y-max', '2', '--reference', '0.55:SATA limit', '--source', 'Ours.']
  const { figure } = await exported(...options)
  expect(figure?.unit).toBe('GB/s')
  expect(figure?.y).toMatchObject({ min: 0.1, max: 2, broken: true })
  expect(figure?.y.lines).toEqual([{ value: 0.55, label: 'SATA limit' }])
  expect(figure?.print?.length).toBe('short')
  expect(figure?.print?.short.at(-1)).toBe('Ours.')
})

it('a line is highlighted by its id, the others are grey', async () => {
  const { figure } = await exported('--highlight', 'block_size=4096', '--many-series', 'grey')
  const groups = new Map(figure?.series.map(({ line, group }) => [line, group]))
  expect(groups.get('block_size=65536')).toBe(-1)
  expect(groups.get('block_size=4096')).toBeGreaterThanOrEqual(0)
})

it('what cannot be drawn is refused with the reason', async () => {
  const lost = await exported('--y-min', '20000')
  expect(lost.status).toBe(2)
  expect(lost.stderr).toContain('--y-min 20000: the axis would show nothing.')
  expect(lost.stderr).toContain('GB/s')
  expect((await exported('--y-min', '3', '--y-max', '1')).stderr).toContain('is not below')
  expect((await exported('--reference', 'SATA')).stderr).toContain('that is not a number')
  expect((await exported('--log-y', '--y-min', '0')).status).toBe(2)
})
