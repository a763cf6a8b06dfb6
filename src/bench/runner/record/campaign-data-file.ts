import { dataFileOf } from '../../../core/plan/data-file'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'

/**
 * The target of a campaign's runs, from its plan and the tag it was started with. The path that a results
 * file names is only for display: the file may come from anywhere.
 */
export function campaignDataFile(
  { target }: Pick<Plan, 'target'>,
  tag: string,
  device?: Pick<ConfirmedDevice, 'node'>,
): string | undefined {
  return device?.node ?? dataFileOf({ id: tag, target })
}

/** Tag of one machine's data file: several may share their storage. */
export function machineTag({ hosts }: Pick<Plan, 'hosts'>, tag: string, place: number): string {
  return hosts.length > 1 ? `${tag}-${String(place + 1)}` : tag
}

/**
 * Path of the file that fills the file system in addition to the data file; undefined if the target is not a
 * folder.
 */
export function ballastOf({ dataFile }: { readonly dataFile: string | undefined }): string | undefined {
  return dataFile?.endsWith(ownEnding) === true && /benchwright-[^/\\]*$/.test(dataFile)
    ? `${dataFile.slice(0, -ownEnding.length)}.ballast`
    : undefined
}

const ownEnding = '.data'
