import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import type { PrivacyRequest, Shop } from '../contract.ts'
import classes from './shop-state.module.css'

/** What the shop asked about its customers' data: handed over by somebody, or forgotten by itself. */
export function ShopPrivacy({ portalId, shop }: { portalId: string; shop: Shop }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  if (shop.privacy.length === 0) return undefined
  const at = (requestId: string) => ({ portalId, connectorId: shop.id, requestId })
  const take = async (id: string) => {
    const fault = await downloadFrom(`/api/portal/${portalId}/shop/${shop.id}/privacy/${id}/file`, {})
    if (fault) toast(fault === true ? m['shops.failed']() : fault, { kind: 'error' })
  }
  const finish = async (id: string) => {
    const done = await api.shops.finishPrivacyRequest(at(id))
    if (isFailure(done)) return toast(reasonOf(done) ?? m['shops.failed'](), { kind: 'error' })
    toast(m['shops.privacy.finished']())
    await router.invalidate()
  }
  return (
    <section>
      <p>{m['shops.privacy.title']()}</p>
      <ul className={classes.steps}>
        {shop.privacy.map((one) => (
          <li key={one.id}>
            <span>{wordsOf(one)}</span>
            {one.kind === 'data' && !one.doneAt ? (
              <span className={classes.buttons}>
                <Button size="sm" onClick={() => take(one.id)}>
                  {m['shops.privacy.download']()}
                </Button>
                <Button size="sm" onClick={() => finish(one.id)}>
                  {m['shops.privacy.finish']()}
                </Button>
              </span>
            ) : undefined}
          </li>
        ))}
      </ul>
    </section>
  )
}

function wordsOf({ kind, reference, orders, askedAt, doneAt }: PrivacyRequest): string {
  const { dateTime, number } = here()
  const said = { reference, count: number(orders), at: dateTime(doneAt ?? askedAt) }
  if (kind === 'data') return doneAt ? m['shops.privacy.handedOver'](said) : m['shops.privacy.asked'](said)
  return kind === 'customer' ? m['shops.privacy.customer'](said) : m['shops.privacy.shop'](said)
}
