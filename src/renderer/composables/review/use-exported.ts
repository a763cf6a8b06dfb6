import { useNotices } from '../use-notices'
import { useShell } from '../use-shell'

/** A notice about an exported file, with links to it. */
export function useExported(): { readonly tell: (title: string, path: string) => void } {
  const shell = useShell()
  const notices = useNotices()
  const show = (path: string, how: 'open' | 'folder') => () => {
    shell
      .request('exported.show', { path, how })
      .catch((error: unknown) => notices.failure(error, 'The file could not be shown'))
  }
  return {
    tell(title, path) {
      notices.ready(
        title,
        [
          { label: 'Open', act: show(path, 'open') },
          { label: 'Show in folder', act: show(path, 'folder') },
        ],
        { forMs: 12_000 },
      )
    },
  }
}
