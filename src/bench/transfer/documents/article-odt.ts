import { strToU8, zipSync, type Zippable } from 'fflate'
import { loadImage } from '@napi-rs/canvas'
import { documentToOdt, odtType } from '../../../core/document/odt'
import type { WrittenArticle } from './written-article'

/** An article as an OpenDocument text, with its pictures. */
export async function articleOdt({ document, files }: WrittenArticle): Promise<readonly Uint8Array[]> {
  const zipped: Zippable = { mimetype: [strToU8(odtType), { level: 0 }] }
  const sizes = new Map<string, { readonly width: number; readonly height: number }>()
  for (const { name, content } of files) {
    const bytes = Buffer.concat(
      Array.from(content, (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    )
    const path = `Pictures/${name}`
    const isDrawing = name.endsWith('.svg')
    const { width, height } = isDrawing ? { width: 0, height: 0 } : await loadImage(bytes)
    sizes.set(path, { width, height })
    zipped[path] = [bytes, { level: isDrawing ? 6 : 0 }]
  }
  for (const [name, text] of Object.entries(documentToOdt(document, sizes)))
    zipped[name] = strToU8(String(text))
  return [zipSync(zipped)]
}
