import type { CalcCase } from './calc-case'
import { isObject } from './json-shape'

/** A document of cases, or why it isn't one. */
export type CalcDocument = { readonly cases: readonly CalcCase[] } | { readonly problem: string }

/** Reads a parsed JSON document: `{"cases": […]}` or the list alone, each with `id`, `method` and `inputs`. */
export function readCalcCases(document: unknown): CalcDocument {
  const list: unknown = isObject(document) ? document.cases : document
  if (!Array.isArray(list)) return { problem: 'It holds no list of cases; give {"cases": […]}.' }
  const cases: CalcCase[] = []
  for (const [i, item] of (list as readonly unknown[]).entries()) {
    if (!isObject(item)) return { problem: `Case ${i + 1} is not an object with id, method and inputs.` }
    const { id, method, inputs } = item
    if (typeof method !== 'string') return { problem: `Case ${i + 1} names no method.` }
    cases.push({
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : `case ${i + 1}`,
      method,
      inputs,
    })
  }
  return { cases }
}
