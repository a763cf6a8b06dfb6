import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where the app keeps data outside of results files, for the window and the command line alike: the list of
 * hosts and the host keys. `BENCHWRIGHT_SETTINGS` names another folder.
 */
export function settingsFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { BENCHWRIGHT_SETTINGS: own, XDG_CONFIG_HOME: xdg, APPDATA: appData } = environment
  if (own !== undefined && own !== '') return own
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'benchwright')
  if (platform === 'win32' && appData !== undefined && appData !== '') return join(appData, 'benchwright')
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.config'), 'benchwright')
}
