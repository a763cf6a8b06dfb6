import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

/**
 * How long `vi.waitFor` waits by default: long enough for a machine that is busy with something else. Vitest's own
 * second is too short for a file that is created on a busy drive.
 */
const patience = { timeout: 60_000, interval: 20 }

/** Campaigns of other tests on this machine are no concern of a test. */
process.env.BENCHWRIGHT_MEASURING ??= join(tmpdir(), `benchwright-measuring-${randomUUID()}`)

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { ...patience, ...options })
