import { AppError, Unprocessable } from '#platform/errors.ts'
import { isGood, type JudgedRow } from './bulk-portals.ts'
import type { Maker } from './create-portal.ts'
import { makePortal } from './make-portal.ts'
import type { Making } from './occasions.ts'

/** The portals that were made, by the row of their draft. */
export type Made = Map<number, string>

/**
 * Makes the portals of the rows that nothing is wrong with; where somebody cannot be invited, their row gets the error
 * and its portal is not made.
 */
export async function makeRows(call: Making, maker: Maker, rows: readonly JudgedRow[]): Promise<Made> {
  const made: Made = new Map()
  for (const judged of rows.filter(isGood)) {
    const { row, draft, picture } = judged
    if (!draft) continue
    try {
      made.set(row, await call.tx.transaction((tx) => makePortal({ ...call, tx }, maker, draft, picture)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      Object.assign(judged.errors, error.fields ?? { name: { code: error.code, params: error.params } })
    }
  }
  return made
}

/**
 * Makes all of them or none.
 * @throws Unprocessable with the faults of every row, by the place of the row and the field: `list.3.code`.
 */
export async function makeAllRows(call: Making, maker: Maker, rows: readonly JudgedRow[], source: string) {
  const made = rows.every(isGood) ? await makeRows(call, maker, rows) : undefined
  if (made && rows.every(isGood)) return made
  throw new Unprocessable(
    Object.fromEntries(
      rows.flatMap(({ row, errors }) =>
        Object.entries(errors).map(([name, said]) => [`${source}.${row}.${name}`, said]),
      ),
    ),
  )
}
