import type { CalcCase } from './calc-case'
import { isObject } from './json-shape'

/** A document of cases, or why it isn't one. */
export type CalcDocument = { readonly cases: readonly CalcCase[] } | { readonly problem: string }

/**
 * Reads a parsed JSON document: `{"cases": […]}` or the list alone, each with `id`, `method` and `inputs`. A case of
 * another form is kept without a method, so that it is answered with an error and hides no other.
 */
export function readCalcCases(document: unknown): CalcDocument {
  const list: unknown = isObject(document) ? document.cases : document
  if (!Array.isArray(list)) return { problem: 'It holds no list of cases; give {"cases": […]}.' }
  return { cases: (list as readonly unknown[]).map(readCase) }
}

function readCase(item: unknown, i: number): CalcCase {
  const { id, method, inputs } = isObject(item) ? item : {}
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : `case ${i + 1}`,
    method: typeof method === 'string' ? method : '',
    inputs,
  }
}
