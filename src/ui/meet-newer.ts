import { type Change, changeOf, type Failure, failureCode, isFailure, type Result } from '#client.ts'
import { type Met, meet } from './met-edits.ts'

/** Two edits of one thing, and who made the other one. */
export interface Meeting<V> {
  met: Met<V>
  change: Change | undefined
}

interface Sides<V, Entity> {
  /** Reads what is there by now. */
  read: () => Promise<Result<Entity>>
  valuesOf: (entity: Entity) => V
  /** What the edit began with and what it has come to, once the newer version is here. */
  typed: () => { base: V; mine: V }
}

/**
 * For what is saved without leaving its page: an edit that was refused as outdated meets the newer version. Undefined for
 * any other refusal, and where the newer version cannot be read: both are failures like others.
 */
export async function meetNewer<V extends object, Entity>(
  refusal: Failure | undefined,
  { read, valuesOf, typed }: Sides<V, Entity>,
): Promise<{ newer: Entity; meeting: Meeting<V> } | undefined> {
  if (failureCode(refusal) !== 'stale') return undefined
  const newer = await read()
  if (isFailure(newer)) return undefined
  const { base, mine } = typed()
  return { newer, meeting: { met: meet(base, mine, valuesOf(newer)), change: changeOf(refusal) } }
}
