import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Engine } from '../engine'

/** Whether the engine's program is there and new enough. */
export function engineAdvice(engine: Engine, environment: PlanEnvironment): readonly Advice[] {
  const { name, install, oldestVersion } = engine.description
  const how = `On Debian and Ubuntu: ${install.debian}. On Fedora: ${install.fedora}. On Arch: ${install.arch}. On macOS: ${install.macos}.`
  if (environment.engineState === 'missing') {
    return [
      {
        id: 'engine-missing',
        severity: 'error',
        text: `${name} was not found.`,
        reason: how,
        about: 'engine',
      },
    ]
  }
  if (environment.engineState === 'too-old') {
    return [
      {
        id: 'engine-too-old',
        severity: 'error',
        text: `${name} ${environment.engineVersion ?? ''} is too old; ${oldestVersion} is the oldest that works.`,
        reason: how,
        about: 'engine',
      },
    ]
  }
  return []
}
