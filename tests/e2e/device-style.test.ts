import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isWriter, openReview } from '../../src/bench/store/open-review'
import { figureOfReview } from '../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { launchApp } from './launch-app'

const sample = join(import.meta.dirname, '../../resources/samples/flashmax-generations.benchwright')
const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }

/** A review with two figures of the same lines; in the first of them a device is grey. */
function writeReview(file: string): void {
  copyFileSync(sample, file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The copy of the sample cannot be written.')
  const device = figureOfReview(review, settings).series.find((one) => one.role === 'measured')?.device
  if (device === undefined) throw new Error('The first line is not of a device.')
  const deviceStyles = { [device]: { emphasis: 'grey', atMs: 1 } } as const
  review.saveFigure({ name: 'First figure', settings: { ...settings, deviceStyles } })
  review.saveFigure({ name: 'Second figure', settings })
  review.close()
}

it('the style of a device is shown, changed and undone in another figure than the one it was set in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-device-style-'))
  const file = join(folder, 'review.benchwright')
  writeReview(file)
  const { window, problems, close } = await launchApp({ args: [file] })
  const emphasis = window.getByTestId('look-emphasis-0')
  const origin = window.getByTestId('look-origin-0')
  const shows = (word: string) => vi.waitFor(async () => expect(await emphasis.inputValue()).toBe(word))
  const says = (text: string) => vi.waitFor(async () => expect(await origin.textContent()).toBe(text))
  const undo = () => window.getByRole('button', { name: 'Undo' }).click()
  const open = (name: string) => window.locator('.figures').getByRole('button', { name, exact: true }).click()
  try {
    await window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
    await open('Second figure')
    await shows('grey')
    await says('In all figures, set in “First figure”')

    await window.getByTestId('look-scope').selectOption({ label: 'This figure only' })
    await emphasis.selectOption({ label: 'Plain' })
    await says('Only in this figure')
    await shows('plain')
    await undo()
    await shows('grey')

    await window.getByTestId('look-scope').selectOption({ label: 'All figures' })
    await emphasis.selectOption({ label: 'Strong' })
    await shows('strong')
    await undo()
    await shows('grey')
    await emphasis.selectOption({ label: 'Strong' })
    await window.getByRole('button', { name: 'Save changes' }).click()
    await window.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
    // What was saved can still be undone.
    await undo()
    await shows('grey')
    await window.getByRole('button', { name: 'Redo' }).click()
    await shows('strong')

    await open('First figure')
    await shows('strong')
    await says('In all figures, set in “Second figure”')
    expect(problems).toEqual([])
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
})
