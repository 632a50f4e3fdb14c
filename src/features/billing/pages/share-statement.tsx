import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { balanceSteps, type CostBalance } from '../shares.ts'
import type { Shares } from '../shares-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { saveOrSay } from './save-or-say.ts'
import { ByFile } from './share-by-file.tsx'
import { subjectWord } from './split-words.ts'
import own from './splits.module.css'

const PaymentDialog = lazy(() => import('./share-payment-dialog.tsx'))

interface StatementProps {
  portalId: string
  f: string
  t: string
  shares: Shares
  /** Whose page it is. */
  account: { id: string; name: string }
  mayPay: boolean
  /** May who is here say who has the account's IBAN? */
  mayAllow: boolean
}

/** The statement between an account and one that pays it, or that it pays. */
export function ShareStatement({ portalId, f, t, shares, account, mayPay, mayAllow }: StatementProps) {
  const { money, date, month } = here()
  const [paying, setPaying] = useState<Paying>()
  const { payee, payer, things, balance, persons } = shares
  // Of several, who have the accounts now.
  const owedCents = persons[0]?.owedCents ?? balance?.closingCents ?? 0
  const pays = payer?.id === account.id
  const title = pays
    ? m['billing.shares.owed']({ payee: payee.name })
    : payer
      ? m['billing.shares.mine']({ payer: payer.name })
      : m['billing.shares.mineProvider']()
  const save = (format: 'csv' | 'pdf') =>
    saveOrSay(`/api/portal/${portalId}/shareStatement`, {
      ...{ payeeId: payee.id, f, t, format },
      ...(payer ? { payerId: payer.id } : {}),
    })
  return (
    <section className={own.statement} aria-label={title}>
      <div className={own.head}>
        <h2>{title}</h2>
        <span className="bl-buttons">
          {pays && mayPay && balance && owedCents > 0 ? (
            <Button size="sm" look="primary" onClick={() => setPaying({ owedCents })}>
              {m['billing.shares.pay']()}
            </Button>
          ) : undefined}
          <Button size="sm" onClick={() => save('csv')}>
            {m['billing.statement.csv']()}
          </Button>
          <Button size="sm" onClick={() => save('pdf')}>
            {m['billing.statement.pdf']()}
          </Button>
        </span>
      </div>
      {payer && !pays ? <ByFile {...{ portalId, payer, shares, mayAllow }} /> : undefined}
      {balance ? (
        <Line what={m['billing.shares.opening']()} amount={money(balance.openingCents)} />
      ) : undefined}
      {things.map((thing) => (
        <Frame
          key={`${thing.portal.id} ${thing.subject.productId} ${thing.subject.releaseId}`}
          title={`${thing.portal.name} · ${subjectWord(thing.subject)} · ${rateWord(thing.shareBp)}`}
        >
          <div className={classes.stack}>
            {thing.months.length === 0 ? (
              <p className={classes.quiet}>{m['billing.shares.nothing']()}</p>
            ) : (
              <DataTable
                label={thing.portal.name}
                rows={thing.months}
                rowKey={(one) => `${one.month} ${one.shareBp} ${one.wholeCents} ${one.earnedCents}`}
                columns={[
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
                  ...(thing.months.some(({ ownRecoupedCents }) => ownRecoupedCents !== 0)
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
                ]}
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
      ))}
      {balance?.payments.map(({ on, amountCents, reference }, at) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: payments are only ever added.
          key={at}
          what={[m['billing.shares.paidOn']({ day: date(on) }), reference].filter(Boolean).join(' · ')}
          amount={money(-amountCents)}
        />
      ))}
      {balance ? (
        <Line what={m['billing.shares.closing']()} amount={money(balance.closingCents)} />
      ) : undefined}
      <Persons persons={persons} onPay={pays && mayPay ? setPaying : undefined} />
      {paying ? (
        <Suspense>
          <PaymentDialog {...{ portalId, payee, ...paying }} onClose={() => setPaying(undefined)} />
        </Suspense>
      ) : undefined}
    </section>
  )
}

type Paying = { owedCents: number; series?: number; payerSeries?: number; name?: string }

/** Whose the balance is, where one of the accounts was somebody else's before. */
function Persons({
  persons,
  onPay,
}: {
  persons: Shares['persons']
  onPay: ((paying: Paying) => void) | undefined
}) {
  if (persons.length === 0) return undefined
  const { money } = here()
  return (
    <>
      <p className={classes.quiet}>{m['billing.shares.personsTitle']()}</p>
      {persons.map(({ payee, payer, series, payerSeries, present, owedCents }) => (
        <div key={`${series} ${payerSeries}`}>
          <Line
            what={(present ? m['billing.shares.person'] : m['billing.shares.personFormer'])({ payee, payer })}
            amount={money(owedCents)}
          />
          {onPay && !present && owedCents > 0 ? (
            <Button size="sm" onClick={() => onPay({ owedCents, series, payerSeries, name: payee })}>
              {m['billing.shares.payPerson']({ payee })}
            </Button>
          ) : undefined}
        </div>
      ))}
    </>
  )
}

type Month = Shares['things'][number]['months'][number]

/** A cost, whose share alone it comes off, and how far it has come back. */
function costWord(cost: Omit<Shares['things'][number]['costs'][number], 'id'>): string {
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

const Line = ({ what, amount }: { what: string; amount: string }) => (
  <p className={own.line}>
    <span>{what}</span>
    <b>{amount}</b>
  </p>
)
