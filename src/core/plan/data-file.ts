import type { Plan } from './plan'

/**
 * Path of the one file a plan's runs read and write: the app's own file in a target folder, the named file or device,
 * or nothing (also if no target is chosen yet). The name contains the plan's id, so two plans in one folder do not
 * share a file.
 */
export function dataFileOf(plan: Pick<Plan, 'id' | 'target'>): string | undefined {
  switch (plan.target.kind) {
    case 'none':
      return undefined
    case 'file':
    case 'device':
      return plan.target.path === '' ? undefined : plan.target.path
    case 'folder':
      return plan.target.path === '' ? undefined : joinPath(plan.target.path, `benchwright-${plan.id}.data`)
  }
}

/** Works for POSIX and Windows folders; core does not know which machine the path belongs to. */
function joinPath(folder: string, name: string): string {
  const separator = /^[A-Za-z]:\\|^\\\\/.test(folder) ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}
