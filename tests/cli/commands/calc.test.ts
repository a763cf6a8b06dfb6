import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calc } from '../../../src/cli/commands/calc'
import { runCaptured } from '../capture-output'

const publicCases = join(__dirname, '../../fixtures/statistics/stat-cases.json')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-calc-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('benchwright calc', () => {
  test('answers every public case, those on published tables included', async () => {
    const { status, stdout, stderr } = await runCaptured(calc, publicCases, '--json')
    const { results } = JSON.parse(stdout) as { results: { id: string; result?: Record<string, unknown> }[] }
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(results).toHaveLength(29)
    expect(results.every((answer) => answer.result !== undefined)).toBe(true)
    expect(results.find((answer) => answer.id === 'P01')?.result?.mean).toBe(260700)
  })

  test('answers the good cases next to a bad one, which keeps its id and names its fault', async () => {
    const file = written(
      'mixed.json',
      JSON.stringify({
        cases: [
          { id: 'a', method: 'summary', inputs: { values: [1, 2, 3] } },
          { id: 'b', method: 'tea_leaves', inputs: {} },
          'no case',
        ],
      }),
    )
    const { status, stdout, stderr } = await runCaptured(calc, file)
    const { results } = JSON.parse(stdout) as {
      results: { id: string; result?: { mean: number }; error?: { message: string; remedy: string } }[]
    }
    expect(status).toBe(1)
    expect(results[0]).toMatchObject({ id: 'a', result: { mean: 2 } })
    expect(results[1]?.error?.message).toContain('tea_leaves')
    expect(results[1]?.error?.remedy).toContain('summary')
    expect(results[2]).toMatchObject({ id: 'case 3', error: { message: 'Case case 3: it names no method' } })
    expect(stderr).toContain('Case b: there is no method "tea_leaves"')
    expect(stderr).toContain('Use one of: ')
  })

  test.each([
    [
      'a file that is not there',
      () => join(folder, 'nothing.json'),
      'cannot be read: there is no such file or folder',
    ],
    ['a file that is no JSON', () => written('text.json', 'hello'), 'not valid JSON'],
    ['JSON of another shape', () => written('shape.json', '{"cases": 5}'), 'no list of cases'],
  ])('refuses %s', async (_, file, reason) => {
    const { status, stdout, stderr } = await runCaptured(calc, file())
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(reason)
  })
})
