import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourcePath } from './resources'

/** The texts of the published tables that come with the program, by file name. */
export function readPublishedTables(): Readonly<Record<string, string>> {
  const folder = resourcePath('published')
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'))
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
