import type { Bill } from '#features/billing/bill-shapes.ts'
import { makeWorld } from '#testing/world.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'
import { emptyPostgres } from './memory-world.ts'
import { Books } from './papers-books.ts'
import { rawOf } from './papers-raw.ts'
import { lists, payments, shares, withheld } from './papers-sums.ts'

/**
 * Promise 19 on paper: every bill, payment file, statement of shares and summary of the demo, two years of it, worked out from raw rows
 * and held against screens, both languages' PDF, CSV, both XMLs and the file for the bank.
 */
export async function run(): Promise<DrillLine[]> {
  const world = await emptyPostgres()
  const promise = '19 papers against raw rows'
  if (!world) return [{ promise, figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  try {
    await makeWorld(world.database, { size: 'demo' })
    const books = new Books(world.database)
    const app = programOn(world.database)
    const cookie = await cookieOf(world.database, 'super')
    const read = async <T>(path: string) =>
      JSON.parse((await ask(app, path, { method: 'GET', cookie })).text) as T
    const raw = await rawOf(world.database)
    await books.lines(raw, (id) => read<Bill>(`/bill/${id}`))
    await payments(books, read)
    await shares(books, raw, read)
    await withheld(books, read)
    await lists(books, read)
    for (const fault of books.faults.slice(0, 40)) console.log(fault)
    return [
      {
        promise,
        figure: 'each bill, remittance, share and summary of the demo, to the cent',
        result: `${books.bills} bills, ${books.compared} comparisons, ${books.faults.length} differences`,
        ok: books.bills > 0 && books.faults.length === 0,
      },
    ]
  } finally {
    await world.stop()
  }
}
