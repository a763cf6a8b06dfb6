#!/usr/bin/env node
// Replaces fpm (CUSTOM_FPM_PATH), which electron-builder downloads from a site that not every network can reach:
// accepts the arguments that electron-builder passes for a .deb, and has dpkg-deb write the package.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Options without a value; every other one is followed by its value. */
const flags = new Set(['--force', '--debug'])

/** electron-builder's arguments: `options` by name with all their values, `files` as pairs `source=target`. */
function read(args) {
  const options = new Map()
  const files = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]
    if (flags.has(arg)) continue
    if (!arg.startsWith('-')) {
      const equals = arg.lastIndexOf('=')
      files.push({ source: arg.slice(0, equals), target: arg.slice(equals + 1) })
      continue
    }
    at += 1
    options.set(arg, [...(options.get(arg) ?? []), args[at]])
  }
  return { options, files }
}

/** The fields of DEBIAN/control, see deb-control(5); a long description's lines start with a space. */
function control(options, installedKiB) {
  const one = (name) => options.get(name)?.[0]
  const [synopsis, ...rest] = one('--description').split('\n')
  const long = rest.map((line) => ` ${line.trim() || '.'}`)
  const fields = {
    Package: one('--name'),
    Version: one('--version'),
    Architecture: one('--architecture'),
    Maintainer: one('--maintainer'),
    'Installed-Size': installedKiB,
    Depends: options.get('-d')?.join(', '),
    Recommends: options.get('--deb-recommends')?.join(', '),
    Section: one('--category') ?? 'utils',
    Priority: one('--deb-priority'),
    Description: [synopsis, ...long].join('\n'),
  }
  return `${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
}

function sizeKiB(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  return Math.ceil(bytes / 1024)
}

const { options, files } = read(process.argv.slice(2))
const [kind] = options.get('-t') ?? []
if (kind !== 'deb') {
  console.error(`Only .deb packages are built here, not ${kind ?? 'unnamed'} ones.`)
  process.exit(2)
}

const work = mkdtempSync(join(tmpdir(), 'benchwright-deb-'))
try {
  chmodSync(work, 0o755)
  for (const { source, target } of files) {
    mkdirSync(join(work, dirname(target)), { recursive: true })
    cpSync(source, join(work, target), { recursive: true, verbatimSymlinks: true })
  }
  // Modes as in an installed package, whatever the umask of this account is.
  spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', work])
  const installedKiB = sizeKiB(work)
  const about = join(work, 'DEBIAN')
  mkdirSync(about)
  writeFileSync(join(about, 'control'), control(options, installedKiB))
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    const [script] = options.get(option) ?? []
    if (script) writeFileSync(join(about, name), readFileSync(script), { mode: 0o755 })
  }
  const [target] = options.get('--package')
  // zstd: smaller and a hundred times faster than xz for this content; dpkg supports it since Debian 12 and Ubuntu
  // 22.04.
  const made = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zzstd', work, target], {
    stdio: 'inherit',
  })
  process.exitCode = made.status ?? 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
