import type { Session } from '#features/account/contract.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'

/** The pages of /stocks; connections are for who may manage the stock. */
export function stocksTabs(session: Session | null) {
  const manages = can(permissionsOf(session), 'stocks.managestocks')
  return [
    { id: 'stocks', title: m['stocks.title'], link: '/stocks', shown: true },
    {
      id: 'all',
      title: m['stocks.all.tab'],
      link: '/stocks/all',
      shown: currentPortal(session)?.label === true,
    },
    { id: 'products', title: m['products.catalogue.title'], link: '/stocks/products', shown: true },
    { id: 'orders', title: m['orders.title'], link: '/stocks/orders', shown: true },
    { id: 'skus', title: m['orders.skus.title'], link: '/stocks/skus', shown: true },
    {
      id: 'connectors',
      title: m['orders.connectors.title'],
      link: '/stocks/connectors',
      shown: manages,
    },
  ].filter(({ shown }) => shown)
}
