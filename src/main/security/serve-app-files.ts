import { protocol } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { appScheme, fileOfAddress } from './app-address'

/** Styles are inline because the UI kit and the terminal write style elements; scripts never are. */
const contentSecurityPolicy = [
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
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

/** Must be called before the app is ready: makes the scheme a real, secure origin. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }])
}

/** Serves the window's files from `folder`, and nothing else. */
export function serveAppFiles(folder: string): void {
  protocol.handle(appScheme, async (request) => {
    try {
      return await respond(request, folder)
    } catch {
      return answer(404, 'text/plain', 'Not found')
    }
  })
}

async function respond({ method, url }: Request, folder: string): Promise<Response> {
  const file = fileOfAddress(url, folder)
  const type = file === undefined ? undefined : typeByEnding[extname(file)]
  if (method !== 'GET' || file === undefined || type === undefined)
    return answer(404, 'text/plain', 'Not found')
  return answer(200, type, await readFile(file))
}

function answer(status: number, type: string, body: string | Buffer): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  })
}
