import { run, tail } from './command.mjs'
import { enableComponent } from './debian-component.mjs'
import { leaveToRunAsRoot } from './privilege.mjs'
import { SetupError, say, step } from './say.mjs'

/** Which of these Debian packages are installed. */
export async function installedOnDebian(names) {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Package}\\n', ...names])
  const rows = stdout.split('\n').map((row) => row.split(' '))
  return new Set(rows.filter(([status]) => status === 'installed').map(([, name]) => name))
}

/**
 * Installs the first package available in this release for each need, with one line per step. Optional packages are
 * installed together, which takes a fraction of the time, and only if that fails one by one.
 */
export async function installDebian(needs) {
  const components = needs.filter((need) => need.component).map((need) => need.component)
  const entries = await Promise.all(components.map(enableComponent))
  const setUp = entries.filter(Boolean)
  const preview = needs.map((need) => need.debian[0])
  const purpose = `Installing ${preview.join(', ')}`
  const asRoot = await leaveToRunAsRoot(
    [...setUp.map(({ command }) => command), update, install(preview)],
    purpose,
  )
  for (const { command, why } of setUp) {
    step(why)
    await mustRun(asRoot, command)
  }
  const updated = await updateOnce(asRoot, setUp.length > 0)
  const chosen = await availableNames(needs)
  const unavailable = needs.filter((need, index) => !chosen[index])
  report(unavailable, updated)
  const required = chosen.filter((name, index) => name && !needs[index].optional)
  const optional = chosen.filter((name, index) => name && needs[index].optional)
  if (required.length > 0) {
    step(`Installing Debian packages: ${required.join(' ')}`)
    await mustRun(asRoot, install(required))
  }
  if (optional.length === 0) return
  step(`Installing Debian packages: ${optional.join(' ')}`)
  if ((await run(...asRootCall(asRoot, install(optional)))).code === 0) return
  for (const name of optional) {
    const { code, stderr } = await run(...asRootCall(asRoot, install([name])))
    if (code !== 0) say(`  ${name} could not be installed; what needs it is skipped.\n${tail(stderr, 4)}`)
  }
}

const update = ['apt-get', 'update', '-q']

const install = (names) => [
  'env',
  'DEBIAN_FRONTEND=noninteractive',
  'apt-get',
  'install',
  '-y',
  '-q',
  '--no-install-recommends',
  '-o',
  'DPkg::Lock::Timeout=300',
  ...names,
]

let lastUpdate

/** The package list is fetched once per set-up, and again only after a source was added. */
async function updateOnce(asRoot, again) {
  if (lastUpdate && !again) return lastUpdate
  step('Updating the list of Debian packages')
  lastUpdate = await run(...asRootCall(asRoot, update))
  return lastUpdate
}

function asRootCall(asRoot, words) {
  const [file, ...args] = [...asRoot, ...words]
  return [file, args]
}

async function mustRun(asRoot, words) {
  const { code, stdout, stderr } = await run(...asRootCall(asRoot, words))
  if (code === 0) return
  throw new SetupError(`This command failed (exit ${code}): ${words.join(' ')}\n${tail(stdout + stderr)}`)
}

/** For each need the first of its names that apt can install; a purely virtual name has no candidate. */
async function availableNames(needs) {
  const { stdout } = await run('apt-cache', ['policy', ...needs.flatMap((need) => need.debian)], {
    env: { ...process.env, LC_ALL: 'C' },
  })
  const blocks = stdout.split(/^(?=\S+:$)/m)
  const isAvailable = (name) =>
    blocks.some((block) => block.startsWith(`${name}:\n`) && /Candidate: (?!\(none\))/.test(block))
  return needs.map((need) => need.debian.find(isAvailable))
}

function report(unavailable, updated) {
  const names = (needs) => needs.map((need) => need.debian[0]).join(', ')
  const required = unavailable.filter((need) => !need.optional)
  if (required.length > 0) {
    throw new SetupError(
      `This system's package sources do not offer: ${names(required)}.\n` +
        (updated.code === 0
          ? 'Add a source that has them, then start again.'
          : tail(updated.stdout + updated.stderr)),
    )
  }
  if (unavailable.length > 0) say(`  Not offered by this system, skipped: ${names(unavailable)}`)
}
