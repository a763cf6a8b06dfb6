import { readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterPack } from './scripts/pack/after-pack.mjs'
import { inRoot, localCache } from './scripts/setup/paths.mjs'

/** Leaves out the native binaries of other systems. */
const withoutPrebuilt = (...systems) => `!**/prebuilds/{${systems.join(',')}}-*/**`

/** electron-builder's own script of a Debian package, with one more line. */
function debianScript(name, line) {
  const template = inRoot('node_modules', 'app-builder-lib', 'templates', 'linux', `${name}.tpl`)
  const folder = join(localCache, 'pack')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${readFileSync(template, 'utf8').trimEnd()}\n\n${line}\n`)
  return join(folder, name)
}

/** A package made with the fallback runtime names itself (docs/decisions/0025-fallback-runtime.md). */
const marked = process.env.BENCHWRIGHT_PACK_MARKED === '1'
const artifactName = marked
  ? '${name}-test-runtime_${version}_${arch}.${ext}'
  : '${name}_${version}_${arch}.${ext}'

export default {
  appId: 'org.benchwright.app',
  productName: 'Benchwright',
  copyright: 'Benchwright contributors',
  directories: { app: 'app', output: 'release', buildResources: 'resources' },

  // electron-builder makes no .deb without one. The project has no site yet; build-deb.mjs leaves it out.
  extraMetadata: { homepage: 'https://benchwright.invalid' },

  asar: true,
  // Native code is loaded by the operating system, which cannot look into an archive.
  asarUnpack: ['**/*.node', '**/node-pty/**/spawn-helper'],
  // The native modules use Node-API: one binary for every Electron, nothing to rebuild.
  npmRebuild: false,
  files: [
    'dist/**',
    'package.json',
    '!dist/.built-from',
    '!**/*.map',
    '!**/*.d.ts',
    '!node_modules/node-pty/{src,deps,third_party,scripts,binding.gyp}',
    '!node_modules/node-pty/build/{Makefile,*.mk,config.gypi,*.gypi}',
    '!node_modules/node-pty/build/Release/{.deps,obj.target}',
    // Headers for compiling, not for running.
    '!**/node-addon-api/**',
    '!node_modules/@photostructure/sqlite/{src,vendor,doc,scripts,binding.gyp}',
    // Only the program that makes subsets of faces is used.
    '!node_modules/harfbuzzjs/dist/{*.js,*.mjs,*.mts,harfbuzz.wasm}',
  ],
  extraResources: [
    // A bundle finds them at ../../resources from its own folder, in a package as in a checkout.
    {
      from: 'resources',
      to: 'resources',
      filter: ['samples/**', 'templates/**', 'fonts/**', 'schemas/**', 'published/**'],
    },
    { from: 'resources/bin', to: 'bin' },
  ],
  fileAssociations: [
    {
      ext: 'benchwright',
      name: 'Benchwright results',
      description: 'Results of storage benchmarks',
      mimeType: 'application/vnd.benchwright',
      role: 'Editor',
    },
  ],
  afterPack,

  linux: {
    artifactName,
    files: [withoutPrebuilt('darwin', 'win32')],
    target: ['AppImage', 'deb'],
    executableName: 'benchwright-desktop',
    // The menu entry is named after `desktopName` in app/package.json, which is the class of the windows.
    syncDesktopName: true,
    icon: 'resources/icons',
    category: 'Utility',
    synopsis: 'Storage benchmarks for reviewers',
    maintainer: 'Benchwright contributors',
  },
  deb: {
    depends: ['libgtk-3-0', 'libnss3', 'libxss1', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0'],
    recommends: ['fio'],
    afterInstall: debianScript(
      'after-install',
      "ln -sf '/opt/${sanitizedProductName}/resources/bin/benchwright' '/usr/bin/benchwright'",
    ),
    afterRemove: debianScript('after-remove', "rm -f '/usr/bin/benchwright'"),
  },
  // Else the menu entry of an AppImage starts it without its sandbox.
  appImage: { executableArgs: [] },
  mac: {
    files: [withoutPrebuilt('linux', 'win32')],
    target: ['dmg'],
    icon: 'resources/icons/1024x1024.png',
    category: 'public.app-category.utilities',
  },
  win: {
    files: [withoutPrebuilt('linux', 'darwin')],
    target: ['nsis'],
    icon: 'resources/icons/1024x1024.png',
  },
}
