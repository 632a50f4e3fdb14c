import * as account from './features/account/contract.ts'
import * as ownAccount from './features/account/own-contract.ts'
import * as accounts from './features/accounts/contract.ts'
import * as activity from './features/activity/contract.ts'
import * as analytics from './features/analytics/contract.ts'
import * as analyticsDetail from './features/analytics/detail-contract.ts'
import * as analyticsQuestions from './features/analytics/questions-contract.ts'
import * as analyticsWhy from './features/analytics/why-contract.ts'
import * as app from './features/app/contract.ts'
import * as appearance from './features/appearance/contract.ts'
import * as billingActs from './features/billing/acts-contract.ts'
import * as billingAdvances from './features/billing/advances-contract.ts'
import * as billingCertificate from './features/billing/certificate-contract.ts'
import * as billingCharges from './features/billing/charges-contract.ts'
import * as billing from './features/billing/contract.ts'
import * as billingFiscal from './features/billing/fiscal-contract.ts'
import * as billingInformation from './features/billing/information-contract.ts'
import * as billingOffice from './features/billing/office-contract.ts'
import * as billingPayments from './features/billing/payments-contract.ts'
import * as billingRates from './features/billing/rates-contract.ts'
import * as billingShares from './features/billing/shares-contract.ts'
import * as billingSplits from './features/billing/splits-contract.ts'
import * as blanks from './features/blanks/contract.ts'
import * as bulk from './features/bulk/contract.ts'
import * as calendars from './features/calendars/contract.ts'
import * as communications from './features/communications/contract.ts'
import * as notifications from './features/communications/notifications-contract.ts'
import * as connectors from './features/connectors/contract.ts'
import * as contacts from './features/contacts/contract.ts'
import * as contactTransfer from './features/contacts/transfer-contract.ts'
import * as events from './features/events/contract.ts'
import * as eventTowns from './features/events/town-contract.ts'
import * as eventTransfer from './features/events/transfer-contract.ts'
import * as exchangeRates from './features/exchange-rates/contract.ts'
import * as featured from './features/featured/contract.ts'
import * as files from './features/files/contract.ts'
import * as home from './features/home/contract.ts'
import * as inbox from './features/inbox/contract.ts'
import * as keys from './features/keys/contract.ts'
import * as links from './features/links/contract.ts'
import * as orders from './features/orders/contract.ts'
import * as orderReading from './features/orders/reading-contract.ts'
import * as orderSkus from './features/orders/sku-contract.ts'
import * as orderUpload from './features/orders/upload-contract.ts'
import * as portalBulk from './features/portals/bulk-contract.ts'
import * as portals from './features/portals/contract.ts'
import * as portalDraft from './features/portals/draft-contract.ts'
import * as portalSettings from './features/portals/settings-contract.ts'
import * as previews from './features/previews/contract.ts'
import * as productActs from './features/products/acts-contract.ts'
import * as products from './features/products/contract.ts'
import * as productPurchase from './features/products/purchase-contract.ts'
import * as productTransfer from './features/products/transfer-contract.ts'
import * as releases from './features/releases/contract.ts'
import * as restock from './features/restock/contract.ts'
import * as savedViews from './features/saved-views/contract.ts'
import * as search from './features/search/contract.ts'
import * as shopConnect from './features/shops/connect-contract.ts'
import * as shops from './features/shops/contract.ts'
import * as shopPrivacy from './features/shops/privacy-contract.ts'
import * as spy from './features/spy/contract.ts'
import * as staff from './features/staff/contract.ts'
import * as stocks from './features/stocks/contract.ts'
import * as teamAccess from './features/team/access-contract.ts'
import * as team from './features/team/contract.ts'
import * as ownTeams from './features/team/own-contract.ts'
import * as twoFactor from './features/two-factor/contract.ts'
import * as visits from './features/visits/contract.ts'
import * as webhooks from './features/webhooks/contract.ts'
import * as webhookMessages from './features/webhooks/messages-contract.ts'
import type { AnyOperation } from './platform/handle.ts'

