import { backUp } from '../src/platform/backup.ts'
import { runTool } from './run-tool.ts'

/** `npm run backup -- FOLDER`: the database and the uploaded files, with checksums, into a new folder. */
await runTool('npm run backup -- FOLDER', async (env, [folder]) => {
  if (!folder) return undefined
  const { files } = await backUp(env, folder)
  return `Backed up ${Object.keys(files).length} files to ${folder}.`
})
