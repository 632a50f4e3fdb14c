import type { OperationMeta } from '#platform/operation.ts'
import {
  keys,
  type MatrixActor,
  matrixActors,
  type matrixOperations,
  pendingActors,
  spies,
} from './access.ts'
import type { AccessMatrix } from './access-matrix.ts'

export interface Mutant {
  name: string
  /** What the matrix finds while the guard is out; undefined would mean that nobody noticed. */
  difference: (matrix: AccessMatrix) => Promise<string | undefined>
}

type Operation = (typeof matrixOperations)[number]

/** Every guard of an operation, taken out by itself: access, scope, second factor, API key, spying. */
export function mutantsOf({ fullName, contract }: Operation): Mutant[] {
  const { meta } = contract['~orpc']
  // Who one is can only be told of a session: that verb would refuse by itself.
  if (meta.access === 'public' || fullName === 'account.session') return []
  const mutant = (without: string, change: Partial<OperationMeta>, actors?: readonly MatrixActor[]) => ({
    name: `${fullName} without ${without}`,
    difference: async (matrix: AccessMatrix) => {
      const promised = { ...meta }
      try {
        Object.assign(meta, change)
        return await matrix.difference(contract, promised, actors ?? matrixActors)
      } finally {
        for (const name of Object.keys(change)) Reflect.deleteProperty(meta, name)
        Object.assign(meta, promised)
      }
    },
  })
  const reads = meta.access === 'reader' || (typeof meta.access === 'object' && 'reader' in meta.access)
  const open = meta.access === 'signedIn' || reads ? 'public' : 'signedIn'
  const mutants = [mutant('its guard', { access: open })]
  if (meta.scope === 'portal' || meta.scope === 'row') mutants.push(mutant('its scope', { scope: 'none' }))
  const waiting = Object.keys(pendingActors) as (keyof typeof pendingActors)[]
  // Who owes the second factor: a member for the code, super staff for setting it up.
  const owed = waiting.filter((actor) => !meta.pending?.includes(pendingActors[actor]))
  if (owed.length > 0)
    mutants.push(mutant('asking for the second factor', { pending: ['code', 'enrol'] }, owed))
  // No key is super: such calls refuse it twice.
  if (!meta.apiKey && meta.access !== 'super')
    mutants.push(mutant('minding API keys', { apiKey: true }, Object.keys(keys) as MatrixActor[]))
  const refusesSpies = !(meta.spy ?? (meta.access !== 'signedIn' || meta.read === true))
  if (refusesSpies) mutants.push(mutant('minding spies', { spy: true }, Object.keys(spies) as MatrixActor[]))
  return mutants
}
