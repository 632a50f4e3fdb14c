import type { Env } from './env.ts'

/** Backline as shops of Shopify know it. */
export interface ShopifyApp {
  clientId: string
  clientSecret: string
  /** Where a shop answers: `https://{shop}`. */
  address: string
}

/** Where shops of each kind answer, and the app by which those of Shopify are connected, where the settings name one. */
export interface Shops {
  shopify: ShopifyApp | undefined
  /** Where shops of Shopify answer, also those that are connected by an app of their own organisation. */
  shopifyAddress: string
  woocommerce: { address: string }
  printful: { address: string }
}

export const shopsOf = (env: Env): Shops => ({
  shopify:
    env.SHOPIFY_CLIENT_ID && env.SHOPIFY_CLIENT_SECRET
      ? {
          clientId: env.SHOPIFY_CLIENT_ID,
          clientSecret: env.SHOPIFY_CLIENT_SECRET,
          address: env.SHOPIFY_ADDRESS,
        }
      : undefined,
  shopifyAddress: env.SHOPIFY_ADDRESS,
  woocommerce: { address: env.WOOCOMMERCE_ADDRESS },
  printful: { address: env.PRINTFUL_ADDRESS.replace(/\/$/, '') },
})

/** The machine that an operator's setting names, where it is this one. */
export function letThrough(address: string): string[] {
  const { hostname, port } = new URL(address.replace(/\{\w+\}/, 'shop'))
  return hostname === '127.0.0.1' ? [`${hostname}:${port}`] : []
}

/** All of those. */
export const shopAddresses = ({ shopifyAddress, woocommerce, printful }: Shops): string[] =>
  [shopifyAddress, woocommerce.address, printful.address].flatMap(letThrough)
