import type { EngineDescription } from '../../core/engines/engine'

/** The parts of a host's answer, by name. */
export type Parts = ReadonlyMap<string, string>

/**
 * A command that needs root, as this account can give it: without `sudo` as root, and by somebody else where there is
 * no sudo.
 */
export function asRoot(command: string, parts: Parts): string {
  const bare = command.replaceAll(/\bsudo /g, '')
  if (bare === command) return command
  const [uid = ''] = (parts.get('user') ?? '').split('\n')
  if (uid === '0') return bare
  return parts.get('sudo') === 'missing' ? `As root: ${bare}` : command
}

/** The `install` hint of an engine for the system of a host; undefined for other systems. */
export function installRemedy(description: EngineDescription, parts: Parts): string | undefined {
  const system = isMac(parts) ? 'macos' : distributionFamily(parts)
  return system === undefined ? undefined : asRoot(description.install[system], parts)
}

/** How to install packages, which have the same names in all these distributions. */
export function packagesRemedy(packages: readonly string[], parts: Parts): string {
  const family = distributionFamily(parts)
  const names = packages.join(' ')
  switch (family) {
    case 'debian':
      return asRoot(`sudo apt install ${names}`, parts)
    case 'fedora':
      return asRoot(`sudo dnf install ${names}`, parts)
    case 'arch':
      return asRoot(`sudo pacman -S ${names}`, parts)
    case undefined:
      return `Install ${packages.join(', ')} with the package manager of the host.`
  }
}

export function isMac(parts: Parts): boolean {
  return parts.get('kernel')?.startsWith('Darwin') === true
}

/** `ID` and `ID_LIKE` of os-release(5). */
function distributionFamily(parts: Parts): 'debian' | 'fedora' | 'arch' | undefined {
  const names = (parts.get('os-release') ?? '')
    .split('\n')
    .filter((line) => /^ID(_LIKE)?=/.test(line))
    .flatMap((line) =>
      line
        .replace(/^[A-Z_]+=/, '')
        .replace(/["']/g, '')
        .split(/\s+/),
    )
  if (names.some((name) => ['debian', 'ubuntu', 'raspbian'].includes(name))) return 'debian'
  if (names.some((name) => ['fedora', 'rhel', 'centos', 'rocky', 'almalinux'].includes(name))) return 'fedora'
  return names.some((name) => ['arch', 'manjaro'].includes(name)) ? 'arch' : undefined
}
