import type { PreflightCheck } from '../../../core/contract/host-requests'
import { formatBytes } from '../../../core/units/bytes'
import { parseMount } from '../inventory/parse-mount'
import type { Parts } from './engine-checks'

/** Run directories contain job files and outputs; a long campaign with large outputs needs this much. */
const enoughBytes = 1024 ** 3
const leastBytes = 64 * 1024 ** 2

/** Whose account it is and what it may do. */
export function rightsCheck(parts: Parts): PreflightCheck {
  const base = { id: 'rights', label: 'Rights' } as const
  const [uid, name = '?', groups = ''] = (parts.get('user') ?? '').split('\n')
  if (uid === undefined || !/^\d+$/.test(uid))
    return { ...base, state: 'unknown', text: 'The account could not be read.' }
  if (uid === '0')
    return { ...base, state: 'good', text: 'root: can read drives and their health, and drop caches.' }
  const disk = groups.split(' ').includes('disk')
  const own = `Runs are executed as ${name}${disk ? ', who is in the group disk' : ''}.`
  switch (parts.get('sudo')) {
    case 'yes':
      return {
        ...base,
        state: 'good',
        text: `${own} sudo needs no password; it is used to read the health of drives.`,
      }
    case 'password':
    case 'missing': {
      const why = parts.get('sudo') === 'missing' ? 'There is no sudo' : 'sudo asks for a password'
      const drives = disk ? '' : ' Raw drives need root or the group disk.'
      return {
        ...base,
        state: 'warning',
        text: `${own} ${why}: files can be measured, but the health of drives cannot be read.${drives}`,
        remedy: `Add the host as root@…, or run there: echo '${name} ALL=(root) NOPASSWD: /usr/sbin/smartctl, /usr/sbin/nvme' | sudo tee /etc/sudoers.d/benchwright`,
      }
    }
    default:
      return { ...base, state: 'unknown', text: own }
  }
}

/** Free space for run directories, and whether they can be written. */
export function spaceCheck(parts: Parts): PreflightCheck {
  const base = { id: 'space', label: 'Free space' } as const
  const folder = parts.get('state') ?? 'the folder of runs'
  const writable = parts.get('state-writable')
  const move = 'Make room there, or set BENCHWRIGHT_STATE to another folder in the profile of the account.'
  if (writable?.startsWith('no ') === true) {
    return { ...base, state: 'problem', text: `${folder} cannot be written.`, remedy: move }
  }
  const mount = parseMount(undefined, parts.get('df'))
  if (mount?.freeBytes === undefined) {
    return { ...base, state: 'unknown', text: `The free space under ${folder} could not be read.` }
  }
  const text = `${formatBytes(mount.freeBytes)} for the files of runs in ${folder}.`
  if (mount.freeBytes < leastBytes) return { ...base, state: 'problem', text, remedy: move }
  if (mount.freeBytes < enoughBytes) return { ...base, state: 'warning', text, remedy: move }
  return { ...base, state: 'good', text }
}

/** The shell that runs everything. Which login shell the account has does not matter, as long as it starts sh. */
export function shellCheck(parts: Parts): PreflightCheck {
  const base = { id: 'shell', label: 'Shell' } as const
  const [path, real] = (parts.get('shell') ?? '').split('\n')
  if (path === undefined || path === '') {
    return { ...base, state: 'unknown', text: 'sh answered, but is not on the path.' }
  }
  const login = parts.get('login-shell')
  const name = real !== undefined && real !== path ? `${path} is ${real}` : path
  const words = login === undefined || login.endsWith('/sh') ? name : `${name}; the login shell is ${login}`
  return { ...base, state: 'good', text: `${words}.` }
}

/**
 * What is lost without each missing program, and what to install. Without a checksum a result cannot be
 * trusted.
 */
export function toolsCheck(parts: Parts): PreflightCheck {
  const base = { id: 'tools', label: 'Tools' } as const
  const there = new Set((parts.get('tools') ?? '').split('\n'))
  const mac = parts.get('kernel')?.startsWith('Darwin') === true
  const missing: string[] = []
  if (!there.has('stat')) missing.push('stat (no data file is made)')
  if (!there.has('sha256sum') && !there.has('shasum')) missing.push('sha256sum (results cannot be checked)')
  if (!mac && !there.has('flock')) missing.push('flock (no raw device is used)')
  if (!mac && !there.has('lsblk')) missing.push('lsblk (drives are read from /sys, with less about each)')
  if (!mac && !there.has('findmnt')) missing.push('findmnt (file systems are read from df)')
  if (!mac && !there.has('smartctl') && !there.has('nvme')) {
    missing.push('smartctl or nvme (no health of drives)')
  }
  if (!mac && !there.has('blkid')) missing.push('blkid (what is on a drive is not shown)')
  if (missing.length === 0)
    return { ...base, state: 'good', text: 'All tools that the inventory uses are installed.' }
  const isProblem = missing.some((one) => /^(stat|sha256sum) /.test(one))
  return {
    ...base,
    state: isProblem ? 'problem' : 'warning',
    text: `Missing: ${missing.join(', ')}.`,
    remedy: 'Install coreutils, util-linux, smartmontools and nvme-cli with the package manager of the host.',
  }
}
