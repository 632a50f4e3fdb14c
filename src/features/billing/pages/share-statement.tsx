import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import type { Shares } from '../shares-contract.ts'
import classes from './billing.module.css'
import { saveOrSay } from './save-or-say.ts'
import { ByFile } from './share-by-file.tsx'
import { Line, ShareThing } from './share-thing.tsx'
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
  const { money, date } = here()
  const [paying, setPaying] = useState<Paying>()
  const { payee, payer, things, balance, persons } = shares
  const owedCents = owedNow(shares)
  const pays = payer?.id === account.id
  const title = pays ? m['billing.shares.owed']({ payee: payee.name }) : ownTitle(payer)
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
        <ShareThing
          key={`${thing.portal.id} ${thing.subject.productId} ${thing.subject.releaseId}`}
          portalId={portalId}
          thing={thing}
        />
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

/** Of several, who have the accounts now. */
const owedNow = ({ persons, balance }: Shares): number => persons[0]?.owedCents ?? balance?.closingCents ?? 0

const ownTitle = (payer: Shares['payer']): string =>
  payer ? m['billing.shares.mine']({ payer: payer.name }) : m['billing.shares.mineProvider']()

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
