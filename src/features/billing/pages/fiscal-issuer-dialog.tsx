import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { FiscalIssuer } from '../fiscal-contract.ts'
import classes from './bill-side.module.css'
import { eventNames, modeNames, modeTexts } from './fiscal-words.ts'

interface IssuerProps {
  of: FiscalIssuer
  /** Only super staff choose a mode. */
  mayChange: boolean
  onAct: (what: 'mode' | 'export') => void
  onClose: () => void
}

/** One issuer: its mode and what it means, its chain recomputed, its log, and what can be done. */
export default function FiscalIssuerDialog({ of, mayChange, onAct, onClose }: IssuerProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [checking, setChecking] = useState(false)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string }>()
  const { answer: log, retry } = useAnswer(
    of.events > 0 ? () => api.billing.listFiscalEvents({ issuerTaxId: of.taxId }) : undefined,
    of.taxId,
  )
  const { date, dateTime } = here()
  const check = async () => {
    setChecking(true)
    const found = await api.billing.checkFiscalChain({ issuerTaxId: of.taxId })
    setChecking(false)
    if (isFailure(found)) return setSaid({ kind: 'error', text: m['billing.failed']() })
    const { records, events, anomalies } = found
    setSaid(
      anomalies.length > 0
        ? { kind: 'error', text: m['billing.fiscal.checkedWrong']({ count: anomalies.length }) }
        : { kind: 'success', text: m['billing.fiscal.checked']({ records, events }) },
    )
    retry()
    await router.invalidate()
  }
  return (
    <Dialog label={of.name} size={560} onClose={onClose}>
      <DialogParts title={of.name} text={`${of.taxId} · ${modeNames[of.mode]()}`}>
        <p>{modeTexts[of.mode]()}</p>
        {of.boundUntil ? <p>{m['billing.fiscal.bound']({ day: date(of.boundUntil) })}</p> : undefined}
        {said ? <Notice kind={said.kind}>{said.text}</Notice> : undefined}
        <div className={classes.links}>
          {mayChange ? (
            <Button size="sm" onClick={() => onAct('mode')}>
              {m['billing.fiscal.change']()}
            </Button>
          ) : undefined}
          <Button size="sm" busy={checking} onClick={check}>
            {m['billing.fiscal.check']()}
          </Button>
          {of.records > 0 ? (
            <Button size="sm" onClick={() => onAct('export')}>
              {m['billing.fiscal.export']()}
            </Button>
          ) : undefined}
        </div>
        {log && !isFailure(log) ? (
          <section>
            <h3>{m['billing.fiscal.log']()}</h3>
            <ol className={classes.records}>
              {log.items.map((event) => (
                <li key={event.sequence}>
                  <b>{eventNames[event.type]()}</b>
                  <small>{dateTime(event.generatedAt)}</small>
                  <code title={event.hash}>
                    {m['billing.records.hash']({ hash: event.hash.slice(0, 16) })}
                  </code>
                </li>
              ))}
            </ol>
            {log.total > log.items.length ? <small>{m['billing.fiscal.more']()}</small> : undefined}
          </section>
        ) : undefined}
        <DialogActions>
          <Button onClick={onClose}>{m['billing.fiscal.close']()}</Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
