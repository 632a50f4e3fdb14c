import type { Step } from './run.ts'
import { ShopError } from './shopify-call.ts'
import { registerMutation, webhooksQuery } from './shopify-queries.ts'

/** An order that is changed, shipped, refunded or cancelled is updated. */
const topics = ['ORDERS_CREATE', 'ORDERS_UPDATED', 'APP_UNINSTALLED']

/** Has the shop tell us from now on. Looked at again each time: Shopify takes out what did not answer for some hours. */
export const registerWebhooks: Step = async ({ appOrigin }, run, ask) => {
  const uri = `${appOrigin}/api/webhooks/shopify/${run.connectorId}`
  const { webhookSubscriptions } = await ask<{
    webhookSubscriptions: { nodes: { topic: string; uri: string }[] }
  }>(webhooksQuery)
  for (const topic of topics) {
    if (webhookSubscriptions.nodes.some((one) => one.topic === topic && one.uri === uri)) continue
    const { webhookSubscriptionCreate: made } = await ask<{
      webhookSubscriptionCreate: { userErrors: { message: string }[] } | null
    }>(registerMutation, { topic, uri })
    const [fault] = made?.userErrors ?? []
    if (fault && !/already been taken/.test(fault.message))
      throw new ShopError('refused', undefined, fault.message)
  }
  return { cursor: null, looked: topics.length, total: topics.length, keep: async () => 0 }
}
