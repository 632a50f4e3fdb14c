import type { Locale } from '#platform/constants.ts'
import { type CsvMarks, toCsv } from '#platform/csv-out.ts'
import type { Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import type { Shares } from '../shares-contract.ts'
import type { Cost } from '../splits-contract.ts'
import { balancesOf, personText, type ShareWords, shareStatementPdf, thingName } from './pdf-shares.ts'
import { statementBetween } from './shares-between.ts'

const columns = [
  ...(['what', 'month', 'whole', 'share', 'earned', 'recouped', 'yours'] as const),
  ...(['cost', 'back', 'own', 'left'] as const),
]

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
    marks: CsvMarks
  },
) {
  const { f, t, format, locale, marks } = wish
  const shares = await statementBetween(tx, accountId, wish)
  const say: ShareWords = (key, params = {}) => words(`billing.shares.${key}`, locale, params)
  const name = `${say('file')}-${shares.payee.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${f}-${t}`
  if (format === 'pdf') {
    const content = await shareStatementPdf(shares, { f, t, locale, say })
    return { name: `${name}.pdf`, type: 'application/pdf', content }
  }
  return {
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csvOf(shares, { locale, say, marks }),
  }
}

function csvOf(
  { things, balance, persons }: Shares,
  { locale, say, marks }: { locale: Locale; say: ShareWords; marks: CsvMarks },
): string {
  const euros = (cents: number) => cents / 100
  const { month: monthName } = formats(locale)
  const line = (
    what: string,
    yours: number | '',
    more: Partial<Record<(typeof columns)[number], string | number>> = {},
  ) => columns.map((name) => (name === 'what' ? what : name === 'yours' ? yours : (more[name] ?? '')))
  // The column of what is due comes to its last row: costs stand in columns of their own.
  const rows = [
    ...(balance ? [line(say('opening'), euros(balance.openingCents))] : []),
    ...things.flatMap((thing) => [
      ...thing.months.map(({ month, shareBp, wholeCents, earnedCents, recoupedCents, ownRecoupedCents }) =>
        line(thingName(thing, locale), euros(earnedCents + recoupedCents), {
          ...{ month: monthName(month), whole: euros(wholeCents), earned: euros(earnedCents) },
          ...{ share: shareBp === null ? '' : shareBp / 100, own: euros(ownRecoupedCents) },
          recouped: euros(recoupedCents - ownRecoupedCents),
        }),
      ),
      ...thing.costs.map((cost) =>
        line(`${thingName(thing, locale)}: ${costText(cost, locale)}`, '', {
          ...{ month: cost.day, cost: euros(cost.amountCents), back: euros(cost.recoupedCents) },
          left: euros(cost.amountCents - cost.recoupedCents),
        }),
      ),
      ...balancesOf(thing).map(([kind, { openingCents, addedCents, recoupedCents, closingCents }]) =>
        line(`${thingName(thing, locale)}: ${say(`recoupment.${kind}`)}`, '', {
          ...{
            cost: euros(openingCents + addedCents),
            back: euros(recoupedCents),
            left: euros(closingCents),
          },
        }),
      ),
    ]),
    ...(balance?.payments ?? []).map(({ on, amountCents, reference }) =>
      line([say('payment'), reference].filter(Boolean).join(': '), euros(-amountCents), { month: on }),
    ),
    ...(balance ? [line(say('closing'), euros(balance.closingCents))] : []),
    ...persons.map((one) => line(personText(one, say), '', { left: euros(one.owedCents) })),
  ]
  return toCsv(
    rows,
    marks,
    columns.map((key) => say(`column.${key}`)),
  )
}

/** What a cost was for, and whose share alone it comes off. */
const costText = ({ description, party }: Cost, locale: Locale): string =>
  party ? `${description} (${words('billing.costs.offOne', locale, { account: party.name })})` : description
