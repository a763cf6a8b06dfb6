import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LevelKind, parseLevel } from '../../../../src/core/plan/levels/parse-level'
import { caseLabel, formatLevel, parseLevels } from '../../../../src/core/plan/levels/levels'

const bytes: LevelKind = { type: 'bytes', min: 512, max: 1024 ** 3 }
const percent: LevelKind = { type: 'percent' }
const integer: LevelKind = { type: 'integer', min: 0, max: 65_536 }
const seconds: LevelKind = { type: 'seconds' }
const names: LevelKind = {
  type: 'names',
  names: [
    { value: 'write', label: 'Write' },
    { value: 'read', label: 'Read' },
    { value: 'random-read', label: 'Random read' },
  ],
  all: { value: 'all', label: 'all three' },
}
const choice: LevelKind = {
  type: 'choice',
  choices: [
    { value: 'random-read', label: 'Random read' },
    { value: 'random-write', label: 'Random write' },
  ],
}

describe('parseLevels', () => {
  it.each<[string, LevelKind, readonly (number | string | boolean)[]]>([
    ['4k', bytes, [4096]],
    ['4k, 64k', bytes, [4096, 65_536]],
    ['4 KiB; 64 KiB\n1M', bytes, [4096, 65_536, 1_048_576]],
    ['4k, 4096, 4 KiB', bytes, [4096]],
    ['0..100 step 10', percent, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]],
    ['100..0 step 10', percent, [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]],
    ['100 % .. 0 % step 25 %', percent, [100, 75, 50, 25, 0]],
    ['0..95 step 30', percent, [0, 30, 60, 90]],
    ['1..64 *2', integer, [1, 2, 4, 8, 16, 32, 64]],
    ['64..1 *2', integer, [64, 32, 16, 8, 4, 2, 1]],
    ['1..100 x10', integer, [1, 10, 100]],
    ['1..4', integer, [1, 2, 3, 4]],
    ['4..1', integer, [4, 3, 2, 1]],
    ['4k..64k *4', bytes, [4096, 16_384, 65_536]],
    ['4k..16k step 4k', bytes, [4096, 8192, 12_288, 16_384]],
    ['1k..2k step 256', bytes, [1024, 1280, 1536, 1792, 2048]],
    ['1, 4..8 step 2, 32', integer, [1, 4, 6, 8, 32]],
    ['10s, 1m', seconds, [10, 60]],
    ['0.1..0.5 step 0.1', seconds, [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['on, off', { type: 'boolean' }, [true, false]],
    ['random-read, Random write', choice, ['random-read', 'random-write']],
    ['iops:20%', { type: 'text', pattern: '[a-z]+:\\d+%' }, ['iops:20%']],
    ['a..b', { type: 'text' }, ['a..b']],
  ])('reads %s', (text, kind, levels) => {
    expect(parseLevels(text, kind)).toEqual({ ok: true, value: levels })
  })

  it.each<[string, LevelKind, string]>([
    ['', bytes, 'Type a level'],
    ['4k, x, 64k', bytes, '"x" is not a size'],
    ['4k, 100', bytes, '"100" is below the smallest level, 512'],
    ['2T', bytes, '"2T" is above the largest level, 1\u202fGiB'],
    ['101', percent, '"101" is above the largest level, 100 %'],
    ['1.5', integer, '"1.5" is not a whole number'],
    ['0..100', percent, '"0..100" has no step'],
    ['0..100 step 0', percent, 'The step in "0..100 step 0" must be more than 0'],
    ['0..64 *2', integer, '"0..64 *2" multiplies, so it cannot start or end at 0'],
    ['1..64 *1', integer, 'The factor in "1..64 *1" must be more than 1'],
    ['10..1 *3', integer, 'not whole'],
    ['0..65536', integer, '"0..65536" makes more than 10000 levels'],
    ['1..', integer, '"1.." is not a range'],
    ['sideways', choice, '"sideways" is not one of random-read, random-write'],
    ['maybe', { type: 'boolean' }, '"maybe" is neither on nor off'],
    ['write fly', names, '"fly" is not one of all, write, read, random-read'],
    ['all write', names, '"all" is not one of'],
    ['20', { type: 'text', pattern: '[a-z]+' }, '"20" does not have the form'],
    ['1h x', seconds, '"1h x" is not a duration'],
  ])('refuses %s and names the part', (text, kind, error) => {
    const read = parseLevels(text, kind)
    expect(read).toMatchObject({ ok: false, error: expect.stringContaining(error) as string })
  })

  it.each([
    ['write', ['write']],
    ['read write', ['write read']],
    ['Random-Read+write  write', ['write random-read']],
    ['write, read', ['write', 'read']],
    ['ALL', ['all']],
    ['Random read + Write', ['write random-read']],
    ['All three, Read', ['all', 'read']],
  ])('reads names %j as %j', (text, levels) => {
    expect(parseLevels(text, names)).toEqual({ ok: true, value: levels })
  })

  it('reads back what the chips show', () => {
    const levels: readonly [LevelKind, fc.Arbitrary<number>][] = [
      [bytes, fc.integer({ min: 512, max: 1024 ** 3 })],
      [percent, fc.integer({ min: 0, max: 100 })],
      [integer, fc.integer({ min: 0, max: 65_536 })],
      [seconds, fc.integer({ min: 0, max: 1_000_000 })],
    ]
    for (const [kind, level] of levels) {
      fc.assert(
        fc.property(fc.uniqueArray(level, { minLength: 1, maxLength: 20 }), (values) => {
          const text = values.map((value) => formatLevel(value, kind)).join(', ')
          expect(parseLevels(text, kind)).toEqual({ ok: true, value: values })
        }),
      )
    }
  })

  it('never throws, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom(bytes, percent, integer, seconds, choice),
        (text, kind) => {
          const read = parseLevels(text, kind)
          if (read.ok) expect(read.value.length).toBeGreaterThan(0)
          else expect(read.error).toMatch(/\.$/)
        },
      ),
    )
  })
})

describe('labels', () => {
  it('name a case by what varies', () => {
    const levels = { block_size: 4096, read_percent: 70, queue_depth: 64, jobs: 4 }
    expect(caseLabel({ levels })).toBe('4\u202fKiB · 70\u202f% read · QD 64 · 4 jobs')
    expect(caseLabel({ levels: { jobs: 1 } })).toBe('1 job')
    expect(caseLabel({ levels: {} })).toBe('base workload')
  })

  it('use the fields if the level is not clear by itself', () => {
    const fields = [
      { id: 'pattern', label: 'Pattern', kind: choice },
      { id: 'direct', label: 'Direct I/O', kind: { type: 'boolean' as const } },
      { id: 'thinktime', label: 'thinktime', kind: integer },
    ]
    expect(caseLabel({ levels: { pattern: 'random-read', direct: false, thinktime: 10 } }, fields)).toBe(
      'Random read · Direct I/O off · thinktime 10',
    )
  })

  it('read one level alone', () => {
    expect(parseLevel('70\u2009%', percent)).toEqual({ ok: true, value: 70 })
    expect(parseLevel(' ', percent).ok).toBe(false)
  })
})
