import { type Inputs, isObject } from './inputs'

/** One calculation: the name of a method and its inputs, as read from a JSON file. */
export interface JudgeCase {
  readonly id: string
  readonly method: string
  readonly inputs: unknown
}

/** Any JSON value. An absent number is null. */
export type JudgeValue =
  | number
  | string
  | boolean
  | null
  | readonly JudgeValue[]
  | { readonly [key: string]: JudgeValue }

export type JudgeObject = Readonly<Record<string, JudgeValue>>

/** Why a case has no result. */
export interface JudgeError {
  readonly code: 'unknown-method' | 'bad-input'
  /** Where in the case: `method`, `inputs`, `inputs.values` … */
  readonly field: string
  /** What is wrong, naming the case. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}

export type JudgeAnswer =
  | { readonly id: string; readonly result: JudgeObject }
  | { readonly id: string; readonly error: JudgeError }

/** Texts that a case refers to by name, e.g. published tables; the core reads no files. */
export type JudgeSources = Readonly<Record<string, string>>

/** A method: inputs in, result out. It throws a `JudgeInputError` for inputs it cannot use. */
export type JudgeMethod = (inputs: Inputs, sources: JudgeSources) => JudgeObject

/** Methods by the names that cases use. */
export type JudgeMethods = Readonly<Record<string, JudgeMethod>>

/** A document of cases, or why it isn't one. */
type JudgeDocument = { readonly cases: readonly JudgeCase[] } | { readonly problem: string }

/**
 * Reads a parsed JSON document: `{"cases": […]}` or the list alone, each with `id`, `method` and `inputs`. A case of
 * any other shape is kept without a method: it is answered with an error and does not affect the others.
 */
export function readCases(document: unknown): JudgeDocument {
  const list: unknown = isObject(document) ? document.cases : document
  if (!Array.isArray(list)) return { problem: 'It holds no list of cases; give {"cases": […]}.' }
  return { cases: (list as readonly unknown[]).map(readCase) }
}

function readCase(item: unknown, i: number): JudgeCase {
  const { id, method, inputs } = isObject(item) ? item : {}
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : `case ${i + 1}`,
    method: typeof method === 'string' ? method : '',
    inputs,
  }
}
