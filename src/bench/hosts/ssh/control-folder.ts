import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteUnfinished } from '../../store/unfinished'

/**
 * The longest path of a control socket. A Unix socket address holds 104 bytes on macOS and 108 on Linux (unix(7)), and
 * ssh adds a dot and 16 characters while it makes the socket.
 */
const longestPath = 104 - 1 - 17

/** Ends the note of each folder of this process, see `noteUnfinished`. */
const forgets = new Map<string, () => void>()

/**
 * A new folder for control sockets that nobody else can enter (mkdtemp makes it 0700): in the person's run-time folder,
 * or where temporary files go. Undefined when no path is short enough.
 */
export function makeControlFolder(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const parent of [environment.XDG_RUNTIME_DIR, tmpdir(), '/tmp']) {
    if (parent === undefined || Buffer.byteLength(join(parent, 'benchwright-123456', '999')) > longestPath)
      continue
    try {
      const folder = mkdtempSync(join(parent, 'benchwright-'))
      forgets.set(folder, noteUnfinished('folder', folder))
      return folder
    } catch {
      // Not there, or not ours to write: the next one.
    }
  }
  return undefined
}

export function removeControlFolder(folder: string | undefined): void {
  if (folder === undefined) return
  rmSync(folder, { recursive: true, force: true })
  forgets.get(folder)?.()
  forgets.delete(folder)
}
