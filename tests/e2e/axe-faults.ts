import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Loads axe into a page. */
export async function loadAxe(window: Page): Promise<void> {
  await window.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
}

/** Rules that depend on the colours alone. */
const colorRules = ['color-contrast', 'link-in-text-block']
const allRules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']

/**
 * Faults that axe finds in the whole page, or in a part of it and in dialogs above it, one line each; after all motion
 * has ended. With `colorsOnly` only what other colours can change on a page that was already checked.
 */
export async function axeFaults(window: Page, selector?: string, colorsOnly = false): Promise<string[]> {
  await window.evaluate(settled)
  const { violations } = await window.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> }
      }
      const include = [[part ?? ''], ['[role="dialog"]']].filter(
        ([one]) => one && document.querySelector(one),
      )
      // Passes are not recorded, which takes as long as the check itself.
      const options = { runOnly, resultTypes: ['violations'] }
      return axe.run(part === undefined ? document : { include }, options)
    },
    { part: selector, runOnly: colorsOnly ? colorRules : allRules },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

/** Resolves once colours and sizes have stopped changing. */
const settled = () =>
  new Promise<void>((done) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const ends = document.getAnimations().map((animation) => animation.finished)
        void Promise.race([Promise.allSettled(ends), new Promise((late) => setTimeout(late, 500))]).then(() =>
          done(),
        )
      }),
    ),
  )
