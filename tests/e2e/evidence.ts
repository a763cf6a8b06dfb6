import { mkdtemp, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ElectronApplication } from 'playwright-core'

/** Where the evidence of failed tries lies, from the project's folder. */
export const evidenceFolder = 'test-results/evidence'

/** An app whose doings are recorded; `closed`: the folder of what was recorded until it was closed. */
interface Recorded {
  readonly app: ElectronApplication
  closed?: string
}

let recorded: Recorded[] | undefined

/** From now on the apps of this process are recorded. */
export function recordApps(): void {
  recorded ??= []
}

/** Starts to record an app, if apps are recorded. */
export async function record(app: ElectronApplication): Promise<void> {
  if (!recorded) return
  await app.context().tracing.start({ snapshots: true })
  recorded.push({ app })
}

/** To be called before an app is closed: its record up to here is kept until the test has ended. */
export async function finishRecord(app: ElectronApplication): Promise<void> {
  const own = recorded?.find((one) => one.app === app)
  if (!own) return
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-evidence-'))
  await save(app, folder)
  own.closed = folder
}

/**
 * At the end of a try of a test. If it failed, moves what was recorded in it to a folder of that name and returns its
 * path; otherwise forgets it.
 */
export async function settleRecords(failedTry: string | undefined): Promise<string | undefined> {
  const all = recorded ?? []
  if (all.length === 0) return undefined
  const folder = resolve(evidenceFolder, failedTry ?? '')
  if (failedTry !== undefined) await rm(folder, { recursive: true, force: true })
  for (const [place, { app, closed }] of all.entries()) {
    const own = join(folder, `app-${String(place + 1)}`)
    if (failedTry !== undefined) await mkdir(folder, { recursive: true })
    if (closed === undefined) {
      if (failedTry !== undefined) await save(app, own)
      else
        await app
          .context()
          .tracing.stop()
          .catch(() => undefined)
      await app
        .context()
        .tracing.start({ snapshots: true })
        .catch(() => undefined)
    } else if (failedTry !== undefined) await rename(closed, own)
    else await rm(closed, { recursive: true, force: true })
  }
  recorded = all.filter(({ closed }) => closed === undefined)
  return failedTry === undefined ? undefined : folder
}

/** A trace of what was done, for `npx playwright show-trace`, and a picture of each window. An app that died has none. */
async function save(app: ElectronApplication, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [place, window] of app.windows().entries())
    await window
      .screenshot({ path: join(folder, `window-${String(place + 1)}.png`), timeout: 5000 })
      .catch(() => undefined)
  await app
    .context()
    .tracing.stop({ path: join(folder, 'trace.zip') })
    .catch(() => undefined)
}
