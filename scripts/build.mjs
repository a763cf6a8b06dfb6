// Bundles the app into app/dist: `node scripts/build.mjs`. The new build replaces the old one only if it succeeded.
import { build as bundle } from 'esbuild'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as buildWindow } from 'vite'
import { inRoot } from './setup/paths.mjs'
import { replaceFolder } from './setup/replace-folder.mjs'
import { runMain, say } from './setup/say.mjs'

/** What runs in Node: source → bundle. Each is self-contained, as CommonJS for the Node 20.18 inside Electron 33. */
const entries = {
  main: 'src/main/main.ts',
  preload: 'src/preload/preload.ts',
  'confirmation-preload': 'src/preload/confirmation-preload.ts',
  bench: 'src/bench/bench-process.ts',
  cli: 'src/cli/benchwright.ts',
  'import-worker': 'src/bench/import/import-worker.ts',
  'job-thread': 'src/bench/serve/aside/thread-entry.ts',
  'bench-stalls': 'src/bench/serve/stall-thread.ts',
}

/** Resolved at run time: Electron itself, and what is in app/node_modules: native modules. */
const external = ['electron', 'node-pty', '@photostructure/sqlite', '@napi-rs/canvas']

/** The library that draws pictures takes a fifth of a program's start: it is loaded when the first is drawn. */
const lateCanvas = {
  name: 'late-canvas',
  setup({ onResolve, onLoad }) {
    const canvas = '@napi-rs/canvas'
    onResolve({ filter: /^@napi-rs\/canvas$/ }, ({ namespace }) =>
      namespace === canvas ? { path: canvas, external: true } : { path: canvas, namespace: canvas },
    )
    onLoad({ filter: /.*/, namespace: canvas }, () => {
      const names = Object.keys(createRequire(inRoot('app', 'package.json'))(canvas))
      const getters = names.map((name) => `get ${name}() { return require('${canvas}').${name} }`)
      return { contents: `module.exports = { ${getters.join(', ')} }`, loader: 'js' }
    })
  },
}

await runMain(async () => {
  const started = Date.now()
  await replaceFolder(inRoot('app', 'dist'), async (fresh) => {
    const written = Object.entries(entries).filter(([, source]) => existsSync(inRoot(source)))
    await Promise.all(
      written.map(([name, source]) => bundleForNode(inRoot(source), join(fresh, `${name}.js`))),
    )
    if (existsSync(inRoot('src/renderer/index.html'))) await bundleWindow(join(fresh, 'renderer'))
  })
  say(`Built app/dist in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return 0
})

function bundleForNode(source, outfile) {
  return bundle({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    external,
    plugins: [lateCanvas],
    loader: { '.sh': 'text' },
    sourcemap: 'linked',
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
}

function bundleWindow(outDir) {
  return buildWindow({ configFile: inRoot('vite.config.ts'), logLevel: 'warn', build: { outDir } })
}
