import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every place that steps around row-level security, with why. A new one is refused until it has its line here. */
const elevations: Record<string, string[]> = {
  'account/server/names-of.ts': ['people'],
  'activity/server/undo-change.ts': ['undo'],
  'activity/server/undoable.ts': ['undo'],
  'billing/server/fiscal-record.ts': ['provider', 'provider'],
  'billing/server/heads.ts': ['ownAccount'],
  // The provider's own series are nobody else's.
  'billing/server/issue-charge.ts': ['provider'],
  'billing/server/mails.ts': ['people'],
  // Everybody who pays out is told that the limit is lifted.
  'billing/server/payout-limit.ts': ['people'],
  // Chains are of a NIF, whichever accounts bear it.
  'billing/server/record-fates.ts': ['provider'],
  'billing/server/tax-id-holders.ts': ['uniqueness'],
  'contacts/server/ensure-contact.ts': ['people'],
  // Posts belong to no portal, and messages to the person whose they are.
  'analytics/server/flags.ts': ['people'],
  'inbox/server/tell-people.ts': ['people'],
  'orders/server/find-orders.ts': ['index'],
  'orders/server/imports.ts': ['totals'],
  'orders/server/order-choices.ts': ['index'],
  'orders/server/operations.ts': ['totals'],
  'orders/server/put-order.ts': ['totals'],
  // What was sold by the SKUs of a new product is in totals of labels too.
  'orders/server/skus.ts': ['totals'],
  'platform/found-by-words.ts': ['index'],
  'platform/last-change.ts': ['people'],
  'portals/server/check-portal.ts': ['uniqueness'],
  'portals/server/former-addresses.ts': ['uniqueness'],
  // Who of the provider may change products is no member's to read.
  'products/server/ask-for-change.ts': ['people'],
  'search/server/search.ts': ['index'],
  'stocks/server/find-stock.ts': ['index'],
  'shops/server/connect-shop.ts': ['uniqueness'],
  'team/server/read-team.ts': ['people'],
  'team/server/forget-newcomer.ts': ['people'],
  'team/server/invite-team.ts': ['people'],
  'team/server/resend-invitation.ts': ['people'],
  'platform/team-of.ts': ['people'],
  'webhooks/server/endpoints.ts': ['people'],
  'webhooks/server/secrets.ts': ['secrets'],
  // Who issues the bills stands on every account's.
  'billing/server/setting.ts': ['provider'],
  // Messages are nobody's own.
  'webhooks/server/note.ts': ['ownAccount'],
  // Behind these is what is listed below; an index is named where it is used.
  'platform/own-reach.ts': ['ownAccount', 'none'],
}

/**
 * Every place that steps around them by a way which first asks whether the call reaches what it names (own-reach.ts), or which
 * only hears what happened (note.ts).
 */
const ways: Record<string, string[]> = {
  'activity/server/queries.ts': ['inSeen'],
  'billing/server/accrue-sales.ts': ['inAccount'],
  'billing/server/advance-forecast.ts': ['inAccount'],
  'billing/server/agreement.ts': ['inAccount', 'inAccount', 'inAccount'],
  'billing/server/billed-sales.ts': ['inAccount'],
  'billing/server/expected-payment.ts': ['inAccount'],
  'billing/server/get-bill.ts': ['inAccount'],
  'billing/server/held-sales.ts': ['inAccount'],
  'billing/server/label-splits.ts': ['inAccount', 'inAccount', 'inAccount'],
  'billing/server/line-orders.ts': ['inAccount'],
  'billing/server/operations-from.ts': ['inAccount', 'inAccount'],
  'billing/server/settings.ts': ['inAccount'],
  'billing/server/share-file.ts': ['inAccount', 'inAccount'],
  'billing/server/share-payments.ts': ['inAccount'],
  'billing/server/shares-between.ts': ['inAccount'],
  'billing/server/split-costs.ts': ['inAccount'],
  'billing/server/unbilled.ts': ['inPortal'],
  'analytics/server/filter-options.ts': ['inSeen'],
  'home/server/waiting.ts': ['inSeen'],
  'orders/server/closed-over.ts': ['inPortal'],
  'orders/server/find-orders.ts': ['inSeen'],
  'portals/server/delete-portal.ts': ['inAccount'],
  'portals/server/queries.ts': ['inAccount'],
  'stocks/server/all-stocks.ts': ['inSeen'],
  'team/server/read-team.ts': ['inAccount'],
  'webhooks/server/hear-goods.ts': ['overhearing'],
  'webhooks/server/hear-team.ts': ['overhearing', 'overhearing', 'overhearing', 'overhearing'],
  'webhooks/server/messages.ts': ['inSeen'],
  'webhooks/server/sendings.ts': ['inPortal', 'inPortal'],
  'platform/own-reach.ts': ['inSeen'],
}
const wayNames = ['inAccount', 'inPortal', 'inSeen', 'overhearing']

