import { templates } from '../../../src/core/words/template'
import type { Said } from './read-back'

/** A sentence in which one slot says something else. */
export interface Mutant {
  /** Template and slot. */
  readonly slot: string
  readonly text: string
}

const otherUnits: Readonly<Record<string, string>> = {
  ...{
    'kB/s': 'MB/s',
    'MB/s': 'GB/s',
    'GB/s': 'MB/s',
    'k IOPS': 'M IOPS',
    'M IOPS': 'k IOPS',
    IOPS: 'k IOPS',
  },
  ...{ ns: 'µs', µs: 'ms', ms: 's', s: 'ms', 'per second': 'per minute', 'per minute': 'per second' },
}

function otherDigit(text: string): string {
  return text.replace(/\d/, (digit) => String((Number(digit) + 4) % 10))
}

function otherUnit(text: string): string {
  return text.replace(/(?<=\u202f)[^\s%()]+(?: IOPS| second| minute)?/gu, (unit) => otherUnits[unit] ?? unit)
}

function otherSign(text: string): string {
  return text.replace(/[+−]/, (sign) => (sign === '+' ? '−' : '+'))
}

/** What else a slot could say. */
function others(slot: string | readonly string[], text: string): readonly string[] {
  if (typeof slot !== 'string') return slot.filter((word) => word !== text).slice(0, 1)
  switch (slot) {
    case 'count':
      return [String(Number(text.replaceAll(',', '')) + 1)]
    case 'range':
      return ['90 to 99']
    case 'value':
    case 'interval':
    case 'mean':
      return [otherDigit(text), otherUnit(text)]
    case 'percent':
      return [otherDigit(text)]
    case 'change':
      return [otherDigit(text), otherSign(text)]
    case 'time':
      return [otherDigit(text)]
    default:
      return ['Nobody']
  }
}

/** The sentence with one slot after the other changed, those of its parts included. */
export function* mutants(whole: Said, said = whole, offset = 0): Generator<Mutant> {
  const one = templates.get(said.id)
  if (one === undefined) return
  for (const [name, text] of said.slots) {
    const slot = one.slots[name]
    const from = offset + said.text.indexOf(text)
    if (slot === undefined || text === '') continue
    if (typeof slot === 'object' && 'of' in slot) {
      let at = from
      for (const part of said.parts.get(name) ?? []) {
        at = whole.text.indexOf(part.text, at)
        yield* mutants(whole, part, at)
      }
      continue
    }
    for (const other of others(slot, text))
      if (other !== text) {
        const changed = whole.text.slice(0, from) + other + whole.text.slice(from + text.length)
        yield { slot: `${said.id} ${name}`, text: changed }
      }
  }
}
