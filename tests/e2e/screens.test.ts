import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { launchApp } from './launch-app'

/**
 * `BENCHWRIGHT_SCREENS=FOLDER` keeps a picture of every room and dialog for inspection: in both themes and three sizes
 * of the window. BENCHWRIGHT_SCREEN_SIZES (widths), _REVIEWS (names of samples, `empty`, `start`) and _STEPS choose
 * among them, as lists with commas.
 */
const pictures = process.env.BENCHWRIGHT_SCREENS
const sizes = [
  [900, 700],
  [1280, 800],
  [1920, 1080],
] as const
const wanted = process.env.BENCHWRIGHT_SCREEN_SIZES?.split(',').map(Number)
const themes = ['light', 'dark'] as const

/** The actions on the page before the picture with this name. */
type Act = (page: Page) => Promise<unknown>
type Step = readonly [name: string, ...acts: readonly Act[]]
/** What a review holds; a step that needs something else is left out. */
type Content = 'campaigns' | 'plans' | 'runs'

const room = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Rooms' }).getByText(name, { exact: true }).click()
const click =
  (id: string): Act =>
  (page) =>
    page.getByTestId(id).first().click({ timeout: 4000 })
const check =
  (id: string): Act =>
  (page) =>
    page.getByTestId(id).check({ force: true, timeout: 4000 })
const press =
  (keys: string): Act =>
  (page) =>
    page.keyboard.press(keys)
const pasted = 'depth\treads\terr\n1\t1.000\t10\n32\t20.000\t100\n'

const rooms: readonly Step[] = [
  ...['Review', 'Shelf', 'Design', 'Run', 'Results', 'Compare', 'Figures', 'Report', 'Hosts'],
].map((name) => [name.toLowerCase(), room(name)])
const dialogs: readonly Step[] = [
  ['import', room('Review'), (page) => page.getByTestId(/^import-(button|door)$/).click({ timeout: 4000 })],
  ['import-paste', check('import-way-table')],
  ['import-pasted', (page) => page.getByTestId('import-text').fill(pasted, { timeout: 4000 })],
  ['palette', press('Escape'), press('Escape'), press('Control+k')],
  ['palette-typed', (page) => page.keyboard.type('lat')],
  ['shortcuts', press('Escape'), press('Control+/')],
  ['design-start', press('Escape'), room('Design'), click('start-campaign')],
  [
    'run-drawer',
    press('Escape'),
    room('Run'),
    (page) => page.getByTestId('run-grid').click({ position: { x: 270, y: 30 } }),
  ],
  ['results-export', press('Escape'), room('Results'), click('figure-export')],
  ['compare-table', press('Escape'), room('Compare'), check('view-table')],
  ['compare-highlights', check('view-highlights')],
  ['compare-case', click('highlight')],
  ['compare-chip', press('Escape'), click('candidate-chip-0')],
  ['compare-difference', press('Escape'), check('view-difference')],
  ['figures-preset', press('Escape'), room('Figures'), click('preset-edit')],
  ['figures-preset-new', click('preset-add')],
  ['hosts-add', press('Escape'), room('Hosts'), click('add-host')],
]
const needs = new Map<string, Content>([
  ['design-start', 'plans'],
  ['run-drawer', 'runs'],
  ['results-export', 'runs'],
  ['compare-table', 'campaigns'],
  ['compare-highlights', 'campaigns'],
  ['compare-case', 'runs'],
  ['compare-chip', 'campaigns'],
  ['compare-difference', 'campaigns'],
])

function contentOf(file: string): ReadonlySet<Content | undefined> {
  const review = openReview(file, { mode: 'read' })
  try {
    const campaigns = review.campaigns()
    return new Set([
      undefined,
      ...(campaigns.length > 0 ? (['campaigns'] as const) : []),
      ...(review.summary().plans.length > 0 ? (['plans'] as const) : []),
      ...(campaigns.some(({ runsByState }) => (runsByState.done ?? 0) > 0) ? (['runs'] as const) : []),
    ])
  } finally {
    review.close()
  }
}

const reviews = (
  process.env.BENCHWRIGHT_SCREEN_REVIEWS ?? 'empty,start,fio-read-write-mix,sandforce-kernel'
).split(',')

describe.skipIf(pictures === undefined)('pictures', () => {
  it.each(reviews)('of %s', { timeout: 600_000 }, async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'benchwright-screens-'))
    const file = join(folder, `${name}.benchwright`)
    if (name === 'empty') createReview(file).close()
    else if (name !== 'start') await copyFile(`resources/samples/${name}.benchwright`, file)
    const test = await launchApp({
      args: name === 'start' ? [] : [file],
      env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') },
    })
    const { window } = test
    const only = process.env.BENCHWRIGHT_SCREEN_STEPS?.split(',')
    const start: Step = ['start', (page) => page.getByTestId('start-view').waitFor()]
    const content = name === 'start' ? undefined : contentOf(file)
    const steps = content ? [...rooms, ...dialogs].filter(([step]) => content.has(needs.get(step))) : [start]
    const missed: string[] = []
    for (const [width, height] of sizes) {
      if (wanted && !wanted.includes(width)) continue
      await test.app.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size[0], size[1]),
        [width, height] as const,
      )
      for (const [step, ...acts] of steps) {
        if (only && !only.includes(step)) continue
        try {
          for (const act of acts) await act(window)
        } catch (error) {
          missed.push(`${width} ${step}: ${String(error).split('\n')[0]}`)
          continue
        }
        await window.waitForTimeout(900)
        for (const colorScheme of themes) {
          await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await window.waitForTimeout(250)
          const to = join(pictures ?? '', `${width}-${colorScheme}`)
          await mkdir(to, { recursive: true })
          await window.screenshot({ path: join(to, `${name}--${step}.png`) })
        }
      }
      for (let open = 0; open < 2; open++) await window.keyboard.press('Escape')
    }
    expect([...missed, ...test.problems]).toEqual([])
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })
})
