import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localCache } from './paths.mjs'
import { sourcesWithComponent } from './debian-sources.mjs'

const folder = '/etc/apt/sources.list.d'

/**
 * Prepares to enable a component of the distribution (Debian's non-free, Ubuntu's multiverse).
 *
 * Resolves with the command that adds the new source, or undefined if the component is already enabled or no source
 * of the distribution itself was found.
 */
export async function enableComponent(names) {
  const release = await osRelease()
  const component = release.ID === 'ubuntu' ? names.ubuntu : names.debian
  const added = sourcesWithComponent(await sourceFiles(), release.VERSION_CODENAME, component)
  if (!added) return undefined
  const name = `benchwright-${component}.${added.kind}`
  const draft = join(localCache, name)
  await mkdir(localCache, { recursive: true })
  await writeFile(draft, added.text)
  return {
    why: `Enabling the ${component} component of ${release.ID} (${folder}/${name})`,
    command: ['install', '-m', '644', draft, `${folder}/${name}`],
  }
}

async function osRelease() {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=("?)(.*)\2$/gm)].map(([, key, , value]) => [key, value]),
  )
}

async function sourceFiles() {
  const listed = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  const read = async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })
  return Promise.all(['/etc/apt/sources.list', ...listed].map(read))
}
