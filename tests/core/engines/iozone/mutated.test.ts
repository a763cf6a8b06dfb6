import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParseResult } from '../../../../src/core/engines/engine'
import { resultsOf } from '../../../../src/core/engines/iozone/observations'
import { findContradiction } from '../../../../src/core/engines/iozone/output/check-throughput'
import { readIozoneOutputs } from '../../../../src/core/engines/iozone/output/iozone-document'
import { scalarsOf, type Scalar } from '../../../../src/core/results/observation'
import { allCaptured, outputOf, parseOutput } from './captured'

/** Long run: `BENCHWRIGHT_MUTATIONS=100000 npx vitest run tests/core/engines/iozone/mutated.test.ts`. */
const runs = Number(process.env.BENCHWRIGHT_MUTATIONS ?? 4000)

const ours = allCaptured.filter((one) => one.request && parseOutput(outputOf(one)).outcome === 'done')
const foreign = allCaptured.filter((one) => !one.request)

/** One way to damage a text at a position between 0 and 1; `size` chooses among variants. */
type Damage = (text: string, place: number, size: number) => string

const damages: readonly Damage[] = [
  (text, place) => text.slice(0, Math.floor(place * text.length)),
  (text, place) => text.slice(Math.floor(place * text.length)),
  (text, place, size) => cut(text, place, 1 + (size % 12), ''),
  (text, place) => cut(text, place, 0, ' '),
  (text, place) => cut(text, place, 1, ''),
  (text, place, size) => cut(text, place, 1, String.fromCharCode(size % 256)),
  (text, place, size) => cut(text, place, 1, String(size % 10)),
  (text, place) => cut(text, place, 0, text.slice(0, 400)),
  (text, place, size) => atDigit(text, place, (digit) => String((Number(digit) + 1 + (size % 9)) % 10)),
  (text, place) => atDigit(text, place, () => ''),
  (text, place) => atDigit(text, place, () => ' '),
  (text, place, size) => atDigit(text, place, (digit) => digit + String(size % 10)),
  (text, place) => atLine(text, place, () => []),
  (text, place) => atLine(text, place, (line) => [line, line]),
  (text, place) => atLine(text, place, (line, next) => [next, line]),
  (text, place) => atLine(text, place, (line) => [line.replace(/ {2,}/g, ' ')]),
  (text, place) => atLine(text, place, (line) => [line.replace(/ {8}/g, '\t')]),
  (text, place) => atLine(text, place, (line) => [line.trimStart()]),
  (text, _, size) => text.replaceAll('\n', size % 2 === 0 ? '\r\n' : ''),
  (text, place) => atLine(text, place, (line) => [line, 'iozone: interrupted']),
]

function cut(text: string, place: number, length: number, filling: string): string {
  const at = Math.floor(place * text.length)
  return text.slice(0, at) + filling + text.slice(at + length)
}

function atDigit(text: string, place: number, change: (digit: string) => string): string {
  const from = Math.floor(place * text.length)
  const at = text.slice(from).search(/\d/)
  if (at < 0) return text
  return text.slice(0, from + at) + change(text[from + at] ?? '') + text.slice(from + at + 1)
}

function atLine(
  text: string,
  place: number,
  change: (line: string, next: string) => readonly string[],
): string {
  const lines = text.split('\n')
  const at = Math.floor(place * (lines.length - 1))
  return [
    ...lines.slice(0, at),
    ...change(lines[at] ?? '', lines[at + 1] ?? ''),
    ...lines.slice(change.length > 1 && change('', '').length > 1 ? at + 2 : at + 1),
  ].join('\n')
}

/** Mostly damages the numbers: the second half of an output. */
const places = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0.5, max: 1, noNaN: true }),
)
const steps = fc.array(fc.tuple(fc.nat({ max: damages.length - 1 }), places, fc.nat({ max: 1000 })), {
  minLength: 1,
  maxLength: 3,
})

function damage(text: string, done: readonly (readonly [number, number, number])[]): string {
  return done.reduce((now, [kind, place, size]) => damages[kind]?.(now, place, size) ?? now, text)
}

/** What the throughput mode prints only once, so that a changed digit in it is as valid as another. */
const saidOnce = /^parent_|^job_.*_(?:min|max)$/

const keyOf = ({ test, direction, metric, levels }: Scalar) =>
  JSON.stringify([test, direction, metric, levels ?? null])

function valuesOf(result: ParseResult): ReadonlyMap<string, Scalar> {
  return new Map(
    result.outcome === 'done' ? scalarsOf(result.observations).map((one) => [keyOf(one), one]) : [],
  )
}

