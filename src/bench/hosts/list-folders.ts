import type { FolderListing } from '../../core/contract/host-requests'
import { HostError } from './host-error'
import type { Host } from './host'
import { noiseBytes } from './host-limits'
import { known } from './inventory/loose-json'
import { parseMount } from './inventory/parse-mount'
import listing from './shell/folders.sh'

/** More than a person looks through; other folders are reached by typing the path. */
const mostFolders = 5000

const problems: Readonly<Record<string, readonly [text: string, remedy: string]>> = {
  missing: ['does not exist, or is in a folder that you may not enter', 'Go up, or type another path.'],
  'not-a-folder': ['is not a folder', 'Choose the folder that holds it.'],
  'no-entry': [
    'may not be entered by this account',
    'Choose another, or change its permissions on the host.',
  ],
  unreadable: [
    'may be entered but not listed by this account',
    'Type the path of a folder in it, or change its permissions on the host.',
  ],
}

/**
 * The folders in a folder of a host; an empty path is the account's own. Rejects with a HostError that names
 * the problem with the path.
 */
export async function listFolders(host: Host, path: string): Promise<FolderListing> {
  const answer = await host.execute(`# benchwright folders\n${listing}`, {
    arguments: [path, String(mostFolders)],
    purpose: 'the list of folders',
    // A name has at most 255 bytes (NAME_MAX).
    limitBytes: mostFolders * 256 + noiseBytes,
    timeoutMs: 30_000,
  })
  const [problem, ...fields] = new TextDecoder().decode(answer.stdout).split('\0')
  const [told, writable, findmnt, df, ...names] = fields
  const wrong = problem === undefined ? undefined : problems[problem]
  if (wrong) throw new HostError(`${path || 'The home folder'} on ${host.name} ${wrong[0]}.`, wrong[1])
  if (told === undefined)
    throw new HostError(`The folders of ${host.name} could not be read.`, answer.stderr.trim() || undefined)
  // A path may end with a line break, which the shell would cut off, so the script adds an x.
  const here = told.replace(/\nx$/, '').replace(/^\/\/+/, '/')
  const folders = names.slice(0, -1)
  const mount = parseMount(findmnt, df)
  return {
    path: here,
    parent: here === '/' ? undefined : here.replace(/\/[^/]*$/, '') || '/',
    folders: folders.slice(0, mostFolders).sort(byName),
    isCut: folders.length > mostFolders,
    writable: writable === 'yes',
    ...known({ fileSystem: mount?.type, freeBytes: mount?.freeBytes, totalBytes: mount?.sizeBytes }),
  }
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (one: string, other: string) => collator.compare(one, other)
