import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readForeignOutputs } from '../../../src/core/engines/foreign/read-output'
import { sourceOf } from '../../../src/bench/import/read-source'
import { readTableSource } from '../../../src/bench/import/read-table-source'
import { scalarsOf } from '../../../src/core/results/observation'

/** Long run: `BENCHWRIGHT_MUTATIONS=100000 npx vitest run tests/bench/import/mutated.test.ts`. */
const runs = Number(process.env.BENCHWRIGHT_MUTATIONS ?? 3000)

const read = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .filter((text) => text.length < 60_000)
const outputs = [
  ...read('tests/fixtures/fio-3.33', '.out'),
  ...read('tests/fixtures/fio-2-synthetic', '.json'),
]
const table = readFileSync('resources/published/sandforce-iops.csv', 'utf8')

const pieces = [
  '',
  ',',
  '"',
  '\n',
  '0',
  '9',
  '-',
  '.',
  ';',
  '\t',
  '1e999',
  'NaN',
  '{',
  '}',
  ',,',
  '\u0000',
] as const

/** A text with up to three cuts, each filled with something else. */
const damaged = (texts: readonly string[], longestCut: number, fillings: readonly string[] = pieces) =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(
        fc.tuple(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.nat({ max: longestCut }),
          fc.constantFrom(...fillings),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([text, cuts]) =>
      cuts.reduce((now, [place, length, filling]) => {
        const at = Math.floor(place * now.length)
        return now.slice(0, at) + filling + now.slice(at + length)
      }, text),
    )

/** A table with lines that differ in their number of cells is refused as a whole, so half of them only lose digits. */
const damagedTable = fc.oneof(damaged([table], 30), damaged([table], 1, ['', '0', '7', '.', '-', ' ']))

/** Names of tests are written with blanks, hyphens and capitals as people like. */
const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

describe('damaged files of others', () => {
  it(
    `are runs with sound numbers, or are skipped with the reason, ${runs} times`,
    { timeout: 900_000 },
    () => {
      const seen = { none: 0, taken: 0, left: 0 }
      fc.assert(
        fc.property(damaged(outputs, 30), (text) => {
          const [output] = readForeignOutputs(text)
          if (!output) {
            seen.none += 1
            return
          }
          for (const { reason } of output.skipped) expect(reason).toMatch(/\S.{10}/)
          seen.left += output.skipped.length
          seen.taken += output.runs.length
          for (const run of output.runs) {
            expect(scalarsOf(run.observations).length).toBeGreaterThan(0)
            for (const { value } of scalarsOf(run.observations))
              expect(Number.isFinite(value) && value >= 0).toBe(true)
          }
        }),
        { numRuns: runs },
      )
      // The test would prove nothing if every file were skipped, or none.
      expect(seen.taken).toBeGreaterThan(runs / 20)
      expect(seen.left + seen.none).toBeGreaterThan(runs / 20)
    },
  )

  it('never move a printed mean into another row or column', { timeout: 900_000 }, () => {
    let means = 0
    fc.assert(
      fc.property(damagedTable, (text) => {
        const source = sourceOf('sandforce-iops.csv', new TextEncoder().encode(text))
        if (!source) return
        const { campaigns, skipped } = readTableSource(source, {}, 0)
        for (const { reason } of skipped) expect(reason).toMatch(/\S.{10}/)
        for (const { result } of campaigns.flatMap(({ published }) => published)) {
          if (result.value.kind !== 'summary') continue
          const { mean, standardDeviation, n } = result.value
          means += 1
          expect(Number.isFinite(mean)).toBe(true)
          // A quote may swallow line ends; then the row cannot be found this way.
          if (text.includes('"')) continue
          const isRow = (cells: readonly string[]) => {
            const numbers = cells.map((cell) =>
              Number(cell.replace(/(\d) (?=\d{3}(?:\D|$))/g, '$1').replace(/^([-+]) +/, '$1')),
            )
            const wanted = [mean, standardDeviation, n].filter((one) => one !== undefined)
            return (
              letters(cells[0] ?? '') === letters(result.test) && wanted.every((one) => numbers.includes(one))
            )
          }
          const found = text
            .split(/\r?\n/)
            .some((line) =>
              [',', ';', '\t'].some((mark) => isRow(line.split(mark).map((cell) => cell.trim()))),
            )
          expect([result, found]).toEqual([result, true])
        }
      }),
      { numRuns: runs },
    )
    expect(means).toBeGreaterThan(runs / 4)
  })
})
