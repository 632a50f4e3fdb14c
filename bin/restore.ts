import { restore } from '../src/platform/backup.ts'
import { runTool } from './run-tool.ts'

/** `npm run restore -- FOLDER`: a backup into an empty database and an empty folder of files. */
await runTool('npm run restore -- FOLDER', async (env, [folder]) => {
  if (!folder) return undefined
  const { files, madeAt } = await restore(env, folder)
  return `Restored the backup of ${madeAt}: ${Object.keys(files).length} files checked.`
})
