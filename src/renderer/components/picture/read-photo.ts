import { mostTakenPictureBytes } from '../../../core/contract/document-requests'
import { RequestFailure } from '../../../core/contract/request-failure'

/** Name and bytes of a chosen file. Rejects with a RequestFailure, without reading it, if it is larger than a request may carry. */
export async function readPhoto(file: File): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  if (file.size > mostTakenPictureBytes)
    throw new RequestFailure({
      id: 'picture-refused',
      message: `${file.name} is larger than 32 MiB.`,
      remedy: 'Scale it down first.',
    })
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
