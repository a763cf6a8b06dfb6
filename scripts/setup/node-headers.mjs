import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from './paths.mjs'

/**
 * A folder with Node's C headers (`include/node/node_api.h`) on this machine, so that node-gyp does not download
 * them. node-pty uses Node-API only, so the headers of any recent Node work.
 */
export function findNodeHeaders() {
  const packaged = inRoot('node_modules', 'node', 'node_modules', `node-${process.platform}-${process.arch}`)
  const besideNode = dirname(dirname(realpathSync(process.execPath)))
  return [packaged, besideNode, '/usr', '/usr/local'].find((folder) =>
    existsSync(join(folder, 'include', 'node', 'node_api.h')),
  )
}
