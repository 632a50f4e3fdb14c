import type { Bill } from '../bill-shapes.ts'

type FiscalRecord = Bill['records'][number]

/** Has it a record that was answered, or that is not to be sent, and that still stands? */
export function mendable(records: readonly FiscalRecord[]): boolean {
  const last = records.findLast(({ kind }) => kind === 'alta')
  return last !== undefined && last.state !== 'waiting' && !annulled(records)
}

export const annulled = (records: readonly FiscalRecord[]): boolean =>
  records.some(({ kind, state }) => kind === 'anulacion' && state !== 'rejected')
