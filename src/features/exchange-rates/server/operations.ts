import { sql } from 'drizzle-orm'
import { inBulk } from '#platform/bulk.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { ask } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import * as contract from '../contract.ts'
import { eurosOf, rateDaysMax } from './daily-rates.ts'
import { type ReferenceRate, readEurofxref, UnreadableRates } from './eurofxref.ts'
import { keepRates } from './keep-rates.ts'
import { exchangeRate } from './table.ts'

const bytesMax = 20_000_000
/** How an archive begins: the bank's CSV comes in one. */
const zipMark = Buffer.from('PK\u0003\u0004')

export const operations = {
  listExchangeRates: handle(contract.listExchangeRates, ({ tx, now }, { day = todayPlus(now) }) =>
    ratesOn(tx, day),
  ),
  importExchangeRates: handle(
    contract.importExchangeRates,
    async ({ database, record }, _input, rates) => {
      const days = rates.map(({ day }) => day).sort()
      const span = { from: days[0] ?? '', to: days.at(-1) ?? '' }
      const changed = await inBulk(database, (bulk) => keepRates(bulk, rates))
      record({ after: { ...span, changed } })
      return { rates: rates.length, changed, ...span }
    },
    { before: ({ now }: OpenCall, { file }: { file: File }) => readFile(file, now) },
  ),
}

const span = {
  from: sql<string | null>`min(day)::text`,
  to: sql<string | null>`max(day)::text`,
}

/** Each currency's rate of the day, or of the last one before it that orders of the day would be counted at. */
async function ratesOn(tx: Tx, day: string) {
  const [known] = await ask(tx, span, (columns) => sql`select ${columns} from exchange_rate`)
  const found = await ask(
    tx,
    { currency: exchangeRate.currency, of: exchangeRate.day, perEuro: exchangeRate.perEuro },
    (columns) => sql`select distinct on (currency) ${columns} from exchange_rate
      where day <= ${day}::date and day >= ${day}::date - ${rateDaysMax}::int order by currency, day desc`,
  )
  const items = found.map(({ currency, of, perEuro }) => ({
    ...{ currency, day: of, perEuro },
    euros: eurosOf(perEuro).toFixed(),
  }))
  return { day, from: known?.from ?? null, to: known?.to ?? null, items }
}

async function readFile(file: File, now: Date): Promise<ReferenceRate[]> {
  const refused = (code: string, found = '') =>
    new Unprocessable({ file: { code: `exchangeRates.${code}`, params: { found } } })
  if (file.size > bytesMax) throw refused('tooLarge')
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.subarray(0, 4).equals(zipMark)) throw refused('zipped')
  try {
    return readEurofxref(bytes.toString('utf8'), now)
  } catch (error) {
    if (error instanceof UnreadableRates) throw refused(error.reason, error.found.slice(0, 60))
    throw error
  }
}
