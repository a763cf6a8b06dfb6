import { exportFigures } from '../bench/transfer/export-figures'
import type { ExportPreset } from '../bench/transfer/export-look'
import type { ReviewReader } from '../bench/store/review-store'
import { exitStatus, printJson, type CommandContext, type ExitStatus } from './command'

/** Writes every saved figure into a folder and tells what became of them; Ctrl-C ends it and removes what it wrote. */
export async function exportAll(
  review: ReviewReader,
  folder: string,
  preset: ExportPreset | undefined,
  asJson: boolean,
  context: CommandContext,
): Promise<ExitStatus> {
  const { stdout, stderr, signal } = context
  const done = await exportFigures(review, {
    folder,
    preset,
    signal,
    onProgress: ({ done: count, total, name }) => {
      if (stderr.isTTY && name !== '') stderr.line(`${count + 1} of ${total}: ${name}`)
    },
  })
  for (const { name, message } of done.failures) stderr.line(`note: ${name}: ${message}`)
  if (asJson) printJson(context, done)
  else if (done.index !== undefined) stdout.line(done.index)
  else stderr.line('benchwright: The export was cancelled; nothing is left of it.')
  return done.index === undefined || done.failures.length > 0 ? exitStatus.failed : exitStatus.done
}
