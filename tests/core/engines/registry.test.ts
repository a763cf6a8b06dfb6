import { expect, it } from 'vitest'
import { compareVersions } from '../../../src/core/engines/versions'
import { readVersion, supports } from '../../../src/core/engines/fio/workload/version-gates'
import { engines, findEngine } from '../../../src/core/engines/registry'

it('finds engines by id, each with its own fields', () => {
  for (const engine of engines) {
    expect(findEngine(engine.description.id)).toBe(engine)
    const ids = engine.description.fields.map((field) => field.id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = [...ids, ...engine.description.extraOptions.map(({ name }) => name)]
    expect(engine.costKeys.filter((key) => !known.includes(key))).toEqual([])
    expect(engine.checkWorkload(engine.description.starting)).toEqual([])
  }
  expect(findEngine('nothing')).toBeUndefined()
})

it.each([
  ['fio-3.33\n', '3.33'],
  ['fio-3.36-12-gabcdef', '3.36'],
  ['fio 2.1.11', '2.1.11'],
  ['fio-2.2.12', '2.2.12'],
  ['/bin/sh: fio: not found', undefined],
  ['fio', undefined],
])('reads the version in %j', (text, version) => {
  expect(readVersion(text)).toBe(version)
  expect(findEngine('fio')?.readVersion(text)).toBe(version)
})

it('compares versions by their numbers', () => {
  expect(compareVersions('3.9', '3.33')).toBeLessThan(0)
  expect(compareVersions('3.33', '3.9')).toBeGreaterThan(0)
  expect(compareVersions('3.33', '3.33')).toBe(0)
  expect(compareVersions('3', '3.0')).toBe(0)
  expect(compareVersions('2.99', '3.0')).toBeLessThan(0)
  expect(compareVersions('3.33-7-g1a2b', '3.33')).toBe(0)
  expect(compareVersions('4', '3.99.1')).toBeGreaterThan(0)
})

it('treats an unknown version as a new one', () => {
  expect(supports(undefined, 'io_uring')).toBe(true)
  expect([supports('3.12', 'io_uring'), supports('3.13', 'io_uring'), supports('3.3', 'bs')]).toEqual([
    false,
    true,
    true,
  ])
})
