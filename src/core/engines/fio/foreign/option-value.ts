import { parseDuration } from '../../../units/durations'
import type { LevelValue } from '../../../plan/plan'
import type { FieldKind } from '../../engine'

/** An option as echoed by fio, in base units; as text if it is not a single number. */
export function optionValue(text: string, kind: FieldKind | undefined): LevelValue {
  switch (kind?.type) {
    case 'bytes':
      return fioBytes(text) ?? text
    case 'seconds':
      return fioSeconds(text) ?? text
    case 'boolean':
      return fioSwitch(text) ?? text
    case 'integer':
    case 'percent':
      return plainNumber(text) ?? fioBytes(text) ?? text
    case 'choice':
    case 'text':
      return text
    default:
      return text === '' ? true : (plainNumber(text) ?? text)
  }
}

/**
 * fio's own sizes (fio.readthedocs.io, "Parameter types"): with its default `kb_base=1024` a `k` counts in 1024 and
 * `ki` in 1000, the reverse of the usual meaning, and a trailing `b` changes nothing.
 */
export function fioBytes(text: string): number | undefined {
  const match = /^(\d+)([kmgtp]?)(i?)b?$/i.exec(text.trim())
  if (!match) return undefined
  const power = match[2] === '' ? 0 : 'kmgtp'.indexOf((match[2] ?? '').toLowerCase()) + 1
  const bytes = Number(match[1]) * (match[3] === '' ? 1024 : 1000) ** power
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Seconds unless a unit follows the number; `us` and `usec` are fio's own. */
function fioSeconds(text: string): number | undefined {
  const micro = /^(\d+)\s*us(?:ec)?$/i.exec(text.trim())
  if (micro) return Number(micro[1]) / 1e6
  const read = parseDuration(text)
  return read.ok ? read.value : undefined
}

/** A switch without a value is on. */
function fioSwitch(text: string): boolean | undefined {
  if (text === '' || text === '1') return true
  return text === '0' ? false : undefined
}

function plainNumber(text: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? value
    : undefined
}
