import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import { iozoneEngine } from '../../../src/core/engines/iozone/iozone-engine'
import { describe, expect, it } from 'vitest'
import {
  entryHint,
  readEntry,
  replaceLevel,
  sortLevels,
} from '../../../src/renderer/components/level-chips/level-edits'

const bytes = { type: 'bytes' } as const
const percent = { type: 'percent' } as const

describe('readEntry', () => {
  it('distinguishes new levels from existing ones', () => {
    expect(readEntry('4k, 64k; 1M', bytes, [65_536])).toEqual({
      kind: 'levels',
      added: [4096, 1_048_576],
      known: [65_536],
    })
  })

  it('reads ranges in the unit of the axis', () => {
    const entry = readEntry('0..100 step 25', percent, [])
    expect(entry).toMatchObject({ added: [0, 25, 50, 75, 100] })
  })

  it('reports nothing for an empty field, and why it cannot read other text', () => {
    expect(readEntry('  ', bytes, [])).toEqual({ kind: 'none' })
    const entry = readEntry('4k, 12q', bytes, [])
    expect(entry).toMatchObject({ kind: 'error' })
    expect(entry.kind === 'error' && entry.error).toContain('12q')
  })

  it('does not take the text 1 for the number 1', () => {
    expect(readEntry('1', { type: 'integer' }, ['1'])).toMatchObject({ added: [], known: [1] })
    expect(readEntry('1', { type: 'integer' }, [2])).toMatchObject({ added: [1] })
  })
})

describe('entryHint', () => {
  const hint = (text: string, present: readonly number[] = []) =>
    entryHint(readEntry(text, percent, present), percent)

  it('says what Enter will do', () => {
    expect(hint('70')).toBe('Enter adds 70\u202f%')
    expect(hint('0..100 step 10')).toBe('Enter adds 11 levels: 0\u202f%, 10\u202f%, … 100\u202f%')
    expect(hint('10, 20')).toBe('Enter adds 2 levels: 10\u202f%, 20\u202f%')
  })

  it('reports that there is nothing to add', () => {
    expect(hint('70', [70])).toBe('70\u202f% is a level already')
    expect(hint('10, 20', [20, 10])).toBe('all of these are levels already')
    expect(hint('nonsense')).toBeUndefined()
  })
})

describe('sortLevels and replaceLevel', () => {
  it('sorts numbers as numbers and texts by alphabet', () => {
    expect(sortLevels([100, 9, 20], 'up')).toEqual([9, 20, 100])
    expect(sortLevels([100, 9, 20], 'down')).toEqual([100, 20, 9])
    expect(sortLevels(['psync', 'libaio'], 'up')).toEqual(['libaio', 'psync'])
    expect(sortLevels([true, false], 'up')).toEqual([false, true])
  })

  it('replaces one level with one or several, without duplicates', () => {
    expect(replaceLevel([1, 2, 3], 1, [8])).toEqual([1, 8, 3])
    expect(replaceLevel([1, 2, 3], 1, [3, 4])).toEqual([1, 4, 3])
    expect(replaceLevel([1, 2, 3], 0, [1])).toEqual([1, 2, 3])
  })
})

describe('a block size in KB', () => {
  const kind = { type: 'bytes', min: 512, counts: 'binary' } as const

  it('has the meaning of templates and engines: 1024, and the field says so', () => {
    const entry = readEntry('4 kb', kind, [])
    expect(entry).toEqual({ kind: 'levels', added: [4096], known: [] })
    expect(entryHint(entry, kind, '4 kb')).toBe('Enter adds 4\u202fKiB (KB and MB count in 1024 here)')
    expect(entryHint(readEntry('4k', kind, []), kind, '4k')).toBe('Enter adds 4\u202fKiB')
    expect(readEntry('1 MB, 4kB..16KB *2', kind, [4096])).toEqual({
      kind: 'levels',
      added: [1024 ** 2, 8192, 16_384],
      known: [4096],
    })
  })

  it('is of 1000 where drives are counted', () => {
    expect(readEntry('1 MB', { type: 'bytes' }, [])).toEqual({ kind: 'levels', added: [1e6], known: [] })
  })

  it('is the same in the fields of both engines', () => {
    for (const engine of [fioEngine, iozoneEngine]) {
      const field = engine.description.fields.find(({ id }) => id === 'block_size')
      expect(field?.kind).toMatchObject({ type: 'bytes', counts: 'binary' })
    }
  })
})
