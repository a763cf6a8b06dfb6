import { protocol, type ProtocolRequest, type ProtocolResponse } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { appScheme, fileOfAddress } from './app-address'

/** Styles are inline because the UI kit and the terminal write style elements; scripts never are. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const typeByEnding: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** To be called before the app is ready: makes the scheme a real, secure origin. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }])
}

/** Serves the window's files from `folder`, and nothing else. */
export function serveAppFiles(folder: string): void {
  // protocol.handle does not exist in the Electron 22 this also runs on.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  protocol.registerBufferProtocol(appScheme, (request, callback) => {
    respond(request, folder).then(callback, () =>
      callback(answer(404, 'text/plain', Buffer.from('Not found'))),
    )
  })
}

async function respond(request: ProtocolRequest, folder: string): Promise<ProtocolResponse> {
  const file = fileOfAddress(request.url, folder)
  const type = file === undefined ? undefined : typeByEnding[extname(file)]
  if (request.method !== 'GET' || file === undefined || type === undefined) {
    return answer(404, 'text/plain', Buffer.from('Not found'))
  }
  return answer(200, type, await readFile(file))
}

function answer(statusCode: number, mimeType: string, data: Buffer): ProtocolResponse {
  return {
    statusCode,
    mimeType,
    charset: 'utf-8',
    data,
    headers: {
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  }
}
