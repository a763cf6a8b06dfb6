// Creates docs/pictures from the real app: `xvfb-run -a -s "-screen 0 1920x1200x24" node scripts/make-pictures.mjs
// FILE.benchwright`. FILE contains a finished read/write-mix campaign. A short campaign is run for the picture of a
// running one.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright-core'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const size = { width: 1280, height: 800 }

await runMain(async () => {
  const [given] = process.argv.slice(2)
  if (!given) throw new Error('Name a results file with a finished read/write-mix campaign.')
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-pictures-'))
  try {
    await mkdir(inRoot('docs', 'pictures'), { recursive: true })
    const file = join(folder, 'NVMe drives 2026.benchwright')
    await copyFile(resolve(given), file)
    const printed = join(folder, 'SandForce kernels.benchwright')
    await copyFile(inRoot('resources', 'samples', 'sandforce-kernel.benchwright'), printed)
    for (const colors of ['light', 'dark']) {
      await picture(file, folder, colors)
      await pictureOfComparison(printed, folder, colors)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 0
})

/** Opens a file in a window of the usual size. */
async function open(file, folder, colors) {
  const { executable } = await resolveElectron()
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const settings = join(folder, `settings-${colors}`)
  const app = await _electron.launch({
    executablePath: executable,
    args: [...flags, `--user-data-dir=${settings}`, inRoot('app'), file],
  })
  const window = await app.firstWindow()
  await window.emulateMedia({ colorScheme: colors })
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0].setContentSize(width, height)
  }, size)
  return {
    app,
    window,
    part: (id) => window.getByTestId(id),
    room: (name) =>
      window.getByRole('navigation', { name: 'Rooms' }).getByText(name, { exact: true }).click(),
    save: async (name) => {
      await window.evaluate(() => new Promise((done) => setTimeout(done, 600)))
      await window.screenshot({ path: inRoot('docs', 'pictures', `${name}-${colors}.png`) })
      say(`docs/pictures/${name}-${colors}.png`)
    },
  }
}

async function pictureOfComparison(file, folder, colors) {
  const { app, window, part, room, save } = await open(file, folder, colors)
  await room('Compare')
  await part('mode-sigma').check({ force: true })
  await part('compare-summary').getByText('235 meaningful', { exact: false }).waitFor()
  await window.mouse.move(0, 0)
  await save('compare')
  await app.close()
}

async function picture(file, folder, colors) {
  const { app, window, part, room, save } = await open(file, folder, colors)
  await room('Review')
  await save('review')
  await room('Results')
  await part('figure-canvas').waitFor()
  await save('results')
  await room('Design')
  await part('design-view').waitFor()
  await part('target-path').fill(folder)
  await save('design')
  await part('value-file_size').fill('64M')
  await part('value-runtime').fill('3 s')
  await part('value-ramp_time').fill('0')
  await part('repetitions').fill('5')
  await part('start-campaign').click()
  await part('configuration-name').locator('input').fill('firmware B')
  await part('confirm-start').click()
  await part('toggle-terminal').click()
  await window.getByTestId('finished-runs').getByText('8', { exact: true }).waitFor({ timeout: 180_000 })
  await save('run')
  await part('campaign-stop').click()
  await part('campaign-state').getByText('Stopped').waitFor()
  await app.close()
}
