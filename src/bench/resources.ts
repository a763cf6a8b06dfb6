import { join } from 'node:path'

/**
 * A path among the program's data files (samples, templates, fonts, schemas, published tables). They are at
 * ../../resources from a bundle, both in a package and in a checkout; BENCHWRIGHT_RESOURCES names another
 * folder.
 */
export function resourcePath(...parts: readonly string[]): string {
  const folder = process.env.BENCHWRIGHT_RESOURCES
  return join(
    folder === undefined || folder === '' ? join(__dirname, '..', '..', 'resources') : folder,
    ...parts,
  )
}
