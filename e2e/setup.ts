import type { TestProject } from 'vitest/node'
import { startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

/** One program for all journeys; each makes what it changes. */
export default async function setup(project: TestProject) {
  const program = await startProgram(45)
  project.provide('origin', program.origin)
  return program.stop
}
