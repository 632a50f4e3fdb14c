import type { ConnectorKind } from '#features/connectors/choices.ts'
import type { Shops } from '#platform/shop-app.ts'
import { ownTokens } from './connect-own-shopify.ts'
import { askPrintful } from './printful-call.ts'
import { printfulShop } from './printful-shop.ts'
import type { Run } from './run.ts'
import type { ShopKeys } from './shop-tokens.ts'
import { askTokens, type Grant } from './shopify-call.ts'
import { shopifyShop } from './shopify-shop.ts'
import { ShopError, type SpeakingShop } from './speaking-shop.ts'
import { askWooCommerce } from './woocommerce-call.ts'
import { wooCommerceShop } from './woocommerce-shop.ts'

interface Kind {
  /** The shop of a run, asked with these keys. */
  open: (shops: Shops, run: Run, keys: ShopKeys) => SpeakingShop
  /** Other keys for those that have ended; of kinds whose keys end by themselves. @throws ShopError `expired` */
  renew?: (shops: Shops, run: Run, keys: ShopKeys) => Promise<Grant>
}

/** The app that a shop let in: its own organisation's, or the installation's. */
const shopifyApp = ({ shopify, shopifyAddress }: Shops, { clientId, secret }: ShopKeys) => {
  if (clientId && secret) return { clientId, clientSecret: secret, address: shopifyAddress }
  // The operator has taken the app out of the settings: nothing is lost, and nothing goes on.
  if (!shopify) throw new ShopError('refused')
  return shopify
}

/** How a shop of each kind is asked. */
export const shopKinds: Record<ConnectorKind, Kind> = {
  shopify: {
    open: (shops, { domain }, keys) => shopifyShop(shopifyApp(shops, keys), domain, keys.access),
    renew: async (shops, { domain }, keys) => {
      const app = shopifyApp(shops, keys)
      if (keys.clientId) return ownTokens(app, domain, new Date())
      const { refresh } = keys
      if (!refresh) throw new ShopError('expired')
      return askTokens(app, domain, { refresh }, new Date())
    },
  },
  printful: { open: ({ printful }, _, { access }) => printfulShop(askPrintful(printful, access)) },
  woocommerce: {
    open: ({ woocommerce }, { domain }, keys) =>
      wooCommerceShop(askWooCommerce({ ...woocommerce, domain }, keys)),
  },
}
