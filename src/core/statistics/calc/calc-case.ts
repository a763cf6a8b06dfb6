import { type Inputs, isObject } from './inputs'

/** One calculation: the name of a method and its inputs, as read from a JSON file. */
export interface CalcCase {
  readonly id: string
  readonly method: string
  readonly inputs: unknown
}

/** Any JSON value. An absent number is null. */
export type CalcValue =
  number | string | boolean | null | readonly CalcValue[] | { readonly [key: string]: CalcValue }

export type CalcObject = Readonly<Record<string, CalcValue>>

/** Why a case has no result. */
export interface CalcError {
  readonly code: 'unknown-method' | 'bad-input'
  /** Where in the case: `method`, `inputs`, `inputs.values` … */
  readonly field: string
  /** What is wrong, naming the case. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}

export type CalcAnswer =
  { readonly id: string; readonly result: CalcObject } | { readonly id: string; readonly error: CalcError }

/** Texts that a case refers to by name, e.g. published tables; the core reads no files. */
export type CalcSources = Readonly<Record<string, string>>

/** A method: inputs in, result out. It throws a `CalcInputError` for inputs it cannot use. */
export type CalcMethod = (inputs: Inputs, sources: CalcSources) => CalcObject

/** Methods by the names that cases use. */
export type CalcMethods = Readonly<Record<string, CalcMethod>>

/** A document of cases, or why it isn't one. */
type CalcDocument = { readonly cases: readonly CalcCase[] } | { readonly problem: string }

/**
 * Reads a parsed JSON document: `{"cases": […]}` or the list alone, each with `id`, `method` and `inputs`. A case of
 * any other shape is kept without a method: it is answered with an error and does not affect the others.
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
