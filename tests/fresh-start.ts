import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

/**
 * Files that share a process: none may find the panels or stand-ins that another left, nor modules that got another's
 * mocks. Packages stay loaded, which saves most of the time.
 */
afterAll(() => {
  vi.unstubAllGlobals()
  const mounts = typeof document !== 'undefined'
  if (mounts) document.body.replaceChildren()
  if (mounts || mocksModules()) vi.resetModules()
})

/** The same that scripts/check/light-tests.mjs looks for, which a file with a document cannot import. */
function mocksModules(): boolean {
  const { testPath } = expect.getState()
  return testPath !== undefined && /\bvi\.(mock|doMock|resetModules)\b/.test(readFileSync(testPath, 'utf8'))
}
