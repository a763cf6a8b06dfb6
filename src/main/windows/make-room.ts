import { shell } from 'electron'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { RequestFailure } from '../../core/contract/request-failure'

/** The person agreed to replace a file of this name; it goes to the trash, so that nothing saved is lost. */
export async function makeRoom(path: string): Promise<void> {
  if (!existsSync(path)) return
  try {
    await shell.trashItem(path)
  } catch {
    throw new RequestFailure({
      id: 'file-exists',
      message: `“${basename(path)}” exists already and could not be moved to the trash.`,
      remedy: 'Choose another name, or open the existing file.',
    })
  }
}
