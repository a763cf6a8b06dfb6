import { describe, expect, it } from 'vitest'
import { unknownTable } from '../../../../src/core/results/published/column-role'
import { roleChoices, choiceOf } from '../../../../src/renderer/views/review/import/role-choices'
import {
  changeNumbers,
  changeRole,
  draftTable,
  numberReadings,
  previewTable,
  readCells,
} from '../../../../src/renderer/views/review/import/table-draft'

function tableOf(text: string) {
  const draft = draftTable(text)
  if (draft.kind !== 'table') throw new Error(JSON.stringify(draft))
  return draft
}

describe('a pasted table', () => {
  it('with common headings can be imported at once', () => {
    const { table, mapping } = tableOf('test\tblock size\tIOPS\tsd\nwrite\t4 KB\t100\t5\n')
    expect(mapping.map((role) => role.kind)).toEqual(['test', 'level', 'mean', 'deviation'])
    expect(previewTable(table, mapping, unknownTable)).toEqual({
      results: 1,
      text: '1 result in 1 campaign.',
      problems: [],
    })
  })

  it('that is included in the program brings what is known about it', () => {
    const { facts, mapping } = tableOf('used_gb,throughput_mib_per_s,printed_ratio_to_first\n130,959.17,\n')
    expect(facts).toMatchObject({ test: 'random-write', device: 'tachIOn 400 GB' })
    expect(mapping[0]).toMatchObject({ key: 'fill_bytes', unit: 'GB' })
  })

  it.each([
    ['', 'empty'],
    ['   \n', 'empty'],
    ['a,b\n"1', 'problem'],
    ['only one column\n1\n', 'problem'],
    ['test,iops\n', 'problem'],
  ])('%j is %s', (text, kind) => {
    expect(draftTable(text).kind).toBe(kind)
  })

  it('reports what is still missing', () => {
    const { table, mapping } = tableOf('x,y\n1,2\n')
    expect(previewTable(table, mapping, unknownTable).text).toMatch(/which column holds the results/)
    const withMean = changeRole(table.columns, mapping, 1, { kind: 'mean', metric: 'iops' })
    expect(previewTable(table, withMean, unknownTable).text).toMatch(/which test/)
    expect(previewTable(table, withMean, { ...unknownTable, test: 'write' }).results).toBe(1)
  })

  it('shows the first cells that cannot be read, and counts the rest', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `write,${at}k,bad`).join('\n')
    const { table, mapping } = tableOf(`test,bs,iops\nwrite,4k,1\n${lines}\n`)
    const { problems, results } = previewTable(table, mapping, unknownTable)
    expect(results).toBe(1)
    expect(problems).toHaveLength(5)
    expect(problems[0]).toBe('Line 3, iops: "bad" is not a number.')
    expect(problems[4]).toBe('5 more cells cannot be read.')
  })
})

describe('numbers of a pasted table', () => {
  const { table, mapping } = tableOf(
    'test\tblock size\tIOPS\tsd\nwrite\t4 KB\t22.000,5\t20.500\nwrite\t8 KB\t610.000\tn/a\n',
  )

  it('are shown as they are read, before anything is stored', () => {
    expect(readCells(table, mapping, undefined, 5)).toEqual([
      [
        undefined,
        { text: '4\u202fKiB', isProblem: false },
        { text: '22\u202f000.5', isProblem: false },
        undefined,
      ],
      [
        undefined,
        { text: '8\u202fKiB', isProblem: false },
        { text: '610\u202f000', isProblem: false },
        undefined,
      ],
    ])
    expect(numberReadings(table, mapping).map((one) => one && [one.numbers.kind, one.isOpen])).toEqual([
      undefined,
      undefined,
      ['found', false],
      ['ambiguous', true],
    ])
  })

  it('that are ambiguous are a question, and the answer counts', () => {
    expect(previewTable(table, mapping, unknownTable)).toEqual({
      results: 0,
      text: 'Say which decimal mark these columns have.',
      problems: ['sd: "20.500" can be read in two ways, as 20.5 or as 20500.'],
    })
    const numbers = changeNumbers(table.columns, undefined, 3, 'point')
    expect(numbers).toEqual(['found', 'found', 'found', 'point'])
    expect(previewTable(table, mapping, { ...unknownTable, numbers }).results).toBe(2)
    expect(readCells(table, mapping, numbers, 1)[0]?.[3]).toEqual({ text: '20.5', isProblem: false })
    expect(numberReadings(table, mapping, numbers)[3]).toMatchObject({ asked: 'point', isOpen: false })
  })
})

describe('changing what a column holds', () => {
  const columns = ['level', 'Alpha', 'Beta']

  it('turns columns of one metric into separate drives, and back', () => {
    const mean = { kind: 'mean', metric: 'iops' } as const
    const start = [{ kind: 'ignore' }, mean, { kind: 'ignore' }] as const
    const two = changeRole(columns, start, 2, mean)
    expect(two.map((role) => (role.kind === 'mean' ? role.device : undefined))).toEqual([
      undefined,
      'Alpha',
      'Beta',
    ])
    const one = changeRole(columns, two, 2, { kind: 'deviation' })
    expect(one[1]).toEqual({ kind: 'mean', metric: 'iops', device: undefined })
  })
})

describe('the choices for a column', () => {
  it('are each there once, and are recognised again', () => {
    const ids = roleChoices.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const choice of roleChoices) expect(choiceOf(choice.role)).toBe(choice)
    expect(roleChoices.filter(({ label }) => label.endsWith(', us'))).toEqual([])
  })

  it('include a role that is not a common one', () => {
    expect(choiceOf({ kind: 'level', key: 'fill_bytes', unit: 'GB' })).toMatchObject({
      label: 'fill_bytes, GB',
      group: 'This table',
    })
    expect(choiceOf({ kind: 'mean', metric: 'new_order_rate' })).toMatchObject({
      label: 'New-order transactions (TPC-C-like, not audited), 1/min',
    })
  })
})
