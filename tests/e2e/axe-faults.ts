import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** Makes axe ready in a page. */
export async function loadAxe(window: Page): Promise<void> {
  await window.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
}

/**
 * Faults that axe finds in the whole page, or in a part of it and in dialogs above it, one line each; after all motion
 * has ended.
 */
export async function axeFaults(window: Page, selector?: string): Promise<string[]> {
  await window.evaluate(settled)
  const { violations } = await window.evaluate(async (part) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> }
    }
    const include = [[part ?? ''], ['[role="dialog"]']].filter(([one]) => one && document.querySelector(one))
    return axe.run(part === undefined ? document : { include }, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'],
    })
  }, selector)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  )
}

/** Resolves when colours and sizes have stopped moving. */
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
