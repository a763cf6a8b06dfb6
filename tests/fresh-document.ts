import { afterAll, vi } from 'vitest'

/**
 * Files of mounted parts share a process: none may find the panels or stand-ins that another left, nor modules that got
 * another's mocks. Packages stay loaded, which saves most of the time.
 */
afterAll(() => {
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  vi.resetModules()
})
