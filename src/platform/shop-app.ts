import type { Env } from './env.ts'

/** Backline as shops of Shopify know it. */
export interface ShopifyApp {
  clientId: string
  clientSecret: string
  /** Where a shop answers: `https://{shop}`. */
  address: string
}

/** The app by which shops of Shopify are connected, where the settings name one. */
export const shopifyApp = (env: Env): ShopifyApp | undefined =>
  env.SHOPIFY_CLIENT_ID && env.SHOPIFY_CLIENT_SECRET
    ? {
        clientId: env.SHOPIFY_CLIENT_ID,
        clientSecret: env.SHOPIFY_CLIENT_SECRET,
        address: env.SHOPIFY_ADDRESS,
      }
    : undefined
