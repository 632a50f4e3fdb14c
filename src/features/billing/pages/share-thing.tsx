import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { balanceSteps, type CostBalance } from '../shares.ts'
import type { Shares } from '../shares-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { saveOrSay } from './save-or-say.ts'
import { subjectWord } from './split-words.ts'
import own from './splits.module.css'

type Thing = Shares['things'][number]
type Month = Thing['months'][number]

function columnsOf(months: readonly Month[]): Column<Month>[] {
  const { money, month } = here()
  return [
    {
      id: 'month',
      title: m['billing.shares.column.month'](),
      phone: 'main',
      cell: (one) => month(one.month),
    },
    {
      id: 'whole',
      title: m['billing.shares.column.whole'](),
      numeric: true,
      cell: ({ wholeCents }) => money(wholeCents),
    },
    {
      id: 'share',
      title: m['billing.shares.column.share'](),
      numeric: true,
      phone: 'detail',
      cell: ({ shareBp }) => (shareBp === null ? '' : rateWord(shareBp)),
    },
    {
      id: 'earned',
      title: m['billing.shares.column.earned'](),
      numeric: true,
      cell: ({ earnedCents }) => money(earnedCents),
    },
    {
      id: 'recouped',
      title: m['billing.shares.column.recouped'](),
      numeric: true,
      phone: 'status',
      cell: ({ recoupedCents, ownRecoupedCents }) => (
        <>
          <span className={own.desk}>{money(recoupedCents - ownRecoupedCents)}</span>
          <span className={own.phone}>{money(recoupedCents)}</span>
        </>
      ),
    },
    ...(months.some(({ ownRecoupedCents }) => ownRecoupedCents !== 0)
      ? [
          {
            id: 'own',
            title: m['billing.shares.column.own'](),
            numeric: true,
            cell: ({ ownRecoupedCents }: Month) => money(ownRecoupedCents),
          },
        ]
      : []),
    {
      id: 'yours',
      title: m['billing.shares.column.yours'](),
      numeric: true,
      phone: 'amount',
      cell: ({ earnedCents, recoupedCents }) => <b>{money(earnedCents + recoupedCents)}</b>,
    },
  ]
}

/** What one product or release brought month by month, what its costs took back, and what is left of them. */
export function ShareThing({ portalId, thing }: { portalId: string; thing: Thing }) {
  const { money } = here()
  return (
    <Frame title={`${thing.portal.name} · ${subjectWord(thing.subject)} · ${rateWord(thing.shareBp)}`}>
      <div className={classes.stack}>
        {thing.months.length === 0 ? (
          <p className={classes.quiet}>{m['billing.shares.nothing']()}</p>
        ) : (
          <DataTable
            label={thing.portal.name}
            rows={thing.months}
            rowKey={(one) => `${one.month} ${one.shareBp} ${one.wholeCents} ${one.earnedCents}`}
            columns={columnsOf(thing.months)}
          />
        )}
        {thing.costs.map(({ id, ...cost }) => (
          <p key={id} className={classes.quiet}>
            {costWord(cost)}{' '}
            <Button size="sm" onClick={() => saveOrSay(`/api/portal/${portalId}/cost/${id}/file`)}>
              {m['billing.costs.open']()}
            </Button>
          </p>
        ))}
        <Left what={m['billing.shares.recoupment.whole']()} balance={thing.balances.whole} />
        <Left what={m['billing.shares.recoupment.own']()} balance={thing.balances.own} />
        <Line what={m['billing.shares.sum']()} amount={money(thing.earnedCents + thing.recoupedCents)} />
      </div>
    </Frame>
  )
}

/** A cost, whose share alone it comes off, and how far it has come back. */
function costWord(cost: Omit<Thing['costs'][number], 'id'>): string {
  const { money, date } = here()
  const { description, day, amountCents, recoupedCents, party } = cost
  const of = { what: description, day: date(day), amount: money(amountCents), back: money(recoupedCents) }
  return party
    ? m['billing.shares.costLineOne']({ ...of, account: party.name })
    : m['billing.shares.costLine'](of)
}

const steps = {
  opening: m['billing.shares.recoupment.opening'],
  added: m['billing.shares.recoupment.added'],
  withdrawn: m['billing.shares.recoupment.withdrawn'],
  recouped: m['billing.shares.recoupment.recouped'],
  returned: m['billing.shares.recoupment.returned'],
}

/** What is left of costs, and how that came about. */
function Left({ what, balance }: { what: string; balance: CostBalance | null }) {
  if (!balance) return
  const { money } = here()
  const told = balanceSteps(balance).map(([step, cents]) => steps[step]({ amount: money(cents) }))
  return (
    <div>
      <p className={classes.quiet}>
        {what}: {told.join(', ')}.
      </p>
      <Line what={m['billing.shares.recoupment.left']()} amount={money(balance.closingCents)} />
    </div>
  )
}

/** An amount and what it is. */
export const Line = ({ what, amount }: { what: string; amount: string }) => (
  <p className={own.line}>
    <span>{what}</span>
    <b>{amount}</b>
  </p>
)
