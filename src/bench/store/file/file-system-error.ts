import { ReviewFileError } from './review-file-error'

/** Translates an error of the file system; other errors pass unchanged. */
export function fileSystemError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ReviewFileError(
        'missing',
        path,
        `There is no file ${path}.`,
        'Check the path; the file may have been moved or its disk is not connected.',
        error,
      )
    case 'EACCES':
    case 'EPERM':
      return new ReviewFileError(
        'no-permission',
        path,
        `You may not open ${path}.`,
        'Ask its owner for permission to read it, or copy it with an account that may.',
        error,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new ReviewFileError(
        'disk-full',
        path,
        `There is not enough space for ${path}.`,
        'Free some space on that disk, then try again.',
        error,
      )
    case 'EROFS':
      return new ReviewFileError(
        'read-only',
        path,
        `${path} is on read-only media.`,
        'Choose a folder that can be written.',
        error,
      )
    case 'EIO':
      return new ReviewFileError(
        'input-output',
        path,
        `Reading ${path} failed.`,
        'Check the disk and its cable or network, then try again.',
        error,
      )
    default:
      return error
  }
}
