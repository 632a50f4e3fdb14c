import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { Connector } from '../contract.ts'
import classes from './connectors.module.css'

interface WaitingRatesProps {
  portalId: string
  connectors: readonly Connector[]
}

/** Money that shops' orders came in and that no rate is known for: one answer lets all of them in. */
export function WaitingRates({ portalId, connectors }: WaitingRatesProps) {
  const waiting = connectors.flatMap((connector) =>
    connector.waitingRates.map((one) => ({ connector, ...one })),
  )
  return waiting.map(({ connector, currency, deliveries }) => (
    <WaitingRate
      key={`${connector.id} ${currency}`}
      {...{ portalId, connectorId: connector.id, shop: connector.name, currency, deliveries }}
    />
  ))
}

interface WaitingRateProps {
  portalId: string
  connectorId: string
  shop: string
  currency: string
  deliveries: number
}

/** One currency of one shop. */
export function WaitingRate({ portalId, connectorId, shop, currency, deliveries }: WaitingRateProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [rate, setRate] = useState('')
  const [busy, setBusy] = useState(false)
  const plain = rate.trim().replace(',', '.')
  const send = async () => {
    setBusy(true)
    const answer = await api.connectors.answerRate({
      portalId,
      connectorId,
      currency,
      rate: plain,
    })
    setBusy(false)
    if (isFailure(answer))
      return toast(reasonOf(answer) ?? m['orders.connectors.failed'](), { kind: 'error' })
    toast(m['orders.connectors.rateAnswered']({ currency }))
    await router.invalidate()
  }
  return (
    <Notice kind="warning">
      <p>
        {m['orders.connectors.rateWaits']({
          name: shop,
          count: here().number(deliveries),
          currency,
        })}
      </p>
      <span className={classes.rate}>
        <TextField
          label={m['orders.connectors.rateOf']({ currency })}
          inputMode="decimal"
          value={rate}
          onChange={({ currentTarget }) => setRate(currentTarget.value)}
        />
        <Button
          busy={busy}
          disabled={!/^\d{1,6}(\.\d{1,8})?$/.test(plain) || Number(plain) === 0}
          onClick={send}
        >
          {m['orders.connectors.rateApply']()}
        </Button>
      </span>
    </Notice>
  )
}
