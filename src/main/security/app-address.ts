import { join, normalize, sep } from 'node:path'

/**
 * The window is served from the app's own scheme: a real origin, unlike file://, with no access to the rest of the
 * disk.
 */
export const appScheme = 'app'
const appHost = 'benchwright'
const appOrigin = `${appScheme}://${appHost}`
export const startAddress = `${appOrigin}/index.html`

/** Whether an address belongs to the app's own pages. */
export function isAppAddress(address: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(address)
    return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
  } catch {
    return false
  }
}

/** The file in `folder` that an app address refers to; undefined if it would be outside or is not an app address. */
export function fileOfAddress(address: string, folder: string): string | undefined {
  if (!isAppAddress(address)) return undefined
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname)
  } catch {
    return undefined
  }
  if (path.includes('\0') || path.includes('\\')) return undefined
  const file = normalize(join(folder, path))
  return file.startsWith(normalize(folder) + sep) ? file : undefined
}
