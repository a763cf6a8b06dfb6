import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CreatedFile } from '../../hosts/created-file'
import type { Host } from '../../hosts/host'
import { campaignNotes, executedFrom } from './campaign-notes'
import { createdFolder, createdNotes } from './created-files'
import { digestOf } from '../../files/canonical'
import { silentAmong } from '../../hosts/local/until-answered'
import { lookAtDataFile, removeDataFile } from './data-file'

/** A file that a campaign created for its data, whose results file is not where it was. */
export interface LeftFile extends CreatedFile {
  readonly resultsFile: string
}

/**
 * The files of this user's campaigns on a machine that are still there although their results file is gone, so that
 * nothing will remove them. Files of earlier versions, whose results file is not on record, are not known. `machine`: see
 * `machineOf`. Rejects if the host cannot be reached.
 */
export async function leftFiles(
  host: Host,
  machine: string,
  folder: string = createdFolder(),
): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = []
  const notes = campaignNotes(join(dirname(folder), 'started'))
  for (const { file, forget } of onRecord(machine, folder)) {
    const { resultsFile } = file
    if (resultsFile === undefined || (await mayExist(resultsFile)) || isInUse(file, notes)) continue
    if ((await lookAtDataFile(host, file)) === 'same') left.push({ ...file, resultsFile })
    else forget()
  }
  return left
}

/** One on a drive or network folder that does not answer may be there. */
async function mayExist(path: string): Promise<boolean> {
  return (await silentAmong([path])).size > 0 || existsSync(path)
}

/** A campaign whose results file was removed under it may still be executed by another process. */
function isInUse({ path }: CreatedFile, notes: ReturnType<typeof campaignNotes>): boolean {
  const tag = /benchwright-([0-9a-f]{8})[^/]*$/.exec(path)?.[1]
  return tag !== undefined && executedFrom(tag, notes) !== undefined
}

/** Removes one of them, if it is still the very file that was created. */
export async function removeLeftFile(
  host: Host,
  file: LeftFile,
  folder: string = createdFolder(),
): Promise<'removed' | 'other' | 'missing' | 'failed'> {
  const outcome = await removeDataFile(host, file)
  if (outcome === 'failed') return outcome
  const key = digestOf([file.machine, file.path])
  for (const one of onRecord(file.machine, folder))
    if (one.key === key && one.file.resultsFile === file.resultsFile) one.forget()
  return outcome
}

interface OnRecord {
  readonly key: string
  readonly file: CreatedFile
  readonly forget: () => void
}

function onRecord(machine: string, folder: string): readonly OnRecord[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((review) => {
    const notes = createdNotes(join(folder, review))
    return notes
      .all()
      .filter((file) => file.machine === machine)
      .map((file) => {
        const key = digestOf([file.machine, file.path])
        return { key, file, forget: () => notes.remove(key) }
      })
  })
}
