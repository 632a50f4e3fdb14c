import { parseArgs } from 'node:util'
import { buildIfStale, compileMessages } from './build-steps.ts'

/** Everything anew, or only what is stale, or of that only the words. */
const { values: only } = parseArgs({
  options: { stale: { type: 'boolean' }, words: { type: 'boolean' }, beside: { type: 'boolean' } },
})

if (only.words) await compileMessages()
else await buildIfStale({ force: !only.stale })
