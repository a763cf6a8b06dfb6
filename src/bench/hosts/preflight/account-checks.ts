import type { PreflightCheck } from '../../../core/contract/host-requests'
import { formatBytes } from '../../../core/units/bytes'
import { runsFolderProblem, runsFolderRemedy } from '../../../core/engines/advice/machine-advice'
import { readRunsFolder } from '../inventory/runs-folder'
import { packagesRemedy, type Parts } from '../remedies'
import { checkOf } from './engine-checks'

/** Run directories contain job files and outputs; a long campaign with large outputs needs this much. */
const enoughBytes = 1024 ** 3

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
        parts.get('sudo') === 'missing'
          ? 'Add the host as root@….'
          : `Add the host as root@…, or run there: echo '${name} ALL=(root) NOPASSWD: /usr/sbin/smartctl, /usr/sbin/nvme' | sudo tee /etc/sudoers.d/benchwright`,
      )
    }
    default:
      return is('unknown', own)
  }
}

/** Free space for run directories, and whether they can be written. */
export function spaceCheck(parts: Parts, isRemote: boolean): PreflightCheck {
  const is = checkOf('space', 'Free space')
  const folder = readRunsFolder(parts, isRemote)
  if (!folder) return is('unknown', 'The folder of runs could not be read.')
  const problem = runsFolderProblem(folder)
  if (problem) return is('problem', problem.text, problem.remedy)
  const { path, freeBytes } = folder
  if (freeBytes === undefined) return is('unknown', `The free space under ${path} could not be read.`)
  const text = `${formatBytes(freeBytes)} for the files of runs in ${path}.`
  return freeBytes < enoughBytes ? is('warning', text, runsFolderRemedy(folder)) : is('good', text)
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
    packagesRemedy([...new Set(missing.map((one) => one.package))].sort(), parts),
  )
}

/** Programs of which a host needs one each, and what is lost without it. Other systems do without those of Linux. */
const tools: readonly {
  readonly names: readonly string[]
  readonly package: string
  readonly loss: string
  readonly isLinux: boolean
}[] = [
  { names: ['stat'], package: 'coreutils', loss: 'no data file is made', isLinux: false },
  { names: ['sha256sum', 'shasum'], package: 'coreutils', loss: 'results cannot be checked', isLinux: false },
  { names: ['flock'], package: 'util-linux', loss: 'no raw device is used', isLinux: true },
  {
    names: ['lsblk'],
    package: 'util-linux',
    loss: 'drives are read from /sys, with less about each',
    isLinux: true,
  },
  { names: ['findmnt'], package: 'util-linux', loss: 'file systems are read from df', isLinux: true },
  { names: ['smartctl', 'nvme'], package: 'smartmontools', loss: 'no health of drives', isLinux: true },
  { names: ['blkid'], package: 'util-linux', loss: 'what is on a drive is not shown', isLinux: true },
]
