import { inject } from 'vitest'
import type { Lane } from './setup.ts'

/** The program and the mails of the worker that runs this file. */
export function lane(): Lane {
  const own = inject('lanes')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!own) throw new Error('No program was started for this worker.')
  return own
}
