import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import type { Charge } from '../charges-contract.ts'
import type { ChargeFormat } from '../choices.ts'
import { mendable } from './bill-chain.ts'
import { BillRecords } from './bill-records.tsx'
import side from './bill-side.module.css'
import classes from './charges.module.css'
import { saveOrSay } from './save-or-say.ts'

const ChargeActs = lazy(() => import('./charge-acts.tsx'))

const papers = {
  facturae: m['billing.action.facturae'],
  xsig: m['billing.action.xsig'],
  verifactu: m['billing.action.verifactu'],
} as const

type Act = 'correct' | 'pay' | 'mend'

interface SideProps {
  charge: Charge
  mayManage: boolean
  mayDownload: boolean
}

/** What is open of it, what it was set against, and what can be done. */
export function ChargeSide({ charge, mayManage, mayDownload }: SideProps) {
  const { money } = here()
  const [act, setAct] = useState<Act>()
  const { corrects, correctedBy } = charge
  const back = charge.openCents < 0
  return (
    <>
      <div className={side.pay}>
        <span>{back ? m['billing.charges.toPayBack']() : m['billing.charges.toPay']()}</span>
        <b>{money(Math.abs(charge.openCents))}</b>
        <Settlements charge={charge} />
        {mayManage ? <ChargeButtons charge={charge} onAct={setAct} /> : undefined}
      </div>
      {corrects || correctedBy ? <CorrectionLinks charge={charge} /> : undefined}
      {mayDownload ? <Papers charge={charge} /> : undefined}
      {mayManage && charge.records.length > 0 ? <BillRecords records={charge.records} /> : undefined}
      {act ? (
        <Suspense>
          <ChargeActs act={act} charge={charge} onClose={() => setAct(undefined)} />
        </Suspense>
      ) : undefined}
    </>
  )
}

function ChargeButtons({ charge, onAct }: { charge: Charge; onAct: (act: Act) => void }) {
  const { openCents, corrects, correctedBy, records } = charge
  const back = openCents < 0
  return (
    <>
      {openCents !== 0 ? (
        <Button full look={back ? 'plain' : 'primary'} onClick={() => onAct('pay')}>
          {back ? m['billing.charges.payBack']() : m['billing.charges.pay']()}
        </Button>
      ) : undefined}
      {!corrects && !correctedBy ? (
        <Button full onClick={() => onAct('correct')}>
          {m['billing.charges.correct']()}
        </Button>
      ) : undefined}
      {mendable(records) ? (
        <Button full onClick={() => onAct('mend')}>
          {m['billing.action.mend']()}
        </Button>
      ) : undefined}
    </>
  )
}

const CorrectionLinks = ({ charge: { corrects, correctedBy } }: { charge: Charge }) => (
  <div className={side.links}>
    {[corrects, correctedBy].map((other, at) =>
      other ? (
        <ButtonLink key={other.id} size="sm" to="/billing/charges/$chargeId" params={{ chargeId: other.id }}>
          {(at === 0 ? m['billing.charges.corrects'] : m['billing.charges.correctedBy'])({
            number: other.number,
          })}
        </ButtonLink>
      ) : undefined,
    )}
  </div>
)

function Papers({ charge }: { charge: Charge }) {
  const save = (format: ChargeFormat) => saveOrSay(`/api/charge/${charge.id}/document`, { format })
  const formats = (['facturae', 'xsig', 'verifactu'] as const).filter(
    (format) => format !== 'xsig' || charge.signable,
  )
  return (
    <div className={side.links}>
      {formats.map((format) => (
        <Button key={format} size="sm" onClick={() => save(format)}>
          {papers[format]()}
        </Button>
      ))}
    </div>
  )
}

function Settlements({ charge }: { charge: Charge }) {
  const { money, date } = here()
  const { settlements, openCents } = charge
  return (
    <>
      {settlements.length > 0 ? (
        <ul className={classes.list} aria-label={m['billing.charges.setOff']()}>
          {settlements.map(({ day, amountCents, bill, charge: other }) => (
            <li key={`${day} ${bill?.id} ${other?.id} ${amountCents}`}>
              <span>
                <SettledWith bill={bill} other={other} back={charge.corrects !== null} />, {date(day)}
              </span>
              <b>{money(amountCents)}</b>
            </li>
          ))}
        </ul>
      ) : undefined}
      {openCents === 0 ? undefined : (
        <small>{openCents > 0 ? m['billing.charges.setOffNone']() : m['billing.charges.backNone']()}</small>
      )}
      <small>{m['billing.charges.law']()}</small>
    </>
  )
}

type Settlement = Charge['settlements'][number]

/** What it was set against, or who paid it. */
function SettledWith({
  bill,
  other,
  back,
}: {
  bill: Settlement['bill']
  other: Settlement['charge']
  back: boolean
}) {
  if (bill)
    return (
      <Link to="/billing/$billId" params={{ billId: bill.id }}>
        {m['billing.charges.withBill']({ number: bill.number })}
      </Link>
    )
  if (other)
    return (
      <Link to="/billing/charges/$chargeId" params={{ chargeId: other.id }}>
        {m['billing.charges.withCharge']({ number: other.number })}
      </Link>
    )
  return back ? m['billing.charges.byProvider']() : m['billing.charges.byAccount']()
}