describe('damaged output', () => {
  it(`is a typed failure or has the right numbers, ${runs} times`, { timeout: 900_000 }, () => {
    const outcomes = { done: 0, failed: 0, interrupted: 0 }
    const ids = new Set<string>()
    fc.assert(
      fc.property(
        fc.constantFrom(...ours),
        steps,
        fc.constantFrom(0, 0, 0, 0, 58, 137),
        (one, todo, exitCode) => {
          const text = damage(one.text, todo)
          const result = parseOutput({ ...outputOf(one), text, exitCode })
          outcomes[result.outcome] += 1
          if (result.outcome !== 'done') {
            ids.add(result.failure.id)
            expect(result.failure.id).toMatch(/^[a-z-]+$/)
            expect(result.failure.text.length).toBeGreaterThan(15)
            return
          }
          expect(exitCode).toBe(0)
          const original = valuesOf(parseOutput(outputOf(one)))
          const now = valuesOf(result)
          // The smallest rate of a job is left out if IOzone's own is wrong, which a digit can change.
          expect([...now.keys()].filter((key) => !original.has(key) && !key.includes('_min"'))).toEqual([])
          for (const [key, { metric, value, test }] of original) {
            const read = now.get(key)?.value
            if (saidOnce.test(metric) || read === value) continue
            // A mean is checked against its sum, which does not determine its last digit.
            if (metric.endsWith('_mean') && Math.abs((read ?? 0) - value) <= 0.0201 * 1024) continue
            // The report of the extension columns holds other numbers than theirs, so these are printed once as well.
            expect([key, /^(?:re)?p(?:read|write)$/.test(test)]).toEqual([key, true])
            const others = [...original.values()].map((other) => other.value / 1024)
            expectOwnNumber((read ?? 0) / 1024, value / 1024, others)
          }
        },
      ),
      { numRuns: runs },
    )
    // The test would prove nothing if every mutation failed, or none.
    expect(outcomes.done).toBeGreaterThan(runs / 20)
    expect(outcomes.failed).toBeGreaterThan(runs / 3)
    expect(ids.size).toBeGreaterThan(8)
  })

  it('from other versions never puts a number into another column', { timeout: 900_000 }, () => {
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom(...foreign), steps, (one, todo) => {
        const text = damage(one.text, todo)
        const originals = rowsOf(one.text)
        for (const row of rowsOf(text)) {
          read += 1
          const own = mostAlike(row, originals)
          for (const [test, value] of row) {
            if (own.get(test) !== value) expectOwnNumber(value, own.get(test), [...own.values()])
          }
        }
      }),
      { numRuns: Math.ceil(runs / 4) },
    )
    expect(read).toBeGreaterThan(runs / 100)
  })
})

type Row = ReadonlyMap<string, number>

/** Numbers as printed, by test, for each size or number of jobs of the outputs that count. */
function rowsOf(text: string): readonly Row[] {
  return readIozoneOutputs(text).flatMap((each) => {
    if (!each.ok) {
      expect(each.output.problem.byteOffset).toBeLessThanOrEqual(Buffer.byteLength(text))
      return []
    }
    const { document } = each
    if (!document.isComplete || findContradiction(document, text)) return []
    const rows = new Map<string, Map<string, number>>()
    for (const { test, fileBytes, recordBytes, jobs, scalars } of resultsOf(document)) {
      const key = [fileBytes, recordBytes, jobs].join(' ')
      const row = rows.get(key) ?? new Map<string, number>()
      const [main] = scalars
      if (main) row.set(test.id, main.metric === 'bandwidth' ? main.value / 1024 : main.value)
      rows.set(key, row)
    }
    return [...rows.values()]
  })
}

function mostAlike(row: Row, originals: readonly Row[]): Row {
  const score = (other: Row) => [...row].filter(([test, value]) => other.get(test) === value).length
  return originals.reduce((best, other) => (score(other) > score(best) ? other : best), originals[0] ?? row)
}

/** Fewest digits to add, remove or change to turn one text into the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [place, character] of [...one].entries()) {
    const next = [place + 1]
    for (let at = 1; at <= other.length; at += 1) {
      const kept = (row[at - 1] ?? 0) + (character === other[at - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/**
 * Without a second reading, a number with a changed digit cannot be told from the right one; a number of another test
 * can.
 */
function expectOwnNumber(value: number, own: number | undefined, others: readonly number[]): void {
  expect(own).toBeDefined()
  expect(others.filter((other) => other !== own)).not.toContain(value)
  expect(distance(String(value), String(own))).toBeLessThanOrEqual(4)
}
