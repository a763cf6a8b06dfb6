import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldKind } from '../../../src/core/engines/engine'
import { means, readDraft, textOfValue } from '../../../src/renderer/controls/field/value-draft'

const bytes: FieldKind = { type: 'bytes', min: 512 }
const seconds: FieldKind = { type: 'seconds' }

describe('readDraft', () => {
  it('reads human units into base units', () => {
    expect(readDraft('1 GiB', bytes)).toEqual({ kind: 'value', value: 1_073_741_824 })
    expect(readDraft('90 s', seconds)).toEqual({ kind: 'value', value: 90 })
    expect(readDraft('70%', { type: 'percent' })).toEqual({ kind: 'value', value: 70 })
  })

  it('leaves an empty field to the engine and explains what it cannot read', () => {
    expect(readDraft(' ', bytes)).toEqual({ kind: 'empty' })
    expect(readDraft('1', bytes)).toMatchObject({ kind: 'error' })
    expect(readDraft('soon', seconds)).toMatchObject({ kind: 'error' })
  })
})

describe('textOfValue', () => {
  it('reads back as the same value, whatever the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 512, max: 2 ** 50 }), (value) => {
        expect(means(textOfValue(value, bytes), bytes, value)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (value) => {
        expect(means(textOfValue(value / 1000, seconds), seconds, value / 1000)).toBe(true)
      }),
    )
  })
})

describe('means', () => {
  it('leaves text as written while its value is the same', () => {
    expect(means('4k', bytes, 4096)).toBe(true)
    expect(means('4096', bytes, 4096)).toBe(true)
    expect(means('8k', bytes, 4096)).toBe(false)
    expect(means('', bytes, undefined)).toBe(true)
    expect(means('4', bytes, undefined)).toBe(false)
  })
})
