import fileIdentityFunctions from '../../hosts/file-identity-functions.sh'
import processFunctions from '../../hosts/process-functions.sh'
import type { Host } from '../../hosts/host'
import type { CreatedFile } from '../../hosts/created-file'
import { ownFilePrefixes } from '../../../core/engines/registry'
import ownFolderFunctions from '../supervise/own-folder-functions.sh'

const lookScript = `# benchwright look
${processFunctions}
${fileIdentityFunctions}
if [ -e "$1" ] && [ ! -h "$1" ] && bw_is_same "$1" "$2"; then printf same; elif [ -e "$1" ] || [ -h "$1" ]; then printf other; else printf missing; fi
`

/** Works from within the file's folder, so that nobody can have another folder's file removed by swapping that. */
const removeScript = `# benchwright remove-data
${processFunctions}
${fileIdentityFunctions}
${ownFolderFunctions}
name=./\${1##*/}
folder=\${1%/*}
cd -- "\${folder:-/}" 2>/dev/null || { printf missing; exit 0; }
if [ ! -e "$name" ] && [ ! -h "$name" ]; then printf missing; exit 0; fi
if [ -d "$name" ] && [ ! -h "$name" ] && bw_is_same "$name" "$2"; then
  shift
  bw_clear_folder "$name" "$@" && rmdir -- "$name" && printf removed
  exit 0
fi
if [ ! -f "$name" ] || [ -h "$name" ] || ! bw_is_same "$name" "$2"; then printf other; exit 0; fi
rm -f -- "$name" && printf removed
`

/** `same`: the file on record is there. `other`: something else has its name. */
export type DataFileState = 'same' | 'other' | 'missing'

/** Looks whether a file this app created is still that file. */
export async function lookAtDataFile(host: Host, file: CreatedFile): Promise<DataFileState> {
  const word = await answer(host, lookScript, file)
  return word === 'same' || word === 'missing' ? word : 'other'
}

/**
 * Removes a file only if it is still the very file this app created. A folder that an engine's own files lay in goes with
 * these files, and stays when anything else is in it.
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
