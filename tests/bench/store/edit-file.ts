import { DatabaseSync } from '@photostructure/sqlite'

/** Changes a results file behind the program's back, as another program or a stranger would. */
export function editFile(path: string, edit: (database: InstanceType<typeof DatabaseSync>) => void): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    edit(database)
  } finally {
    database.close()
  }
}
