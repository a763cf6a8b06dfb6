import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inRoot, localCache } from '../setup/paths.mjs'
import { writeVueFiles } from '../setup/vue-files.mjs'

/** What vue-tsc itself uses, in the versions it needs. */
const load = createRequire(inRoot('node_modules', 'vue-tsc', 'bin', 'vue-tsc.js'))

/**
 * Writes what vue-tsc checks of each .vue file, template included, as TypeScript that the native compiler can read.
 * Much of it only serves types, and vue-tsc drops errors there: `isReal` says of a line of the native compiler's output
 * whether it is one that vue-tsc would report.
 *
 * @returns {Promise<{tsconfig: string, isReal: (line: string) => boolean}>}
 */
export async function writeVueTypes() {
  const core = load('@vue/language-core')
  const ts = load('typescript')
  const config = core.createParsedCommandLine(ts, ts.sys, inRoot('tsconfig.web.json'))
  const plugin = core.createVueLanguagePlugin(ts, config.options, config.vueOptions, (path) => path)
  const folder = join(localCache, 'vue-types')
  const codes = new Map()
  const codeOf = (text, path) => {
    const whole = ts.ScriptSnapshot.fromString(text)
    const { code } = plugin.typescript.getServiceScript(plugin.createVirtualCode(path, 'vue', whole, {}))
    const generated = code.snapshot.getText(0, code.snapshot.getLength())
    codes.set(path, { lines: generated.split('\n'), mappings: code.mappings })
    // The types of its helpers are named relative to the .vue file.
    return generated.replace(/(?<=^\/\/\/ <reference types=")[./]+(?=\/node_modules\/)/gm, inRoot())
  }
  const include = config.raw.include.filter((pattern) => !pattern.endsWith('.vue'))
  await writeVueFiles(folder, codeOf, include)
  const isReal = (line) => {
    const [, path = '', row, column, number] = /^(\S.*?)\((\d+),(\d+)\): error TS(\d+)/.exec(line) ?? []
    const code = codes.get(inRoot(path).replace(folder, inRoot()).replace(/\.ts$/, ''))
    return code ? isMapped(code, Number(row), Number(column), number) : /^\S/.test(line)
  }
  return { tsconfig: join(folder, 'tsconfig.json'), isReal }
}

/** Whether the place, counted from 1, comes from the .vue file, and errors of this number count there. */
export function isMapped({ lines, mappings }, row, column, number) {
  const at = lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, column - 1)
  return mappings.some(({ data, generatedOffsets, generatedLengths, lengths }) => {
    const { verification } = data
    if (!verification || verification.shouldReport?.('ts', number) === false) return false
    return generatedOffsets.some((from, place) => {
      const length = (generatedLengths ?? lengths)[place]
      return from <= at && at <= from + length
    })
  })
}
