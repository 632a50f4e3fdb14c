import { m } from '#paraglide/messages.js'
import type { ConnectorKind, DeliveryState } from '../choices.ts'

export const kindOptions = (): { value: ConnectorKind; label: string }[] => [
  { value: 'shopify', label: 'Shopify' },
  { value: 'woocommerce', label: 'WooCommerce' },
  { value: 'printful', label: 'Printful' },
]
export const kindWord = (kind: ConnectorKind) =>
  kindOptions().find(({ value }) => value === kind)?.label ?? kind

/** Where the shop wants its address and secret written. */
export function kindHelp(kind: ConnectorKind): string {
  if (kind === 'shopify') return m['orders.connectors.help.shopify']()
  if (kind === 'woocommerce') return m['orders.connectors.help.woocommerce']()
  return m['orders.connectors.help.printful']()
}

/** A delivery's state with its mark. */
export function deliveryState(state: DeliveryState) {
  const marks = {
    waiting: 'review',
    done: 'live',
    ignored: 'paused',
    test: 'draft',
    failed: 'broken',
  } as const
  const words = {
    waiting: m['orders.delivery.state.waiting'],
    done: m['orders.delivery.state.done'],
    ignored: m['orders.delivery.state.ignored'],
    test: m['orders.delivery.state.test'],
    failed: m['orders.delivery.state.failed'],
  }
  return { mark: marks[state], word: words[state]() }
}
