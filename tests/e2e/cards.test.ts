import { createCanvas } from '@napi-rs/canvas'
import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'

let folder: string
let file: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-cards-'))
  file = join(folder, 'review.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  test = await launchApp({ args: [file] })
  await loadAxe(test.window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)

/** The current contents of the file. */
function stored() {
  const review = openReview(file, { mode: 'read' })
  const { devices, scorecards } = review.summary()
  review.close()
  return { device: devices[0], scorecard: scorecards[0] }
}

/** Pictures for visual inspection. */
async function shoot(name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const [width, height] of [
    [900, 700],
    [1280, 800],
    [1920, 1080],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.window.setViewportSize({ width, height })
      await test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.window.screenshot({ path: join(shots, `cards-${name}-${width}-${colorScheme}.png`) })
    }
  await test.window.setViewportSize({ width: 1280, height: 800 })
}

it('describes a device with its price, and shows the figure of its price', async () => {
  await part('device-card-add').click()
  await part('device-form').waitFor()
  await part('device-sold').fill('2 TB')
  await part('device-price').fill('169 EUR')
  await part('device-price-date').fill('2026-11')
  await part('device-price-source').fill('shop.example <b>')
  await part('promise-new').fill('iops 600k pattern=random-read')
  await part('promise-new').press('Enter')
  await vi.waitFor(() =>
    expect(stored().device?.card).toEqual({
      soldBytes: 2e12,
      price: { amount: 169, currency: 'EUR', date: '2026-11', source: 'shop.example <b>' },
      promises: [{ metric: 'iops', value: 600_000, workload: { pattern: 'random-read' } }],
    }),
  )
  await part('device-price').fill('169 $')
  await part('device-price').press('Enter')
  await test.window.getByRole('alert').getByText('is not a price').waitFor()
  await shoot('device')
  expect(await axeFaults(test.window)).toEqual([])
  // Escape first discards what was typed, then closes.
  await part('device-price').press('Escape')
  await expect.poll(() => part('device-price').inputValue()).toBe('169 EUR')
  await part('device-photo-file').setInputFiles({
    name: 'front.png',
    mimeType: 'image/png',
    buffer: createCanvas(40, 20).toBuffer('image/png'),
  })
  await part('device-no-photo').waitFor()
  expect(stored().device?.photo).toEqual({ name: 'front.png', type: 'image/png', width: 40, height: 20 })
  await part('device-price').press('Escape')
  await part('device-form').waitFor({ state: 'detached' })
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(stored().device?.photo).toBeUndefined())
  await test.window.keyboard.press('Control+Shift+z')
  await vi.waitFor(() => expect(stored().device?.photo?.width).toBe(40))
  await shoot('list')

  await part('device-card').click()
  await part('see-price').click()
  await part('figure-canvas').waitFor()
  await test.window.getByText('Price per usable GB').first().waitFor()
  await shoot('price')

  // Deleted, and brought back with the keyboard.
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Review', { exact: true }).click()
  await part('device-card').click()
  await part('device-delete').click()
  await vi.waitFor(() => expect(stored().device).toBeUndefined())
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(stored().device?.card.price?.amount).toBe(169))
  await vi.waitFor(() => expect(stored().device?.photo?.width).toBe(40))
  expect(test.problems).toEqual([])
})

it('fills in a scorecard by keyboard, counts the wins, and shows its table', async () => {
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Review', { exact: true }).click()
  await part('scorecard-add').click()
  await part('candidate-0').fill('vCache <i>')
  await part('candidate-1').fill('FlashCache')
  for (const [place, name] of ['Installation', 'Monitoring', 'Noise'].entries()) {
    await part('category-add').click()
    await part(`category-${String(place)}`).fill(name)
    await part(`category-${String(place)}`).press('Enter')
  }
  await part('text-0-1').fill('two packages')
  await part('points-0-1').fill('many')
  await part('points-0-1').press('Enter')
  await test.window.getByRole('alert').getByText('Write a number').waitFor()
  await part('points-0-1').fill('7.5')
  await part('points-0-1').press('Enter')
  await part('winner-0').selectOption({ label: 'FlashCache' })
  await part('winner-1').selectOption({ label: 'vCache <i>' })
  await part('winner-2').selectOption({ label: 'Tie' })
  await vi.waitFor(async () => expect(await part('scorecard-count').textContent()).toBe('1-1-1'))
  await vi.waitFor(() =>
    expect(stored().scorecard?.card).toEqual({
      candidates: ['vCache <i>', 'FlashCache'],
      categories: [
        { name: 'Installation', entries: [{}, { text: 'two packages', points: 7.5 }], winner: 1 },
        { name: 'Monitoring', entries: [], winner: 0 },
        { name: 'Noise', entries: [], winner: 'tie' },
      ],
    }),
  )
  await shoot('scorecard')
  expect(await axeFaults(test.window)).toEqual([])
  await part('see-scorecard').click()
  await test.window.getByRole('heading', { name: 'Scorecard' }).first().waitFor()
  await shoot('scorecard-table')
  expect(test.problems).toEqual([])
})
