import { useRouteContext } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Failure, isFailure } from '#client.ts'
import type { ShownProducts } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { meetNewer } from '#ui/meet-newer.ts'
import { toast } from '#ui/toast.tsx'

type Items = ShownProducts['items']

/**
 * Which products stand on the page, as one sees them. Each choice is saved at once, one after the other, from the version that
 * the one before made; what somebody else chose meanwhile is shown before anything is chosen again.
 */
export function useShownProducts(portalId: string, first: ShownProducts, onSaved: () => void) {
  const { api } = useRouteContext({ from: '__root__' })
  const [items, setItems] = useState(first.items)
  const latest = useRef(first)
  const queue = useRef(Promise.resolve())
  // How many choices were made, and up to which one they are void because one of them was refused.
  const [made, voided] = [useRef(0), useRef(0)]

  const take = (next: ShownProducts) => {
    latest.current = next
    setItems(next.items)
  }
  const refused = async (refusal: Failure | undefined, next: Items) => {
    const met = await meetNewer(refusal, {
      read: () => api.appearance.listShownProducts({ portalId }),
      valuesOf: ({ items }) => ({ items }),
      typed: () => ({ base: { items: latest.current.items }, mine: { items: next } }),
    })
    // What was pressed while that was read was pressed on what is no more.
    voided.current = made.current
    take(met?.newer ?? latest.current)
    toast(met ? m['appearance.products.newer']() : m['appearance.products.failed'](), { kind: 'error' })
    if (met) onSaved()
  }
  const send = async (next: Items, nth: number) => {
    if (nth <= voided.current) return
    const productIds = next.filter((item) => item.shown).map(({ id }) => id)
    const { version } = latest.current
    const saved = await api.appearance.updateShownProducts({ portalId, productIds }, { version })
    if (isFailure(saved)) return refused(saved, next)
    latest.current = saved
    if (nth === made.current) setItems(saved.items)
    onSaved()
  }
  const save = (next: Items) => {
    setItems(next)
    const nth = ++made.current
    queue.current = queue.current.then(() => send(next, nth))
  }
  return { items, total: latest.current.total, save }
}
