import { app } from 'electron'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is unusual about the Electron runtime of this app. */
export interface RuntimeFacts {
  /**
   * Why Chromium's sandbox is off, so that a compromised page would have this account's rights: unavoidable for root,
   * asked for by `--no-sandbox` otherwise. Unset if it is on.
   */
  readonly unconfined?: 'root' | 'option'
  /**
   * The fallback runtime of `scripts/setup/electron-fallback.mjs`, which marks its folder; never part of a release.
   */
  readonly testRuntime: boolean
}

export function runtimeFacts(): RuntimeFacts {
  return {
    ...(app.commandLine.hasSwitch('no-sandbox') && {
      unconfined: process.getuid?.() === 0 ? 'root' : 'option',
    }),
    testRuntime: existsSync(join(dirname(process.execPath), 'benchwright-fallback-runtime')),
  }
}

/** Fills the About panel: versions, and whether this is a release. */
export function describeInAbout({ testRuntime }: RuntimeFacts): void {
  const { electron, chrome, node } = process.versions
  const runtime = `Electron ${electron}${testRuntime ? ' (test runtime, not a release)' : ''}`
  app.setAboutPanelOptions({
    applicationName: 'Benchwright',
    applicationVersion: `${app.getVersion()} · ${runtime} · Chromium ${chrome} · Node ${node}`,
    copyright: 'MIT licence · Benchwright contributors',
  })
}
