import { join } from 'node:path'

/** Where the embedded database lies in `DATA_DIR`. Here, because a start asks before it loads what opens one. */
export const databaseIn = (folder: string) => join(folder, 'database')
