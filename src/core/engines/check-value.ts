import { formatLevel } from '../plan/levels/format-level'
import type { LevelValue, Workload } from '../plan/plan'
import { quoted } from '../units/parsed'
import type { ExtraOption, Field, FieldKind, OptionProblem } from './engine'

/** The options of an engine. */
export interface KnownOptions {
  readonly fields: readonly Field[]
  readonly options: readonly ExtraOption[]
  /** The field for the engine's own name of an option; by default as a long option. */
  readonly fieldFor?: (key: string) => Field | undefined
  /** What is said of an option that is not known, if more than that can be said. */
  readonly unknown: (key: string) => Omit<OptionProblem, 'key'>
  /** A further rule for a value that fits its kind. */
  readonly rule?: (key: string, value: LevelValue, kind: FieldKind) => Omit<OptionProblem, 'key'> | undefined
}

/** What is said of an option that the engine of this name does not have. */
export function unknownTo(engine: string): KnownOptions['unknown'] {
  return (key) => ({
    text: `${key} is not an option this app knows for ${engine}.`,
    remedy: 'Check the spelling, or remove it.',
  })
}

/** Problems of each option alone; the engine's own name of a field leads to the field. */
export function checkOptions(workload: Workload, known: KnownOptions): readonly OptionProblem[] {
  const { fields, options, rule, unknown } = known
  const fieldFor = known.fieldFor ?? ((key) => fields.find(({ option }) => option === `--${key}`))
  return Object.entries(workload).flatMap(([key, value]) => {
    const kind = fields.find(({ id }) => id === key)?.kind ?? options.find(({ name }) => name === key)?.kind
    if (!kind) {
      const field = fieldFor(key)
      if (!field) return { key, ...unknown(key) }
      return { key, text: `${key} is set by ${field.label}.`, remedy: `Use ${field.id}.` }
    }
    const text = checkValue(value, kind)
    const problem = text === undefined ? rule?.(key, value, kind) : { text }
    return problem ? { key, ...problem } : []
  })
}

/** What is wrong with a value for a field of this kind, as one sentence; undefined if nothing is. */
export function checkValue(value: LevelValue, kind: FieldKind): string | undefined {
  switch (kind.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${shown(value)} is neither on nor off.`
    case 'choice':
      return kind.choices.some((choice) => choice.value === value)
        ? undefined
        : `${shown(value)} is not one of ${kind.choices.map((choice) => choice.value).join(', ')}.`
    case 'names':
      return checkNames(value, kind)
    case 'text':
      return checkText(value, kind.pattern)
    case 'percent':
      if (kind.words?.some((word) => word.value === value)) return undefined
      return checkNumber(value, { min: 0, max: kind.max ?? 100 }, kind)
    default:
      return checkNumber(value, kind, kind)
  }
}

function checkNames(value: LevelValue, kind: Extract<FieldKind, { type: 'names' }>): string | undefined {
  if (typeof value !== 'string') return `${shown(value)} is not text.`
  if (value === kind.all?.value) return undefined
  const stranger = value.split(/[ ,+]+/).find((word) => !kind.names.some((one) => one.value === word))
  if (stranger === undefined) return undefined
  return `${shown(stranger)} is not one of ${kind.names.map((one) => one.value).join(', ')}.`
}

function checkText(value: LevelValue, pattern: string | undefined): string | undefined {
  if (typeof value !== 'string') return `${shown(value)} is not text.`
  const fits = pattern === undefined ? isOneLine(value) : new RegExp(`^(?:${pattern})$`, 'u').test(value)
  return fits ? undefined : `${shown(value)} does not have the form this option takes.`
}

function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

function checkNumber(
  value: LevelValue,
  limits: { readonly min?: number; readonly max?: number },
  kind: FieldKind,
): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${shown(value)} is not a number.`
  const mustBeWhole = kind.type === 'bytes' || kind.type === 'integer'
  if (mustBeWhole && !Number.isSafeInteger(value)) return `${shown(value)} is not a whole number.`
  if (limits.min !== undefined && value < limits.min) {
    return `${formatLevel(value, kind)} is below the smallest value, ${formatLevel(limits.min, kind)}.`
  }
  if (limits.max !== undefined && value > limits.max) {
    return `${formatLevel(value, kind)} is above the largest value, ${formatLevel(limits.max, kind)}.`
  }
  return undefined
}

function shown(value: LevelValue): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}
