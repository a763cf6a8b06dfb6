import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One source file, its path relative to the checkout with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
}

/** `target` is a path relative to the checkout, `package` the name of a package; exactly one of them is set. */
export interface Import {
  readonly specifier: string
  readonly target?: string
  readonly package?: string
}

/** All TypeScript and Vue files under a folder of the checkout. */
export function sourceFiles(folder: string): SourceFile[] {
  const paths = listed(join(root, folder)).filter((path) => /\.(ts|vue)$/.test(path))
  const known = new Set(paths.map(named))
  return paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    const specifiers = ts.preProcessFile(scriptOf(path, text)).importedFiles.map(({ fileName }) => fileName)
    const imports = specifiers.map((specifier) => resolved(specifier, path, known))
    return { path: named(path), lines: text.trimEnd().split('\n').length, imports }
  })
}

/** All files under a folder of the checkout, relative to it. */
export const allFilesUnder = (folder: string) => listed(join(root, folder)).map(named)

/** All folders under a folder of the checkout, relative to it. */
export function foldersUnder(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'fixtures')
    .flatMap((entry) => [`${folder}/${entry.name}`, ...foldersUnder(`${folder}/${entry.name}`)])
}

const named = (path: string) => relative(root, path).split(sep).join('/')

function listed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listed(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}

const scriptOf = (path: string, text: string) =>
  path.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n')
    : text

function resolved(specifier: string, from: string, known: ReadonlySet<string>): Import {
  if (!specifier.startsWith('.')) return { specifier, package: packageOf(specifier) }
  const base = named(normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))))
  const found = ['', '.ts', '.vue', '.d.ts', '/index.ts']
    .map((end) => base + end)
    .find((path) => known.has(path))
  return { specifier, target: found ?? base }
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}
