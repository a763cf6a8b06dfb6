// The linters: `npm run lint`. oxlint reads TypeScript, with types from the native compiler (.oxlintrc.json); eslint
// reads templates of .vue files and plain scripts (eslint.config.mjs).
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'vue/compiler-sfc'
import { run } from './setup/command.mjs'
import { inRoot, localCache, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'

const eslint = inRoot('node_modules', 'eslint', 'bin', 'eslint.js')
const oxlint = inRoot('node_modules', 'oxlint', 'bin', 'oxlint')
const renderer = join('src', 'renderer')

/** The scripts of the .vue files, which oxlint does not lint with types, as TypeScript files in the same folders. */
const scripts = join(localCache, 'vue-scripts')

await runMain(async () => {
  await writeVueScripts()
  // Several threads, and Go's eager collection of garbage, take a fifth more processor time.
  const config = ['--config', inRoot('.oxlintrc.json'), '--format', 'unix', '--threads', '1']
  const env = { ...process.env, GOGC: '400' }
  // Not for the scripts of .vue files, which may turn off a rule of eslint.
  const unused = ['--report-unused-disable-directives-severity', 'error']
  const runs = [
    await run(toolNode(), [eslint, '--max-warnings', '0', '.'], { cwd: inRoot() }),
    await run(toolNode(), [oxlint, ...config, ...unused, 'src', 'tests', '*.config.ts'], {
      cwd: inRoot(),
      env,
    }),
    await run(toolNode(), [oxlint, ...config, '.'], { cwd: scripts, env }),
  ]
  const failed = runs.filter(({ code }) => code !== 0)
  for (const { stdout, stderr } of failed) say(`${stdout}${stderr}`.replaceAll('.vue.ts:', '.vue:'))
  return failed.length === 0 ? 0 : 1
})

async function writeVueScripts() {
  await rm(scripts, { recursive: true, force: true })
  // oxlint skips what git ignores, up to the root of the checkout, so this folder is made a root.
  await mkdir(join(scripts, '.git'), { recursive: true })
  const options = {
    extends: inRoot('tsconfig.web.json'),
    // Relative imports resolve to files here and in the checkout.
    compilerOptions: { rootDirs: [inRoot(), scripts] },
    include: ['src/**/*.ts', inRoot('src/renderer/**/*.d.ts'), inRoot('src/core/**/*.d.ts')],
  }
  await writeFile(join(scripts, 'tsconfig.json'), JSON.stringify(options))
  const names = await readdir(inRoot(renderer), { recursive: true })
  for (const name of names.filter((each) => each.endsWith('.vue'))) {
    const target = join(scripts, renderer, `${name}.ts`)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, scriptOf(await readFile(inRoot(renderer, name), 'utf8')))
  }
}

/** A script keeps the lines and columns it has in the .vue file. */
function scriptOf(text) {
  const { script, scriptSetup } = parse(text).descriptor
  const blocks = [script, scriptSetup].filter(Boolean)
  blocks.sort((a, b) => a.loc.start.offset - b.loc.start.offset)
  // Without a script there is nothing to import or export, but the file must still be a module.
  if (blocks.length === 0) return 'export {}\n'
  let lines = ''
  let line = 1
  for (const { attrs, content, loc } of blocks) {
    const [name, bound] = attrs.generic?.split(' extends ') ?? []
    const parameter = name === undefined ? '' : `type ${name} = ${bound ?? 'unknown'}`
    lines += `${'\n'.repeat(loc.start.line - line)}${parameter}${content}`
    line = loc.end.line
  }
  return lines
}
