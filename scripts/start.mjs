#!/usr/bin/env node
// `npm start [-- FILE]`: the window if there is a display, otherwise the built-in demo in the terminal.
import { resolve } from 'node:path'
import { runCli } from './setup/cli.mjs'
import { run } from './setup/command.mjs'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot, typedIn } from './setup/paths.mjs'
import { sandboxFlags } from './setup/sandbox.mjs'
import { runMain, say } from './setup/say.mjs'
import { build, setUp } from './setup/set-up.mjs'

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

await runMain(async () => {
  const args = process.argv.slice(2).map((arg) => (arg.startsWith('-') ? arg : resolve(typedIn, arg)))
  await setUp(hasDisplay ? 'start' : 'run')
  const electron = hasDisplay ? await resolveElectron() : undefined
  await build()
  return electron ? openWindow(electron, args) : withoutDisplay(args)
})

async function openWindow(electron, args) {
  const flags = sandboxFlags(electron.folder)
  if (process.platform === 'linux' && !process.env.DISPLAY) flags.push('--ozone-platform=wayland')
  const { code } = await run(electron.executable, [...flags, inRoot('app'), ...args], { show: 'inherit' })
  return code
}

async function withoutDisplay(args) {
  const file = args.find((arg) => !arg.startsWith('-'))
  if (file) {
    say('There is no display here, so the window cannot open. This is what the file holds:')
    return runCli(['show', file])
  }
  say('There is no display here, so the window cannot open. Running the demo in the terminal instead.')
  return runCli(['demo'])
}
