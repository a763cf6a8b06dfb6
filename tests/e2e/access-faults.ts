import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Puts axe into the page; once per page. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
}

/** Faults that axe finds in the whole window, one line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    // Colours on their way would be measured half-way; what pulses for ever is left to pulse.
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] })
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}
