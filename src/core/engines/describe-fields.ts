import { axisName } from '../plan/levels/format-level'
import { wordLabel } from '../plan/levels/level-words'
import type { ExtraOption, Field, FieldKind } from './engine'

export const onOff: FieldKind = { type: 'boolean' }
export const percent: FieldKind = { type: 'percent' }
export const duration: FieldKind = { type: 'seconds', min: 0, max: 30 * 86_400 }
export const size: FieldKind = { type: 'bytes', min: 1 }

/** Engines keep most numbers in a signed 32-bit integer. */
export function whole(min = 0, max = 2_147_483_647): FieldKind {
  return { type: 'integer', min, max }
}

/** One of these words. */
export function oneOf(...values: readonly string[]): FieldKind {
  return { type: 'choice', choices: values.map((value) => ({ value, label: value })) }
}

export function text(pattern: string): FieldKind {
  return { type: 'text', pattern }
}

/** A further option of an engine, under its own name. */
export function option(name: string, kind: FieldKind, help: string): ExtraOption {
  return { name, kind, help }
}

/** A parameter as an engine describes it; the rest follows from its id and group. */
interface Described extends Omit<Field, 'id' | 'label' | 'group' | 'option' | 'kind'> {
  /** The id by default. */
  readonly option?: string
  /** Words to choose from get their labels from `wordLabel`. */
  readonly kind: Exclude<FieldKind, { readonly type: 'choice' }> | UnlabelledChoice
}

interface UnlabelledChoice {
  readonly type: 'choice'
  readonly choices: readonly { readonly value: string; readonly help?: string }[]
}

/** A field of a form. It and its words are labelled as in axes, tables and figures. */
export function field(group: Field['group'], id: string, { kind, ...described }: Described): Field {
  return { id, label: axisName(id), option: id, group, ...described, kind: labelled(id, kind) }
}

function labelled(id: string, kind: Described['kind']): FieldKind {
  if (kind.type !== 'choice') return kind
  const choices = kind.choices.map((one) => ({ ...one, label: wordLabel(id, one.value) }))
  return { type: 'choice', choices }
}

/** Fields of one group by id, in the order of the form. */
export function describeFields(
  group: Field['group'],
  described: Readonly<Record<string, Described>>,
): readonly Field[] {
  return Object.entries(described).map(([id, one]) => field(group, id, one))
}
