import { inject } from 'vitest'
import { copyFolder } from './program.ts'
import type { Lane } from './setup.ts'

/** The program and the mails of the worker that runs this file. */
export function lane(): Lane {
  const own = inject('lanes')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!own) throw new Error('No program was started for this worker.')
  return own
}

/** A world of its own for a program that a file starts with other settings. */
export const freshWorld = () => copyFolder(inject('journeyWorld'))
