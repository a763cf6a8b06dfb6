import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'

/**
 * How long `vi.waitFor` waits by default: long enough for a machine that is busy with something else. Vitest's own
 * second is too short for a file that is created on a busy drive.
 */
const patience = { timeout: 60_000, interval: 20 }

/** Campaigns of other tests on this machine are no concern of a test. */
const measuring = join(tmpdir(), `benchwright-measuring-${process.pid}`)
process.env.BENCHWRIGHT_MEASURING = measuring
// After each file of the process: it is created again when a campaign of the next one needs it.
afterAll(() => rmSync(measuring, { recursive: true, force: true }))

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { ...patience, ...options })
