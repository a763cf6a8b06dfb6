import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captured, parseOutput } from './captured'
import { histogramsOf, scalarsOf } from '../../../../src/core/results/observation'

/** Long run: `BENCHWRIGHT_MUTATIONS=100000 npx vitest run tests/core/engines/fio/mutated.test.ts`. */
const runs = Number(process.env.BENCHWRIGHT_MUTATIONS ?? 4000)

const sources = [
  'json-without-bins',
  'sequential-read',
  'layout',
  'no-space',
  'rate-iops',
  'status-interval-short',
] as const

function textOf(name: (typeof sources)[number]): string {
  if (name !== 'status-interval-short') return captured(name).text ?? ''
  // Three cumulative documents, as --status-interval appends them.
  const one = captured('json-without-bins').text ?? ''
  return one + one + one
}

const requestOf = (name: (typeof sources)[number]) =>
  captured(name === 'status-interval-short' ? 'json-without-bins' : name).request

const odd = [
  'null',
  '-1',
  '1e999',
  '-nan',
  'nan',
  'inf',
  '0',
  '99999999999999999999',
  '"text"',
  '[]',
  '{}',
  'true',
  '',
  '"__proto__"',
  '1e-320',
  '-0',
] as const

/** One way to damage a text at a position between 0 and 1. */
type Damage = (text: string, place: number, size: number) => string

const damages: readonly Damage[] = [
  (text, place) => text.slice(0, Math.floor(place * text.length)),
  (text, place) => text.slice(Math.floor(place * text.length)),
  (text, place, size) => cut(text, place, size, ''),
  (text, place, size) => cut(text, place, 1, String.fromCharCode(size % 256)),
  (text, place, size) => cut(text, place, 0, text.slice(0, size * 10)),
  (text, place, size) => replaceValue(text, place, odd[size % odd.length] ?? ''),
  (text, place, size) =>
    replaceKey(text, place, ['__proto__', 'constructor', 'jobs', 'read', 'error'][size % 5] ?? ''),
  (text, place, size) => cut(text, place, 0, '{'.repeat(size)),
  (text, place) => `${text.slice(0, Math.floor(place * 20))}\nfio: pid=1, got signal=9\n${text}`,
  (text, _, size) => text.replaceAll('\n', size % 2 === 0 ? '\r\n' : ''),
]

function cut(text: string, place: number, length: number, filling: string): string {
  const at = Math.floor(place * text.length)
  return text.slice(0, at) + filling + text.slice(at + length)
}

function replaceValue(text: string, place: number, value: string): string {
  const at = text.indexOf(' : ', Math.floor(place * text.length))
  if (at < 0) return text
  const end = /[,\n}]/.exec(text.slice(at + 3))?.index ?? 0
  return text.slice(0, at + 3) + value + text.slice(at + 3 + end)
}

function replaceKey(text: string, place: number, key: string): string {
  const from = Math.floor(place * text.length)
  return text.slice(0, from) + text.slice(from).replace(/"[^"\n]*" : /, `"${key}" : `)
}

const damagedOutput = fc
  .tuple(
    fc.constantFrom(...sources),
    fc.array(
      fc.tuple(
        fc.nat({ max: damages.length - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat({ max: 300 }),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.constantFrom(0, 0, 0, 1, 128, 134, 137, undefined),
  )
  .map(([name, steps, exitCode]) => ({
    text: steps.reduce(
      (text, [kind, place, size]) => damages[kind]?.(text, place, size) ?? text,
      textOf(name),
    ),
    name,
    exitCode,
    request: requestOf(name),
  }))

/** Seconds that each captured run took, by its name. */
const runtimes = new Map(
  sources.map((name) => {
    const result = parseOutput({ text: textOf(name), exitCode: 0, request: requestOf(name) })
    const found = result.outcome === 'done' ? scalarsOf(result.observations) : []
    return [name, found.find((one) => one.metric === 'runtime')?.value] as const
  }),
)

describe('damaged output', () => {
  it('never throws, and is a result only if everything requested is there', { timeout: 900_000 }, () => {
    const outcomes = { done: 0, failed: 0, interrupted: 0 }
    fc.assert(
      fc.property(damagedOutput, (output) => {
        const result = parseOutput(output)
        outcomes[result.outcome] += 1
        if (result.outcome !== 'done') {
          expect(result.failure.id).toMatch(/^[a-z-]+$/)
          expect(result.failure.text.length).toBeGreaterThan(10)
          return
        }
        expect(output.exitCode).toBe(0)
        for (const one of scalarsOf(result.observations))
          expect(Number.isFinite(one.value) && one.value >= 0).toBe(true)
        for (const histogram of histogramsOf(result.observations))
          expect(histogram.binsNs).toHaveLength(histogram.counts.length)
        const count = scalarsOf(result.observations).find(
          (one) => one.direction === 'total' && one.metric === 'io_count',
        )
        // If fio gives none, as its first versions do, there is none.
        if (count) expect(count.value).toBeGreaterThan(0)
        const asked = output.request.workload.runtime
        const runtime = scalarsOf(result.observations).find((one) => one.metric === 'runtime')?.value ?? NaN
        if (output.request.phase === 'measure' && typeof asked === 'number') {
          expect(runtime).toBeGreaterThanOrEqual(asked * 0.9)
        }
        // The real time of the run, apart from what a rate implies about it.
        const took = runtimes.get(output.name) ?? NaN
        expect(Math.abs(runtime / took - 1), `run time ${runtime} s of ${took} s`).toBeLessThan(0.01)
      }),
      { numRuns: runs },
    )
    // The test would prove nothing if every mutation failed, or none.
    expect(outcomes.done).toBeGreaterThan(runs / 40)
    expect(outcomes.failed).toBeGreaterThan(runs / 4)
  })

  it('does not pollute the prototype of anything', () => {
    const text =
      '{"jobs":[{"jobname":"a","__proto__":{"polluted":1},"job options":{"__proto__":"x"},"read":{"__proto__":{"total_ios":5}}}],"__proto__":{"polluted":1}}'
    const { request } = captured('read')
    expect(parseOutput({ text, exitCode: 0, request })).toMatchObject({ outcome: 'failed' })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
