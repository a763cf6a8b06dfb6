import { existsSync, readdirSync } from 'node:fs'
import { installDebian, installedOnDebian } from './debian-packages.mjs'
import { onPath } from './command.mjs'
import { withLock } from './lock.mjs'
import { SetupError, say } from './say.mjs'

/** Makes sure that the given needs (see needs.mjs) are met, installing packages on Debian and its derivatives. */
export async function ensureSystemPackages(needs) {
  const open = needs.filter((need) => !(need.command && onPath(need.command)))
  if (open.length === 0) return
  if (!(process.platform === 'linux' && onPath('apt-get') && onPath('dpkg-query'))) {
    nameWhatIsMissing(open.filter((need) => !(need.library && hasLibrary(need.library))))
    return
  }
  if ((await notInstalled(open)).length > 0) {
    await withLock('installation of system packages', async () =>
      installWhatPeopleAllow(await notInstalled(open)),
    )
  }
}

async function notInstalled(needs) {
  const installed = await installedOnDebian(needs.flatMap((need) => need.debian))
  return needs.filter((need) => !need.debian.some((name) => installed.has(name)))
}

/** Without an optional need Benchwright still works; what needs it reports that when it is used. */
async function installWhatPeopleAllow(missing) {
  if (missing.length === 0) return
  try {
    await installDebian(missing)
  } catch (error) {
    if (!(error instanceof SetupError) || missing.some((need) => !need.optional)) throw error
    say(`${error.message}\nGoing on without.`)
  }
}

/** On other systems set-up installs nothing; it prints the one command to run. */
function nameWhatIsMissing(missing) {
  const manager = [
    { name: 'dnf', command: 'sudo dnf install' },
    { name: 'pacman', command: 'sudo pacman -S' },
    { name: 'brew', command: 'brew install' },
  ].find(({ name }) => onPath(name) || (name === 'brew' && process.platform === 'darwin'))
  const relevant = missing.filter((need) => process.platform === 'linux' || need.command === 'fio')
  if (relevant.length === 0) return
  const packages = [...new Set(relevant.map((need) => manager && need[manager.name]).filter(Boolean))]
  const advice = packages.length
    ? `Type this, then start again:\n  ${manager.command} ${packages.join(' ')}`
    : `Install with your package manager: ${relevant.map((need) => need.command ?? need.library).join(', ')}`
  const required = relevant.filter((need) => !need.optional)
  const message = `Missing on this machine: ${relevant.map((need) => `${need.command ?? need.library} (${need.why})`).join(', ')}.\n${advice}`
  if (required.length > 0) throw new SetupError(message)
  say(message)
}

/** Whether the dynamic linker's standard folders contain a library. */
function hasLibrary(name) {
  const folders = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/usr/local/lib', '/run/current-system/sw/lib']
  const multiarch = existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter((entry) => entry.includes('-linux-'))
        .map((entry) => `/usr/lib/${entry}`)
    : []
  return [...folders, ...multiarch].some((folder) => existsSync(`${folder}/${name}`))
}
