import type { Answer, Row } from '../contract.ts'

/**
 * Rows of places as far as it is known where visits came from: where there were some and none of them told its place, a
 * place has no figure of visits rather than nought.
 */
export function placedVisits(rows: readonly Row[], totals: Answer['totals']): readonly Row[] {
  const told = rows.some(({ name, visits }) => name !== '' && Number(visits) > 0)
  if (told || !(Number(totals.visits) > 0)) return rows
  return rows.map((row) => (row.name === '' ? row : { ...row, visits: null }))
}
