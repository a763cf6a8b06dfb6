// The linters: `npm run lint`. oxlint reads TypeScript, with types from the native compiler, and reports its errors
// (.oxlintrc.json); eslint reads templates of .vue files and plain scripts (eslint.config.mjs).
import { join } from 'node:path'
import { parse } from 'vue/compiler-sfc'
import { run } from './setup/command.mjs'
import { inRoot, localCache, toolNode } from './setup/paths.mjs'
import { runMain, say } from './setup/say.mjs'
import { writeVueFiles } from './setup/vue-files.mjs'

const eslint = inRoot('node_modules', 'eslint', 'bin', 'eslint.js')
const oxlint = inRoot('node_modules', 'oxlint', 'bin', 'oxlint')

/** The scripts of the .vue files, which oxlint does not lint with types, as TypeScript files in the same folders. */
const scripts = join(localCache, 'vue-scripts')

await runMain(async () => {
  await writeVueFiles(scripts, scriptOf, ['src/renderer/**/*.d.ts', 'src/core/**/*.d.ts'])
  // Several threads, and Go's eager collection of garbage, take a fifth more processor time.
  const config = ['--config', inRoot('.oxlintrc.json'), '--format', 'unix', '--threads', '1']
  const env = { ...process.env, GOGC: '400' }
  // Not for scripts of .vue files: they may turn off a rule of eslint, and do not see what their template uses.
  const whole = ['--type-check', '--report-unused-disable-directives-severity', 'error']
  const runs = [
    await run(toolNode(), [eslint, '--max-warnings', '0', '.'], { cwd: inRoot() }),
    await run(toolNode(), [oxlint, ...config, ...whole, 'src', 'tests', '*.config.ts'], {
      cwd: inRoot(),
      env,
    }),
    await run(toolNode(), [oxlint, ...config, '.'], { cwd: scripts, env }),
  ]
  const failed = runs.filter(({ code }) => code !== 0)
  for (const { stdout, stderr } of failed) say(`${stdout}${stderr}`.replaceAll('.vue.ts:', '.vue:'))
  return failed.length === 0 ? 0 : 1
})

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
