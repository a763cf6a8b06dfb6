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
      else if (findings.length === 0) context.stdout.write(`${review.path}: all checksums match.\n`)
      else context.stdout.write(findings.map((finding) => `${review.path}: ${finding}\n`).join(''))
      return findings.length === 0 ? exitStatus.done : exitStatus.failed
    }),
}
