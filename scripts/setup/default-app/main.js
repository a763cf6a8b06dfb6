// What plain Electron does for `electron FOLDER`: become the app in that folder.
const { app } = require('electron')
const fs = require('node:fs')
const path = require('node:path')

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (!given) {
  console.error('Give the folder of an app.')
  app.exit(2)
} else {
  const folder = path.resolve(given)
  const about = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  process.defaultApp = true
  app.setAppPath(folder)
  app.setVersion(about.version)
  app.name = about.productName ?? about.name
  require(path.join(folder, about.main))
}
