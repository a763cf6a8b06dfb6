import { dataFileOf } from '../../../core/plan/data-file'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'

/**
 * What a campaign's runs read and write, from its plan and the tag it was begun with. The path that a results file names
 * is for people: the file may come from anywhere.
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

/** Path of the file that fills the file system beside the data file; undefined for targets that are no folder. */
export function ballastOf({ dataFile }: { readonly dataFile: string | undefined }): string | undefined {
  return dataFile?.endsWith(ownEnding) === true && /benchwright-[^/\\]*$/.test(dataFile)
    ? `${dataFile.slice(0, -ownEnding.length)}.ballast`
    : undefined
}

const ownEnding = '.data'
