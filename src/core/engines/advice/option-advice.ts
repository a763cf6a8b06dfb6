import type { Advice } from '../../plan/advice'
import { axisName } from '../../plan/levels/format-level'
import type { Plan } from '../../plan/plan'
import type { VersionGates } from '../versions'

/** A target whose name the engine would take for something else. `problem`: what is wrong with a path, as one sentence. */
export function targetNameAdvice(
  { target }: Plan,
  engine: string,
  problem: (path: string) => string | undefined,
): Advice | undefined {
  const text = target.kind === 'none' || target.path === '' ? undefined : problem(target.path)
  if (text === undefined) return undefined
  return {
    id: 'target-name',
    severity: 'error',
    text: `${engine} cannot be given this target. ${text}`,
    reason: 'The engine would not use the path that was checked. Choose a folder with a plainer name.',
    about: 'target',
  }
}

/** Parameters of a plan that the installed version lacks; `values` of a parameter may be options of their own. */
export function newerOptionAdvice(
  { base, axes }: Plan,
  engine: string,
  version: string | undefined,
  { supports, firstVersionOf }: VersionGates,
  values: readonly { readonly option: string; readonly about: string }[] = [],
): readonly Advice[] {
  const keys = new Set([...Object.keys(base), ...axes.map(({ key }) => key)])
  return [...[...keys].map((key) => ({ option: key, about: key })), ...values]
    .filter(({ option }) => !supports(version, option))
    .map(({ option, about }) => ({
      id: `option-newer-than-${engine.toLowerCase()}`,
      severity: 'error',
      text: `${axisName(option)} needs ${engine} ${firstVersionOf(option) ?? ''}; the installed version is ${version ?? 'unknown'}.`,
      about,
    }))
}
