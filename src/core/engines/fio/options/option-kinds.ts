import type { ExtraOption, FieldKind } from '../../engine'

export const onOff: FieldKind = { type: 'boolean' }
export const percent: FieldKind = { type: 'percent' }
export const duration: FieldKind = { type: 'seconds', min: 0, max: 30 * 86_400 }
export const size: FieldKind = { type: 'bytes', min: 1 }

/** fio keeps most numbers in a signed 32-bit integer. */
export function whole(min = 0, max = 2_147_483_647): FieldKind {
  return { type: 'integer', min, max }
}

export function oneOf(...values: readonly string[]): FieldKind {
  return { type: 'choice', choices: values.map((value) => ({ value, label: value })) }
}

export function text(pattern: string): FieldKind {
  return { type: 'text', pattern }
}

export function option(name: string, kind: FieldKind, help: string): ExtraOption {
  return { name, kind, help }
}
