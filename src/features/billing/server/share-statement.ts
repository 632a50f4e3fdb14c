import type { Locale } from '#platform/constants.ts'
import { toCsv } from '#platform/csv-out.ts'
import type { Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import type { Shares } from '../splits-contract.ts'
import { type ShareWords, shareStatementPdf, thingName } from './pdf-shares.ts'
import { statementBetween } from './shares-between.ts'

/** The statement of one account that shares, for itself or for who pays it. @throws NotFound for everybody else */
export async function shareStatement(
  tx: Tx,
  accountId: string,
  wish: {
    payeeId: string
    payerId?: string | undefined
    f: string
    t: string
    format: 'csv' | 'pdf'
    locale: Locale
  },
) {
  const { f, t, format, locale } = wish
  const shares = await statementBetween(tx, accountId, wish)
  const say: ShareWords = (key, params = {}) => words(`billing.shares.${key}`, locale, params)
  const name = `${say('file')}-${shares.payee.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${f}-${t}`
  if (format === 'pdf') {
    const content = await shareStatementPdf(shares, { f, t, locale, say })
    return { name: `${name}.pdf`, type: 'application/pdf', content }
  }
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content: csvOf(shares, locale, say) }
}

function csvOf({ things, balance }: Shares, locale: Locale, say: ShareWords): string {
  const euros = (cents: number) => cents / 100
  const { month: monthName } = formats(locale)
  const none = ['', '', '', '', '']
  const rows = [
    ...(balance ? [[say('opening'), ...none, euros(balance.openingCents)]] : []),
    ...things.flatMap((thing) => [
      ...thing.months.map(({ month, shareBp, wholeCents, earnedCents, recoupedCents }) => [
        ...[thingName(thing, locale), monthName(month), euros(wholeCents)],
        ...[shareBp === null ? '' : shareBp / 100, euros(earnedCents), euros(recoupedCents)],
        euros(earnedCents + recoupedCents),
      ]),
      ...thing.costs.map((cost) => [
        ...[`${thingName(thing, locale)}: ${cost.description}`, say('cost'), euros(cost.amountCents)],
        ...['', '', say('back'), euros(cost.recoupedCents)],
      ]),
    ]),
    ...(balance?.payments ?? []).map(({ on, amountCents, reference }) => [
      ...[say('payment'), on, reference ?? '', '', '', '', euros(-amountCents)],
    ]),
    ...(balance ? [[say('closing'), ...none, euros(balance.closingCents)]] : []),
  ]
  return toCsv(
    rows,
    ['what', 'month', 'whole', 'share', 'earned', 'recouped', 'yours'].map((key) => say(`column.${key}`)),
  )
}
