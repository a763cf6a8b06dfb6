import fileIdentityFunctions from '../../hosts/shell/file-identity-functions.sh'
import processFunctions from '../../hosts/shell/process-functions.sh'
import type { Host } from '../../hosts/host'
import type { CreatedFile } from '../../hosts/created-file'
import { ownFilePrefixes } from '../../../core/engines/registry'
import ownFolderFunctions from '../supervise/own-folder-functions.sh'
import lookAtData from './look-at-data.sh'
import removeData from './remove-data.sh'

const identity = [processFunctions, fileIdentityFunctions]
const lookScript = ['# benchwright look', ...identity, lookAtData].join('\n')
const removeScript = ['# benchwright remove-data', ...identity, ownFolderFunctions, removeData].join('\n')

/** `same`: the recorded file exists. `other`: something else has its name. */
export type DataFileState = 'same' | 'other' | 'missing'

/** Checks whether a file this app created is still the same file. */
export async function lookAtDataFile(host: Host, file: CreatedFile): Promise<DataFileState> {
  const word = await answer(host, lookScript, file)
  return word === 'same' || word === 'missing' ? word : 'other'
}

/**
 * Removes a file only if it is still the very file this app created. The folder of an engine's own files is
 * removed with these files, unless anything else is in it.
 */
export async function removeDataFile(
  host: Host,
  file: CreatedFile,
): Promise<'removed' | 'other' | 'missing' | 'failed'> {
  const word = await answer(host, removeScript, file)
  return word === 'removed' || word === 'other' || word === 'missing' ? word : 'failed'
}

async function answer(host: Host, script: string, file: CreatedFile): Promise<string> {
  const { stdout } = await host.execute(script, {
    arguments: [file.path, file.identity, ...ownFilePrefixes()],
    purpose: 'the state of the data file',
  })
  return new TextDecoder().decode(stdout).trim()
}
