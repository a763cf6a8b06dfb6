import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLight, lightTests } from '../../scripts/check/light-tests.mjs'

const root = join(import.meta.dirname, '../..')

test('tests that share a process are in folders that do not change it, and exist', () => {
  const { plain, fresh } = lightTests()
  expect(plain).toContain('tests/core/units/bytes.test.ts')
  expect(fresh).toContain('tests/renderer/controls/field/draft-input.test.ts')
  expect(fresh).toContain('tests/main/windows/notify-person.test.ts')
  expect(plain.filter((file) => fresh.includes(file))).toEqual([])
  const files = [...plain, ...fresh]
  expect(files.filter((file) => /^tests\/(bench\/runner|scripts|integration|e2e)\//.test(file))).toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('tests that change their process have their own', () => {
  for (const text of [
    "import { expect } from 'vitest'\nexpect(1).toBe(1)",
    'vi.useFakeTimers()\nvi.useRealTimers()',
    "vi.stubEnv('HOME', folder)\nvi.unstubAllEnvs()",
    'const tries = process.env.BENCHWRIGHT_TRIES ?? 10',
    "vi.stubGlobal('fonts', fonts)",
    "vi.spyOn(console, 'error')",
    "vi.mock('./bench')",
    'expect(process.env[variable]).toBeUndefined()',
  ])
    expect(isLight(text), text).toBe(true)
  for (const text of [
    'vi.useFakeTimers()',
    "vi.stubEnv('HOME', folder)",
    'process.env.HOME = folder',
    'process.env[variable] = folder',
    'process.env = before',
    'delete process.env.HOME',
    'process.chdir(folder)',
    'globalThis.fetch = answer',
  ])
    expect(isLight(text), text).toBe(false)
})
