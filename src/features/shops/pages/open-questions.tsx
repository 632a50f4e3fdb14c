import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { WaitingRate } from '#features/connectors/pages/waiting-rates.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { OpenQuestions as Questions } from '../contract.ts'
import classes from './shop-state.module.css'

interface OpenQuestionsProps {
  questions: Questions
  /** Of several portals: then each says whose it is. */
  several: boolean
}

/** What shops told that waits for a word: money without a rate, makers without a portal. An answer takes the past along. */
export function OpenQuestions({ questions: { rates, vendors }, several }: OpenQuestionsProps) {
  if (rates.length + vendors.length === 0) return undefined
  return (
    <div className={classes.questions}>
      {rates.map(({ portal, shop, ...rate }) => (
        <WaitingRate
          key={`${rate.connectorId} ${rate.currency}`}
          {...rate}
          shop={several ? m['shops.questions.shopOf']({ shop, portal }) : shop}
        />
      ))}
      {vendors.map((one) => (
        <VendorQuestion key={`${one.connectorId} ${one.vendor}`} {...one} />
      ))}
    </div>
  )
}

function VendorQuestion({
  portalId,
  portal,
  connectorId,
  shop,
  vendor,
  products,
  netCents,
  proposedId,
  targets,
}: Questions['vendors'][number]) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [targetId, setTargetId] = useState('')
  const [busy, setBusy] = useState(false)
  const { number, money } = here()
  const place = async (chosen: string) => {
    setBusy(true)
    const placed = await api.shops.placeVendor({ portalId, connectorId, vendor, targetId: chosen })
    setBusy(false)
    if (isFailure(placed)) return toast(reasonOf(placed) ?? m['shops.failed'](), { kind: 'error' })
    toast(m['shops.questions.placed']({ vendor }))
    await router.invalidate()
  }
  const proposed = targets.find(({ id }) => id === proposedId)
  return (
    <Notice kind="warning">
      <p>
        {m['shops.questions.vendor']({
          ...{ vendor, shop, portal },
          products: number(products),
          net: money(netCents),
        })}
      </p>
      <span className={classes.question}>
        {proposed ? (
          <Button look="primary" busy={busy} onClick={() => place(proposed.id)}>
            {m['shops.questions.isOf']({ portal: proposed.name })}
          </Button>
        ) : undefined}
        <SelectField
          label={m['shops.questions.whose']()}
          value={targetId}
          options={[
            { value: '', label: m['shops.questions.choose']() },
            ...targets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => setTargetId(currentTarget.value)}
        />
        <Button busy={busy} disabled={targetId === ''} onClick={() => place(targetId)}>
          {m['shops.questions.place']()}
        </Button>
        <Button busy={busy} onClick={() => place(portalId)}>
          {m['shops.questions.stays']({ portal })}
        </Button>
      </span>
    </Notice>
  )
}
