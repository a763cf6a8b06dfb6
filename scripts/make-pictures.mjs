// Creates docs/pictures from the real app and its samples, as an ordinary user, so that it keeps its sandbox:
// `xvfb-run -a -s "-screen 0 1920x1200x24" node scripts/make-pictures.mjs FOLDER`. FOLDER is the target of the plan in
// the picture of Design; nothing is written to it.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { resolveElectron } from './setup/electron-runtime.mjs'
import { inRoot } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const size = { width: 1280, height: 800 }

await runMain(async () => {
  const [target] = process.argv.slice(2)
  if (!target) throw new Error('Name a folder on the drive that the plan is to measure.')
  if (process.getuid?.() === 0)
    throw new Error('Run it as an ordinary user: the pictures would show an app without sandbox.')
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-pictures-'))
  try {
    await mkdir(inRoot('docs', 'pictures'), { recursive: true })
    await withSample('fio-read-write-mix', folder, (app) => picturesOfMix(app, target))
    await withSample('sandforce-kernel', folder, pictureOfComparison)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 0
})

/** Opens a copy of a sample in a window of the usual size. */
async function withSample(name, folder, draw) {
  const file = join(folder, `${name}.benchwright`)
  await copyFile(inRoot('resources', 'samples', `${name}.benchwright`), file)
  const { executable } = await resolveElectron()
  const app = await _electron.launch({
    executablePath: executable,
    chromiumSandbox: true,
    args: [`--user-data-dir=${join(folder, 'settings')}`, inRoot('app'), file],
  })
  try {
    const window = await app.firstWindow()
    await window.emulateMedia({ colorScheme: 'light' })
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0].setContentSize(width, height)
    }, size)
    await draw({
      part: (id) => window.getByTestId(id),
      room: (room) =>
        window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click(),
      save: async (picture) => {
        await window.mouse.move(0, 0)
        await window.locator(':focus').evaluateAll((focused) => focused.forEach((field) => field.blur()))
        await window.evaluate(() => new Promise((done) => setTimeout(done, 1000)))
        await window.screenshot({ path: inRoot('docs', 'pictures', `${picture}-light.png`) })
        say(`docs/pictures/${picture}-light.png`)
      },
    })
  } finally {
    await app.close()
  }
}

async function picturesOfMix({ part, room, save }, target) {
  await room('Results')
  await part('figure-canvas').waitFor()
  await save('results')
  await room('Run')
  await part('campaign-state').waitFor()
  await save('run')
  await room('Design')
  await part('value-runtime').fill('30 s')
  await part('value-runtime').press('Enter')
  await part('target-path').fill(target)
  // The form from its beginning.
  await part('target-path').evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await save('design')
}

async function pictureOfComparison({ part, room, save }) {
  await room('Compare')
  await part('mode-sigma').check({ force: true })
  await part('compare-summary').getByText('235 meaningful', { exact: false }).waitFor()
  await save('compare')
}
