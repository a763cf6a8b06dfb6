import { guardWords } from '../../hosts/guard/guard-words'
import type { RunFailure } from '../../../core/results/run'
import { formatBytes } from '../../../core/units/bytes'

/** Why the guard did not start an engine, in words. `detail` is from the host: an error text or free KiB. */
export function refusalFailure(id: string, dataFile: string, detail: string): RunFailure {
  const folder = dataFile.replace(/\/[^/]*$/, '') || '/'
  const sentence = sentences[id]
  const ofGuard = guardWords(id, { path: dataFile, detail })
  if (!sentence && ofGuard) return { id, text: ofGuard[0], remedy: ofGuard[1] }
  if (!sentence) return { id, text: `The run was refused before its start (${id || 'no reason given'}).` }
  const [text, remedy] = sentence({ dataFile, folder, detail })
  return { id, text, remedy }
}

interface Place {
  readonly dataFile: string
  readonly folder: string
  readonly detail: string
}

const sentences: Readonly<Record<string, (place: Place) => readonly [text: string, remedy: string]>> = {
  'target-folder-missing': ({ folder }) => [
    `The target folder ${folder} does not exist any more.`,
    'Mount the drive or create the folder again, then retry the run.',
  ],
  'no-stat': ({ folder }) => [
    `The host has no program stat, so a file in ${folder} could not be told from another of the same name.`,
    'Install coreutils on the host, then retry the run.',
  ],
  'target-is-link': ({ dataFile }) => [
    `${dataFile} is a symbolic link; what it points to is not written.`,
    'Name the file itself as target.',
  ],
  'target-is-block-device': ({ dataFile }) => [
    `${dataFile} is a block device, and the plan names it as a file.`,
    'Choose it as a device, or choose a folder.',
  ],
  'target-in-dev': ({ folder }) => [
    `${folder} holds device nodes; no data file is made there.`,
    'Choose a folder on a mounted file system; a device name may be misspelt.',
  ],
  'target-is-folder': ({ dataFile }) => [
    `${dataFile} is a folder where the data file should be.`,
    'Choose another file name.',
  ],
  'target-not-a-file': ({ dataFile }) => [`${dataFile} is not a regular file.`, 'Choose another file name.'],
  'target-exists': ({ dataFile }) => [
    `${dataFile} exists and was not created by this campaign; it is not overwritten.`,
    'Choose a file name that does not exist yet, or remove the file yourself.',
  ],
  'target-not-empty': ({ dataFile }) => [
    `The folder ${dataFile} of an earlier run holds files that the engine did not make.`,
    'Check what is in it and remove it yourself, then retry the run.',
  ],
  'target-replaced': ({ dataFile }) => [
    `${dataFile} is not the file this campaign created: its inode, time of birth, size or mark differs, or cannot be read.`,
    'Remove the file yourself if nobody needs it, then retry: it will be written again. A drive whose number changed after a reboot has the same effect.',
  ],
  'no-proc': ({ dataFile }) => [
    `${dataFile} cannot be held while the engine uses it, because /proc is not mounted on its host.`,
    'Mount /proc there, then retry the run.',
  ],
  'target-folder-shared': ({ dataFile, folder }) => [
    `${folder} can be written by others, who could make ${dataFile} lead to another file while it is written as root.`,
    'Choose a folder that belongs to root and that only root may write, or run as an ordinary user.',
  ],
  'data-file-missing': ({ dataFile }) => [
    `The data file ${dataFile} is gone.`,
    'Retry the run: the file will be written again first.',
  ],
  'target-not-writable': ({ dataFile, detail }) => [
    `${dataFile} cannot be written${detail === '' ? '' : `: ${detail.replace(/^.*supervise\.sh: (?:line )?\d+: /, '')}`}.`,
    'Check the rights on the folder and that its file system is not read-only.',
  ],
  'file-size-limit': ({ dataFile, detail }) => [
    `${dataFile} cannot have its size: the limit on the size of files ('ulimit -f') is ${formatBytes(Number(detail))} there.`,
    'Raise the limit where Benchwright is started or, for a host, for its logins; or use a smaller file.',
  ],
  'file-not-sized': ({ dataFile, detail }) => [
    `${dataFile} could not be given its size${detail === '' ? '' : `: ${detail}`}.`,
    'Use a smaller file, or a file system that takes files of this size.',
  ],
  'no-space': ({ folder, detail }) => [
    `There is not enough space in ${folder} for the data file; ${freeText(detail)} left.`,
    'Free some space or use a smaller file, then retry the run.',
  ],
}

function freeText(kib: string): string {
  const mib = Math.floor(Number(kib) / 1024)
  return Number.isFinite(mib) && kib !== '' ? `${mib.toLocaleString('en')} MiB are` : 'too little is'
}
