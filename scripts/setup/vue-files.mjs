import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inRoot } from './paths.mjs'

const renderer = join('src', 'renderer')

/**
 * Writes `textOf(text, path)` of every .vue file of the window as a TypeScript file into `folder`, in the same folders
 * as in the checkout, with a tsconfig.json that has `include` besides them: for tools that do not read .vue files.
 */
export async function writeVueFiles(folder, textOf, include) {
  await rm(folder, { recursive: true, force: true })
  // oxlint skips what git ignores, up to the root of the checkout, so this folder is made a root.
  await mkdir(join(folder, '.git'), { recursive: true })
  const options = {
    extends: inRoot('tsconfig.web.json'),
    // Relative imports resolve to files here and in the checkout.
    compilerOptions: { rootDirs: [inRoot(), folder] },
    include: ['src/**/*.ts', ...include.map((pattern) => inRoot(pattern))],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const names = await readdir(inRoot(renderer), { recursive: true })
  for (const name of names.filter((each) => each.endsWith('.vue'))) {
    const path = inRoot(renderer, name)
    const target = join(folder, renderer, `${name}.ts`)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, textOf(await readFile(path, 'utf8'), path))
  }
}
