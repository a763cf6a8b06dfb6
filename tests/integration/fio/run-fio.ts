import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandRequest, EngineOutput } from '../../../src/core/engines/engine'
import type { EngineCommand } from '../../../src/core/engines/steps'

/** A separate folder for one test, and how to remove it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'benchwright-fio-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the real fio with a command of the app and waits for its end. */
export function runFio(folder: string, command: EngineCommand, request: CommandRequest): EngineOutput {
  for (const file of command.files) writeFileSync(join(folder, file.name), file.text, { mode: 0o600 })
  const outputPath = join(folder, 'output.json')
  rmSync(outputPath, { force: true })
  const result = spawnSync(command.program, command.args, { cwd: folder, encoding: 'utf8' })
  return {
    outputs: { 'output.json': existsSync(outputPath) ? readFileSync(outputPath, 'utf8') : undefined },
    exitCode: result.status ?? undefined,
    printed: `${result.stdout}${result.stderr}`,
    request,
  }
}
