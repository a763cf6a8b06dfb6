import { exitStatus, printJson, type Command } from '../command'
import { withReview } from '../with-review'

export const check: Command = {
  words: ['check'],
  positionals: ['FILE.benchwright'],
  summary: 'Verify the structure of a results file and every stored checksum.',
  options: {},
  run: (parsed, context) =>
    withReview(parsed.positionals[0] ?? '', (review) => {
      const findings = review.check()
      if (parsed.json) printJson(context, { file: review.path, ok: findings.length === 0, findings })
      else if (findings.length === 0) context.stdout.line(`${review.path}: all checksums match.`)
      else for (const finding of findings) context.stdout.line(`${review.path}: ${finding}`)
      return findings.length === 0 ? exitStatus.done : exitStatus.failed
    }),
}
