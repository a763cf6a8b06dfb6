import { testId } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'
import { parseCellNumber, type NumberConvention } from './cell-number'
import { toBaseUnit, unitFactor } from './value-units'

/**
 * A level as it is printed. Sizes of records and files count in 1024, as benchmarks mean them regardless of the
 * letters ("64KB" is 65,536 bytes); words such as "random" stay words, and tests are spelled as in results. Without a convention, an ambiguous number is
 * rejected.
 */
export function parseCellLevel(
  text: string,
  key: string,
  unit?: string,
  convention?: NumberConvention,
): Parsed<LevelValue> {
  if (unit !== undefined) return withUnit(text, unit, convention)
  if (key === 'pattern') return parsed(testId(text))
  if (isSizeKey(key)) {
    const match = /^([\d.,]+)\s*(?:([kmgt])i?(?:b|bytes?)?|b|bytes?)?$/i.exec(text)
    if (match) return size(text, match[1] ?? '', match[2] ?? '', convention)
  }
  const number = parseCellNumber(text, convention)
  return number.ok || /^[-+]?\d{1,3}[.,]\d{3}$/.test(text.trim()) ? number : parsed(text)
}

/** True for keys whose levels are bytes. */
function isSizeKey(key: string): boolean {
  return /(?:^|_)(?:size|bytes)(?:_|$)/.test(key)
}

function size(
  text: string,
  amount: string,
  letter: string,
  convention: NumberConvention | undefined,
): Parsed<number> {
  const number = parseCellNumber(amount, convention)
  if (!number.ok) return number
  const power = letter === '' ? 0 : 'kmgt'.indexOf(letter.toLowerCase()) + 1
  const bytes = number.value * 1024 ** power
  return Number.isSafeInteger(bytes)
    ? parsed(bytes)
    : unreadable(`${quoted(text)} is not a whole number of bytes.`)
}

function withUnit(text: string, unit: string, convention: NumberConvention | undefined): Parsed<number> {
  const factor = unitFactor('B', unit) ?? unitFactor('s', unit)
  if (factor === undefined) return unreadable(`${quoted(unit)} is not a unit of size or time.`)
  const number = parseCellNumber(text, convention)
  return number.ok ? parsed(toBaseUnit(number.value, factor)) : number
}
