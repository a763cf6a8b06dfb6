import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTemplate, planFromTemplate } from '../../src/core/plan/templates'
import { designUnderTest, type DesignUnderTest } from './design-review'

let design: DesignUnderTest
beforeAll(async () => {
  design = await designUnderTest((path) => [
    planFromTemplate(findTemplate('mix-sweep')!, { id: 'mix', seed: 1, target: { kind: 'folder', path } }),
  ])
  await design.part('cell-0').waitFor()
  await design.window.evaluate(
    await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  )
})
afterAll(() => design.close())

/** Resolves when colours and sizes have stopped moving. */
const settled = () =>
  new Promise<void>((done) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const ends = document.getAnimations().map((animation) => animation.finished)
        void Promise.allSettled(ends).then(() => done())
      }),
    ),
  )

/** Faults that axe finds in the design view and in what is open above it, one line each. */
async function faults(): Promise<string[]> {
  await design.window.evaluate(settled)
  const { violations } = await design.window.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> }
    }
    const context = { include: [['[data-testid="design-view"]'], ['[role="dialog"]']] }
    const open = context.include.filter(([selector]) => document.querySelector(selector ?? ''))
    return axe.run({ include: open }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] })
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

describe.each(['light', 'dark'] as const)('the matrix builder in %s colours', (colorScheme) => {
  beforeAll(() => design.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' }))

  it('has no fault as it opens, with a case excluded, and with its folded parts open', async () => {
    const { part } = design
    expect(await faults()).toEqual([])
    await part('cell-3').click()
    if ((await part('advanced-fold').getAttribute('aria-expanded')) === 'false')
      await part('advanced-fold').click()
    await part('tab-command').click()
    expect(await faults()).toEqual([])
    await part('tab-advice').click()
  })

  it.each(['add-axis', 'add-option', 'shortcuts', 'start-campaign', 'add-step'])(
    'has no fault with what %s opens',
    async (opener) => {
      await design.part(opener).click()
      const panel = design.window.getByRole('dialog')
      await panel.waitFor()
      expect(await faults()).toEqual([])
      await design.window.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    },
  )

  it('has no fault where it shows errors', async () => {
    const { window, part } = design
    await part('target-path').fill('nowhere')
    await part('value-queue_depth').fill('x')
    await part('level-input-block_size').fill('12q')
    await window.keyboard.press('Enter')
    expect(await faults()).toEqual([])
    await part('value-queue_depth').fill('64')
    await part('level-input-block_size').fill('')
  })
})
