import { writeSync } from 'node:fs'
import { watchStalls } from '../hosts/local/watch-stalls'
import type { StallNews } from '../../core/contract/privileged-requests'

// A thread of the bench. The line to the shell belongs to the thread that may be waiting, so it writes to standard output.
watchStalls((path) => {
  writeSync(1, `${JSON.stringify({ stalled: path ?? null } satisfies StallNews)}\n`)
})
