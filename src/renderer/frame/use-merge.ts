import { useNotices } from '../composables/use-notices'
import { useShell } from '../composables/use-shell'
import { leftLines, takingTitle } from '../views/shelf/taking-words'

/** Asks for another results file and takes everything of it into this review. `whyNot`: why nothing can be written here. */
export function useMerge(whyNot: () => string | undefined): { readonly merge: () => Promise<void> } {
  const shell = useShell()
  const notices = useNotices()
  return {
    async merge() {
      const reason = whyNot()
      if (reason !== undefined) {
        notices.failure(new Error(reason), 'No review can be merged into this one')
        return
      }
      try {
        const answer = await shell.request('review.merge', {})
        if (answer === null) return
        const { path, ...report } = answer
        const merged = { files: [{ file: path, report }], cancelled: false }
        const left = leftLines(merged).filter(({ isKnown }) => !isKnown)
        if (left.length === 0) notices.done(takingTitle(merged))
        else {
          const reasons = left.map(({ what, reason: why }) => `${what}: ${why}`).join('\n')
          notices.failure(new Error(reasons), takingTitle(merged))
        }
      } catch (error) {
        notices.failure(error, 'The review could not be merged')
      }
    },
  }
}
