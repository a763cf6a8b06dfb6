import { afterAll, vi } from 'vitest'

/**
 * Files that share a process: none may find the panels or stand-ins that another left, nor modules that got another's
 * mocks (scripts/check.mjs says which files need the program's modules afresh). Packages stay loaded, which saves most
 * of the time.
 */
afterAll(() => {
  vi.unstubAllGlobals()
  if (typeof document !== 'undefined') document.body.replaceChildren()
  if (process.env.BENCHWRIGHT_FRESH_MODULES !== undefined) vi.resetModules()
})
