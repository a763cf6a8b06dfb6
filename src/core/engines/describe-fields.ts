import { axisName } from '../plan/format-level'
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
interface Described extends Omit<Field, 'id' | 'label' | 'group' | 'option'> {
  /** The id by default. */
  readonly option?: string
}

/** A field of a form. Its label is the name that its id has in axes, tables and figures. */
export function field(group: Field['group'], id: string, described: Described): Field {
  return { id, label: axisName(id), option: id, group, ...described }
}

/** Fields of one group by id, in the order of the form. */
export function describeFields(
  group: Field['group'],
  described: Readonly<Record<string, Described>>,
): readonly Field[] {
  return Object.entries(described).map(([id, one]) => field(group, id, one))
}