type OperationsOf<T> = { [K in keyof T as T[K] extends AnyOperation ? K : never]: T[K] }

/** Every contract file, with its operations and shapes. */
export const contractFiles: object[] = []

/** A contract file's operations, without its shapes. */
function operationsOf<T extends object>(file: T): OperationsOf<T> {
  contractFiles.push(file)
  // By name, as Node has a module's exports: bundlers keep them as they are written, and the document's names follow them.
  return Object.fromEntries(
    Object.entries(file)
      .filter(([, value]) => typeof value === 'object' && value !== null && '~orpc' in value)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ) as OperationsOf<T>
}

/** All features' operations in one object: `feature → operation`. */
export const contracts = {
  account: { ...operationsOf(account), ...operationsOf(ownAccount) },
  twoFactor: operationsOf(twoFactor),
  keys: operationsOf(keys),
  shops: { ...operationsOf(shops), ...operationsOf(shopConnect), ...operationsOf(shopPrivacy) },
  spy: operationsOf(spy),
  app: operationsOf(app),
  communications: { ...operationsOf(communications), ...operationsOf(notifications) },
  inbox: operationsOf(inbox),
  search: operationsOf(search),
  accounts: operationsOf(accounts),
  portals: {
    ...operationsOf(portals),
    ...operationsOf(portalDraft),
    ...operationsOf(portalBulk),
    ...operationsOf(portalSettings),
  },
  files: operationsOf(files),
  events: { ...operationsOf(events), ...operationsOf(eventTransfer), ...operationsOf(eventTowns) },
  featured: operationsOf(featured),
  releases: operationsOf(releases),
  restock: operationsOf(restock),
  links: operationsOf(links),
  previews: operationsOf(previews),
  products: {
    ...operationsOf(products),
    ...operationsOf(productActs),
    ...operationsOf(productPurchase),
    ...operationsOf(productTransfer),
  },
  blanks: operationsOf(blanks),
  stocks: operationsOf(stocks),
  orders: {
    ...operationsOf(orders),
    ...operationsOf(orderSkus),
    ...operationsOf(orderUpload),
    ...operationsOf(orderReading),
  },
  connectors: operationsOf(connectors),
  exchangeRates: operationsOf(exchangeRates),
  analytics: {
    ...operationsOf(analytics),
    ...operationsOf(analyticsDetail),
    ...operationsOf(analyticsQuestions),
    ...operationsOf(analyticsWhy),
  },
  appearance: operationsOf(appearance),
  billing: {
    ...operationsOf(billing),
    ...operationsOf(billingActs),
    ...operationsOf(billingInformation),
    ...operationsOf(billingAdvances),
    ...operationsOf(billingOffice),
    ...operationsOf(billingPayments),
    ...operationsOf(billingCharges),
    ...operationsOf(billingFiscal),
    ...operationsOf(billingRates),
    ...operationsOf(billingSplits),
    ...operationsOf(billingShares),
    ...operationsOf(billingCertificate),
  },
  savedViews: operationsOf(savedViews),
  home: operationsOf(home),
  team: { ...operationsOf(team), ...operationsOf(ownTeams), ...operationsOf(teamAccess) },
  staff: operationsOf(staff),
  contacts: { ...operationsOf(contacts), ...operationsOf(contactTransfer) },
  activity: operationsOf(activity),
  visits: operationsOf(visits),
  bulk: operationsOf(bulk),
  calendars: operationsOf(calendars),
  webhooks: { ...operationsOf(webhooks), ...operationsOf(webhookMessages) },
}

/** Every operation by its full name, `feature.operation`. */
export const operationList = Object.entries(contracts).flatMap(([feature, operations]) =>
  Object.entries(operations).map(([name, contract]) => ({
    feature,
    name,
    fullName: `${feature}.${name}`,
    contract: contract as unknown as AnyOperation,
  })),
)
