import { expect } from 'vitest'
import type { Result } from '#client.ts'
import { ok } from './as.ts'

interface Page<T> {
  items: T[]
  total: number
}

/** Every row of a list, page by page: as many as it says there are, and none twice. */
export async function everyRow<T, Q extends object>(
  list: (query: Q & { page: number }) => Promise<Result<Page<T>>>,
  query: Q,
): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { items, total } = ok(await list({ ...query, page, pageSize: 250 }))
    found.push(...items)
    if (items.length > 0 && found.length < total) continue
    expect(found).toHaveLength(total)
    expect(new Set(found.map((row) => JSON.stringify(row))).size).toBe(total)
    return found
  }
}

/** Texts as they are compared where they are searched: without accents and capitals. */
export const plain = (text: string | null | undefined) =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
export const holds = (text: string | null | undefined, q: string) => plain(text).includes(plain(q))

/** What each filter of a list means, said once more. */
export type Meanings<Q, T> = { [K in keyof Q]-?: (value: NonNullable<Q[K]>, row: T) => boolean }

/**
 * Asks each of the filters, and every two different ones together: what is found is what they leave of all rows, in the
 * order of all rows. Some rows are inside of each filter, and some outside, so that one that does nothing is seen.
 */
export async function expectFilters<T extends { id: string }, Q extends object>(
  rows: readonly T[],
  values: readonly Q[],
  means: Meanings<Q, T>,
  ask: (query: Q) => Promise<T[]>,
): Promise<void> {
  const leaves = (query: Q) => (row: T) =>
    Object.entries(query).every(([name, value]) =>
      (means[name as keyof Q] as (value: unknown, row: T) => boolean)(value, row),
    )
  const nameOf = (query: Q) => Object.keys(query)[0]
  for (const [at, one] of values.entries()) {
    const others = values.slice(at + 1).filter((other) => nameOf(other) !== nameOf(one))
    for (const query of [one, ...others.map((other) => ({ ...one, ...other }))]) {
      const wanted = rows.filter(leaves(query)).map(({ id }) => id)
      expect([query, (await ask(query)).map(({ id }) => id)]).toEqual([query, wanted])
    }
  }
}

/** Of which values of filters everything or nothing is left, and so nothing is seen. */
export const saysNothing = <T, Q extends object>(
  rows: readonly T[],
  values: readonly Q[],
  means: Meanings<Q, T>,
): Q[] =>
  values.filter((query) => {
    const [[name, value] = ['', '']] = Object.entries(query)
    const left = rows.filter((row) =>
      (means[name as keyof Q] as (value: unknown, row: T) => boolean)(value, row),
    ).length
    return left === 0 || left === rows.length
  })
