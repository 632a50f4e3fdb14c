import type { Implementation } from './handle.ts'

const known = new Map<string, Implementation>()

/** Every operation with what runs it, for those few that run others; filled when the program starts. */
export const nameOperations = (all: readonly (Implementation & { fullName: string })[]) => {
  for (const { fullName, ...implementation } of all) known.set(fullName, implementation)
}

export const operationNamed = (fullName: string): Implementation | undefined => known.get(fullName)