/** Every place that opens a transaction which reaches everything. */
const services: Record<string, string[]> = {
  'activity/server/undo-change.ts': ['undo'],
  // Staff's own calendars, which they read without a session.
  'calendars/server/serve-calendar.ts': ['people'],
  'inbox/server/unsubscribe.ts': ['public'],
  'releases/server/sign-ups.ts': ['public', 'public'],
  'restock/server/alerts.ts': ['public', 'public'],
  'shops/server/connect-woocommerce.ts': ['secrets'],
  'first-start.ts': ['start'],
  // The one way of jobs, which calls are refused.
  'platform/background.ts': ['job'],
  'portal-site/click-target.ts': ['public'],
  'portal-site/fan-acts.ts': ['public'],
  'portal-site/page-data.ts': ['public', 'public'],
  'portal-site/sitemap.ts': ['public'],
}

/** Every file that works for all accounts, at nobody's request: how often it opens a transaction of a job. */
const jobs: Record<string, number> = {
  'analytics/server/send-week.ts': 2,
  'billing/server/accept-waiting.ts': 2,
  'billing/server/accrue-sales.ts': 1,
  'billing/server/close-months.ts': 2,
  'billing/server/follow-modes.ts': 2,
  'billing/server/send-records.ts': 3,
  'billing/server/tell-statements.ts': 1,
  'files/server/drop-unused.ts': 1,
  'inbox/server/send-digests.ts': 1,
  'inbox/server/send-posts.ts': 2,
  'inbox/server/tell-day.ts': 1,
  'inbox/server/tell-sales.ts': 1,
  'links/server/copy-pictures.ts': 2,
  'portals/server/check-domains.ts': 1,
  'saved-views/server/send-reports.ts': 1,
  'shops/server/register-webhooks.ts': 1,
  'shops/server/run-shops.ts': 7,
  'shops/server/sync-pictures.ts': 1,
  'shops/server/sync-stock.ts': 1,
  'webhooks/server/hand-out.ts': 2,
  'webhooks/server/hear-goods.ts': 1,
  'webhooks/server/hear-team.ts': 1,
  'webhooks/server/send.ts': 3,
  'platform/jobs.ts': 1,
  'platform/mail.ts': 4,
  'platform/tell-fans.ts': 1,
}

const call =
  /\b(elevated|asService|asJob|inAccount|inPortal|inSeen|overhearing)\((?:[\w.]+,\s*)?(?:'(\w+)')?/g
const isTrial = (file: string) => /\.test\.ts$|^src\/testing\//.test(file)

function found(name: string): Record<string, string[]> {
  const places: Record<string, string[]> = {}
  for (const file of globSync('src/**/*.{ts,tsx}').sort()) {
    if (isTrial(file)) continue
    const reasons = [...readFileSync(file, 'utf8').matchAll(call)]
      .filter(([, called]) => called === name)
      .map(([, , why]) => why ?? 'none')
    if (reasons.length > 0) places[file.replace('src/', '').replace('features/', '')] = reasons
  }
  return places
}

const only = (way: string) =>
  Object.fromEntries(
    Object.entries(ways)
      .map(([file, named]): [string, string[]] => [file, named.filter((one) => one === way)])
      .filter(([, named]) => named.length > 0),
  )
const timesOf = (places: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(places).map(([file, reasons]) => [file, reasons.length]))

test('each way past the policies is known, and says why', () => {
  expect(found('elevated')).toEqual(elevations)
  expect(found('asService')).toEqual(services)
  expect(timesOf(found('asJob'))).toEqual(jobs)
  for (const way of wayNames) expect(timesOf(found(way))).toEqual(timesOf(only(way)))
})

test('nobody else gives a transaction the reach of everything', () => {
  const givers = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !isTrial(file) && /role: 'service'/.test(readFileSync(file, 'utf8')))
    .sort()
  // Where it is made, and where a call's declaration decides.
  expect(givers).toEqual(['src/platform/db.ts', 'src/platform/scope.ts'])
})

test('only tests say that they are tests', () => {
  expect(Object.values({ ...elevations, ...services }).flat()).not.toContain('trial')
})
