import { operationList } from './api.ts'
import { operations as account } from './features/account/server/operations.ts'
import { operations as accounts } from './features/accounts/server/operations.ts'
import { operations as activity } from './features/activity/server/operations.ts'
import { detailOperations } from './features/analytics/server/detail-operations.ts'
import { operations as analytics } from './features/analytics/server/operations.ts'
import { whyOperations } from './features/analytics/server/why-operations.ts'
import { operations as app } from './features/app/server/operations.ts'
import { operations as appearance } from './features/appearance/server/operations.ts'
import { actOperations } from './features/billing/server/act-operations.ts'
import { chargeOperations } from './features/billing/server/charge-operations.ts'
import { fiscalOperations } from './features/billing/server/fiscal-operations.ts'
import { informationOperations } from './features/billing/server/information-operations.ts'
import { operations as billing } from './features/billing/server/operations.ts'
import { paymentOperations } from './features/billing/server/payment-operations.ts'
import { rateOperations } from './features/billing/server/rate-operations.ts'
import { splitOperations } from './features/billing/server/split-operations.ts'
import { operations as blanks } from './features/blanks/server/operations.ts'
import { operations as bulk } from './features/bulk/server/operations.ts'
import { operations as calendars } from './features/calendars/server/operations.ts'
import { operations as communications } from './features/communications/server/operations.ts'
import { operations as connectors } from './features/connectors/server/operations.ts'
import { operations as contacts } from './features/contacts/server/operations.ts'
import { operations as events } from './features/events/server/operations.ts'
import { operations as exchangeRates } from './features/exchange-rates/server/operations.ts'
import { operations as featured } from './features/featured/server/operations.ts'
import { operations as files } from './features/files/server/operations.ts'
import { operations as home } from './features/home/server/operations.ts'
import { notificationOperations } from './features/inbox/server/notification-operations.ts'
import { operations as inbox } from './features/inbox/server/operations.ts'
import { operations as keys } from './features/keys/server/operations.ts'
import { operations as links } from './features/links/server/operations.ts'
import {
  operations as orders,
  readingOperations,
  skuOperations,
  uploadOperations,
} from './features/orders/server/operations.ts'
import { operations as portals } from './features/portals/server/operations.ts'
import { operations as previews } from './features/previews/server/operations.ts'
import { operations as products, transferOperations } from './features/products/server/operations.ts'
import { operations as releases } from './features/releases/server/operations.ts'
import { operations as restock } from './features/restock/server/operations.ts'
import { operations as savedViews } from './features/saved-views/server/operations.ts'
import { operations as search } from './features/search/server/operations.ts'
import { operations as shops } from './features/shops/server/operations.ts'
import { operations as spy } from './features/spy/server/operations.ts'
import { operations as staff } from './features/staff/server/operations.ts'
import { operations as stocks } from './features/stocks/server/operations.ts'
import { operations as team } from './features/team/server/operations.ts'
import { operations as twoFactor } from './features/two-factor/server/operations.ts'
import { operations as visits } from './features/visits/server/operations.ts'
import { operations as webhooks } from './features/webhooks/server/operations.ts'
import type { Implementation } from './platform/handle.ts'
import { nameOperations } from './platform/operations-by-name.ts'
import './processes/hearers.ts'

const implemented: Record<string, Record<string, unknown>> = {
  appearance,
  visits,
  account,
  twoFactor,
  keys,
  spy,
  app,
  communications: { ...communications, ...notificationOperations },
  inbox,
  search,
  accounts,
  portals,
  files,
  events,
  featured,
  releases,
  restock,
  links,
  previews,
  products: { ...products, ...transferOperations },
  blanks,
  stocks,
  orders: { ...orders, ...skuOperations, ...uploadOperations, ...readingOperations },
  connectors,
  shops,
  exchangeRates,
  analytics: { ...analytics, ...detailOperations, ...whyOperations },
  webhooks,
  billing: {
    ...billing,
    ...actOperations,
    ...informationOperations,
    ...paymentOperations,
    ...chargeOperations,
    ...fiscalOperations,
    ...rateOperations,
    ...splitOperations,
  },
  savedViews,
  home,
  team,
  staff,
  contacts,
  activity,
  bulk,
  calendars,
}

/** Every operation with what runs it. The program does not start with one that lacks its verb, access or scope. */
export const implementations = operationList.map(({ feature, name, fullName, contract }) => {
  const implementation = implemented[feature]?.[name] as Implementation | undefined
  if (!implementation) throw new Error(`The operation ${fullName} has no implementation.`)
  if (implementation.contract !== contract)
    throw new Error(`The operation ${fullName} implements another contract.`)
  const meta = contract['~orpc'].meta
  if (!meta.access || !meta.scope) throw new Error(`The operation ${fullName} lacks its access or scope.`)
  return { feature, name, fullName, ...implementation }
})
nameOperations(implementations)
