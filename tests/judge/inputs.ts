import { momentsOf, type Moments } from '../../src/core/statistics/summary/moments'

/** Inputs that a method cannot use; `calculate` turns it into an answer. */
export class JudgeInputError extends Error {
  constructor(
    readonly field: string,
    problem: string,
    readonly remedy: string,
  ) {
    super(problem)
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a finite number. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** One side of a comparison: its runs if given, and their count, mean and deviation. */
interface Side {
  readonly values: readonly number[] | undefined
  readonly moments: Moments | undefined
}

/**
 * Reads the inputs of a case field by field. A field is found by its name, with or without a unit suffix (`values`
 * finds `values_kbps`); null counts as absent. A missing or malformed field throws a `JudgeInputError` that names the
 * field and the remedy.
 */
export class Inputs {
  constructor(
    readonly fields: Readonly<Record<string, unknown>>,
    private readonly path = 'inputs',
  ) {}

  /** The full name of the first field that is present, undefined if none is. */
  find(...names: readonly string[]): string | undefined {
    const present = Object.keys(this.fields).filter((key) => this.fields[key] != null)
    for (const name of names) {
      const key =
        present.find((candidate) => candidate === name) ?? present.find((k) => k.startsWith(`${name}_`))
      if (key !== undefined) return key
    }
    return undefined
  }

  /** Names of the fields that hold a list of numbers, in order. */
  lists(): string[] {
    return Object.keys(this.fields).filter((key) => {
      const value = this.fields[key]
      return (
        Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isNumber(item))
      )
    })
  }

  number(...names: readonly string[]): number {
    const key = this.need(names, 'a number')
    const value = this.fields[key]
    if (!isNumber(value)) throw this.wrong(key, 'is not a finite number', 'Give one finite number.')
    return value
  }

  numberOr(fallback: number, ...names: readonly string[]): number {
    return this.find(...names) === undefined ? fallback : this.number(...names)
  }

  /** A whole number of at least `least`. */
  count(fallback: number, least: number, ...names: readonly string[]): number {
    const value = this.numberOr(fallback, ...names)
    if (Number.isInteger(value) && value >= least) return value
    throw this.wrong(
      this.find(...names) ?? names[0] ?? '',
      `is ${value}`,
      `Give a whole number from ${least} up.`,
    )
  }

  flagOr(fallback: boolean, ...names: readonly string[]): boolean {
    const key = this.find(...names)
    if (key === undefined) return fallback
    const value = this.fields[key]
    if (typeof value !== 'boolean') throw this.wrong(key, 'is neither true nor false', 'Give true or false.')
    return value
  }

  textOr(fallback: string, ...names: readonly string[]): string {
    const key = this.find(...names)
    if (key === undefined) return fallback
    const value = this.fields[key]
    if (typeof value !== 'string') throw this.wrong(key, 'is not a text', 'Give a text.')
    return value
  }

  /** A list of numbers without nulls; a single number is a list of one. */
  numbers(...names: readonly string[]): number[] {
    return this.numbersOrNull(...names).map((value, i) => {
      if (value === null) {
        throw this.wrong(
          `${this.find(...names) ?? ''}[${i}]`,
          'is null',
          'Leave the value out or give a number.',
        )
      }
      return value
    })
  }

  /** A list of runs; nulls are failed runs and are left out. */
  runs(...names: readonly string[]): number[] {
    return this.numbersOrNull(...names).filter((value) => value !== null)
  }

  /** A list of numbers; null marks an absent one. */
  numbersOrNull(...names: readonly string[]): (number | null)[] {
    const key = this.find(...names) ?? this.onlyList(names) ?? this.need(names, 'a list of numbers')
    const value = this.fields[key]
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    return list.map((item, i) => {
      if (item === null || isNumber(item)) return item
      throw this.wrong(`${key}[${i}]`, 'is not a finite number', 'Give a list of finite numbers.')
    })
  }

  /** A list of lists or objects; their contents are not checked. */
  list(...names: readonly string[]): readonly unknown[] {
    const key = this.need(names, 'a list')
    const value = this.fields[key]
    if (!Array.isArray(value)) throw this.wrong(key, 'is not a list', 'Give a list in square brackets.')
    return value
  }

  /** The fields of a nested object, as inputs. */
  object(...names: readonly string[]): Inputs {
    const key = this.need(names, 'an object')
    return inputsOf(this.fields[key], `${this.path}.${key}`)
  }

  /** The runs of one side, or its n, mean and sd. */
  side(...names: readonly string[]): Side {
    const key = this.need(names, 'a list of runs, or an object with n, mean and sd')
    const value = this.fields[key]
    if (!isObject(value)) {
      const values = this.runs(key)
      return { values, moments: momentsOf(values) }
    }
    const inner = new Inputs(value, `${this.path}.${key}`)
    if (inner.find('values', 'runs') !== undefined) {
      const values = inner.runs('values', 'runs')
      return { values, moments: momentsOf(values) }
    }
    const n = inner.count(0, 1, 'n')
    const sd =
      inner.find('sd', 'std', 'stddev') === undefined ? undefined : inner.number('sd', 'std', 'stddev')
    if (sd !== undefined && sd < 0) throw inner.wrong('sd', `is ${sd}`, 'A standard deviation is 0 or more.')
    return { values: undefined, moments: { n, mean: inner.number('mean'), sd: n < 2 ? undefined : sd } }
  }

  /** The error to throw for a field. */
  wrong(field: string, problem: string, remedy: string): JudgeInputError {
    const full = `${this.path}.${field}`
    return new JudgeInputError(full, `${full} ${problem}`, remedy)
  }

  /** The list of a method that takes only one, under any name. */
  private onlyList(names: readonly string[]): string | undefined {
    if (!names.includes('values')) return undefined
    const lists = this.lists()
    return lists.length === 1 ? lists[0] : undefined
  }

  private need(names: readonly string[], kind: string): string {
    const key = this.find(...names)
    if (key !== undefined) return key
    throw this.wrong(names[0] ?? '', 'is missing', `Give ${kind} as "${names.join('" or "')}".`)
  }
}

/** Inputs of an object; throws for anything else. */
export function inputsOf(value: unknown, path = 'inputs'): Inputs {
  if (isObject(value)) return new Inputs(value, path)
  throw new JudgeInputError(
    path,
    `${path} is not an object`,
    'Give the fields of the method in curly brackets.',
  )
}
