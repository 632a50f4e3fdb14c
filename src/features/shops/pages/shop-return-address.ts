import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'

/** The state names the portal that the shop was wanted for. */
export const portalIn = (state: string) => {
  const [portalId = ''] = state.split('.')
  return isUuid(portalId) ? portalId : undefined
}

export const returnHead = () => ({
  meta: [{ title: `${m['shops.return.title']()} · Backline` }, { name: 'referrer', content: 'no-referrer' }],
})

/** What a shop of Shopify sends people back with. */
export const shopifyAnswer = ({ answer }: Record<string, unknown>): { answer?: string } =>
  typeof answer === 'string' ? { answer } : {}

export interface WooCommerceAnswer {
  success?: string
  /** The state, by the name that the shop gives it. */
  user_id?: string
}

/** What a shop of WooCommerce sends people back with: the state, and whether they agreed. */
export const wooCommerceAnswer = ({ success, user_id }: Record<string, unknown>): WooCommerceAnswer => ({
  ...(typeof user_id === 'string' ? { user_id } : {}),
  ...(success === undefined ? {} : { success: String(success) }),
})
