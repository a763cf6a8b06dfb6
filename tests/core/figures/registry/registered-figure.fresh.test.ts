import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type * as registry from '../../../../src/core/figures/kinds/registry'
import { runCaptured } from '../../../cli/capture-output'
import { meansOfTests } from './example-figure'

/** The registry of these tests: the program's, plus one line. */
vi.mock('../../../../src/core/figures/kinds/registry', async (original) => {
  const { figureDefinitions } = await original<typeof registry>()
  return { figureDefinitions: [...figureDefinitions, meansOfTests] }
})

const { exportCommand } = await import('../../../../src/cli/commands/export')
const { changedSettings, figureDefinition, figureSettingsSchema, needsComparison } =
  await import('../../../../src/core/figures/kinds/figure-kinds')
const { kindChoices } = await import('../../../../src/renderer/views/results/controls/figure-choices')
const { roomOfFigure } = await import('../../../../src/renderer/composables/room/room-of-figure')

const sampleFile = join(import.meta.dirname, '../../../../resources/samples/fio-read-write-mix.benchwright')
const folder = mkdtempSync(join(tmpdir(), 'benchwright-registered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a kind of figure that is one file and one line of the registry', () => {
  const plain = { kind: 'means-of-tests', campaignIds: [], metric: 'iops' }

  test('is in the menus, the gallery and the help of the command line', () => {
    expect(kindChoices({ axes: [], records: { recorded: [], hasRounds: false } })).toContainEqual({
      value: 'means-of-tests',
      label: 'Means of tests',
    })
    expect(figureDefinition('means-of-tests').name).toBe('Means of tests')
    expect(needsComparison('means-of-tests')).toBe(false)
    expect(v.is(figureSettingsSchema, plain) && roomOfFigure(v.parse(figureSettingsSchema, plain).kind)).toBe(
      'results',
    )
    expect(exportCommand.options.figure?.help).toContain('means-of-tests')
  })

  test('has its own settings, which no other kind accepts', () => {
    const own = { ...plain, order: 'value' }
    expect(v.is(figureSettingsSchema, own)).toBe(true)
    expect(v.is(figureSettingsSchema, { ...own, order: 'size' })).toBe(false)
    expect(v.is(figureSettingsSchema, { ...own, kind: 'mix-sweep' })).toBe(false)
    expect(changedSettings(v.parse(figureSettingsSchema, own), { kind: 'mix-sweep' })).toEqual({
      ...plain,
      kind: 'mix-sweep',
    })
  })

  test('draws and exports', async () => {
    for (const format of ['svg', 'png', 'pdf', 'csv', 'md', 'html', 'tex', 'json']) {
      const out = join(folder, `means.${format}`)
      const done = await runCaptured(
        exportCommand,
        sampleFile,
        '--figure',
        'means-of-tests',
        '--metric',
        'iops',
        '--out',
        out,
      )
      expect(done).toMatchObject({ status: 0, stderr: '' })
      expect(readFileSync(out).length).toBeGreaterThan(100)
    }
    const svg = readFileSync(join(folder, 'means.svg'), 'utf8')
    expect(svg).toContain('Means of tests')
  })
})
