import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLight, lightTests } from '../../scripts/check/light-tests.mjs'

const root = join(import.meta.dirname, '../..')

test('tests that share a process are in folders that do not change it, and exist', () => {
  const { plain, mounted } = lightTests()
  expect(plain).toContain('tests/core/units/bytes.test.ts')
  expect(mounted).toContain('tests/renderer/components/field/draft-input.test.ts')
  expect(plain.filter((file) => mounted.includes(file))).toEqual([])
  const files = [...plain, ...mounted]
  expect(files.filter((file) => /^tests\/(bench\/runner|scripts|integration|e2e)\//.test(file))).toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

/** The mark of a test of mounted parts, in pieces, because this is none. */
const mounted = ['// @vitest-environment', 'happy-dom'].join(' ')

test('tests that change their process have their own', () => {
  for (const text of [
    "import { expect } from 'vitest'\nexpect(1).toBe(1)",
    'vi.useFakeTimers()\nvi.useRealTimers()',
    "vi.stubEnv('HOME', folder)\nvi.unstubAllEnvs()",
    'const tries = process.env.BENCHWRIGHT_TRIES ?? 10',
    "vi.stubGlobal('fonts', fonts)",
    "vi.spyOn(console, 'error')",
    `${mounted}\nvi.mock('./bench')`,
  ])
    expect(isLight(text), text).toBe(true)
  for (const text of [
    "vi.mock('./bench')",
    `${mounted}\nvi.useFakeTimers()`,
    'vi.useFakeTimers()',
    "vi.stubEnv('HOME', folder)",
    'process.env.HOME = folder',
    'process.env = before',
    'delete process.env.HOME',
    'process.chdir(folder)',
    'globalThis.fetch = answer',
  ])
    expect(isLight(text), text).toBe(false)
})
