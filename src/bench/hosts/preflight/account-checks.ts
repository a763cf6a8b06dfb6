import type { PreflightCheck } from '../../../core/contract/host-requests'
import { formatBytes } from '../../../core/units/bytes'
import { parseMount } from '../inventory/parse-mount'
import { checkOf, type Parts } from './engine-checks'

/** Run directories contain job files and outputs; a long campaign with large outputs needs this much. */
const enoughBytes = 1024 ** 3
const leastBytes = 64 * 1024 ** 2

/** Whose account it is and what it may do. */
export function rightsCheck(parts: Parts): PreflightCheck {
  const is = checkOf('rights', 'Rights')
  const [uid, name = '?', groups = ''] = (parts.get('user') ?? '').split('\n')
  if (uid === undefined || !/^\d+$/.test(uid)) return is('unknown', 'The account could not be read.')
  if (uid === '0') return is('good', 'root: can read drives and their health, and drop caches.')
  const disk = groups.split(' ').includes('disk')
  const own = `Runs are executed as ${name}${disk ? ', who is in the group disk' : ''}.`
  switch (parts.get('sudo')) {
    case 'yes':
      return is('good', `${own} sudo needs no password; it is used to read the health of drives.`)
    case 'password':
    case 'missing': {
      const why = parts.get('sudo') === 'missing' ? 'There is no sudo' : 'sudo asks for a password'
      const drives = disk ? '' : ' Raw drives need root or the group disk.'
      return is(
        'warning',
        `${own} ${why}: files can be measured, but the health of drives cannot be read.${drives}`,
        `Add the host as root@…, or run there: echo '${name} ALL=(root) NOPASSWD: /usr/sbin/smartctl, /usr/sbin/nvme' | sudo tee /etc/sudoers.d/benchwright`,
      )
    }
    default:
      return is('unknown', own)
  }
}

/** Free space for run directories, and whether they can be written. */
export function spaceCheck(parts: Parts): PreflightCheck {
  const is = checkOf('space', 'Free space')
  const folder = parts.get('state') ?? 'the folder of runs'
  const writable = parts.get('state-writable')
  const move = 'Make room there, or set BENCHWRIGHT_STATE to another folder in the profile of the account.'
  if (writable?.startsWith('no ') === true) return is('problem', `${folder} cannot be written.`, move)
  const mount = parseMount(undefined, parts.get('df'))
  if (mount?.freeBytes === undefined)
    return is('unknown', `The free space under ${folder} could not be read.`)
  const text = `${formatBytes(mount.freeBytes)} for the files of runs in ${folder}.`
  if (mount.freeBytes < leastBytes) return is('problem', text, move)
  return mount.freeBytes < enoughBytes ? is('warning', text, move) : is('good', text)
}

/** The shell that runs everything. Which login shell the account has does not matter, as long as it starts sh. */
export function shellCheck(parts: Parts): PreflightCheck {
  const is = checkOf('shell', 'Shell')
  const [path, real] = (parts.get('shell') ?? '').split('\n')
  if (path === undefined || path === '') return is('unknown', 'sh answered, but is not on the path.')
  const login = parts.get('login-shell')
  const name = real !== undefined && real !== path ? `${path} is ${real}` : path
  const words = login === undefined || login.endsWith('/sh') ? name : `${name}; the login shell is ${login}`
  return is('good', `${words}.`)
}

/**
 * What is lost without each missing program, and what to install. Without a checksum a result cannot be
 * trusted.
 */
export function toolsCheck(parts: Parts): PreflightCheck {
  const is = checkOf('tools', 'Tools')
  const there = new Set((parts.get('tools') ?? '').split('\n'))
  const mac = parts.get('kernel')?.startsWith('Darwin') === true
  const missing = tools.filter((one) => !(mac && one.isLinux) && !one.names.some((name) => there.has(name)))
  if (missing.length === 0) return is('good', 'All tools that the inventory uses are installed.')
  const words = missing.map(({ names, loss }) => `${names.join(' or ')} (${loss})`)
  return is(
    missing.some(({ isLinux }) => !isLinux) ? 'problem' : 'warning',
    `Missing: ${words.join(', ')}.`,
    'Install coreutils, util-linux, smartmontools and nvme-cli with the package manager of the host.',
  )
}

/** Programs of which a host needs one each, and what is lost without it. Other systems do without those of Linux. */
const tools: readonly {
  readonly names: readonly string[]
  readonly loss: string
  readonly isLinux: boolean
}[] = [
  { names: ['stat'], loss: 'no data file is made', isLinux: false },
  { names: ['sha256sum', 'shasum'], loss: 'results cannot be checked', isLinux: false },
  { names: ['flock'], loss: 'no raw device is used', isLinux: true },
  { names: ['lsblk'], loss: 'drives are read from /sys, with less about each', isLinux: true },
  { names: ['findmnt'], loss: 'file systems are read from df', isLinux: true },
  { names: ['smartctl', 'nvme'], loss: 'no health of drives', isLinux: true },
  { names: ['blkid'], loss: 'what is on a drive is not shown', isLinux: true },
]
