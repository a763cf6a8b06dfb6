import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError, say } from './say.mjs'

const setting = (path) => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * The flags that Chromium's sandbox needs on this machine: none for ordinary users, `--no-sandbox` for root, because
 * Chromium does not start otherwise. If the kernel gives ordinary users no namespaces and the set-uid helper is not
 * set up either, the window could not open; the error then has the exact remedy.
 */
export function sandboxFlags(electronFolder) {
  if (process.platform !== 'linux') return []
  if (process.getuid() === 0) {
    say(
      'Running as root: Electron starts only with its sandbox off (--no-sandbox). Use an ordinary account for daily work.',
    )
    return ['--no-sandbox']
  }
  const refused =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/user/max_user_namespaces') === '0'
  const helper = join(electronFolder, 'chrome-sandbox')
  if (refused && !isSetUidRoot(helper)) {
    throw new SetupError(
      'This system gives programs no user namespaces, which the sandbox of the window needs. Allow it its helper, then ' +
        `start again:\n  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    )
  }
  return []
}

function isSetUidRoot(path) {
  const { uid, mode } = statSync(path, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 }
  return uid === 0 && (mode & 0o4000) !== 0
}
