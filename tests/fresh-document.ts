import { afterAll, vi } from 'vitest'

/** Files of mounted parts share a process: none may find the panels or stand-ins that another left. */
afterAll(() => {
  vi.unstubAllGlobals()
  if (typeof document !== 'undefined') document.body.replaceChildren()
})
