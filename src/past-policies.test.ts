import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every place that steps around row-level security, with why. A new one is refused until it has its line here. */
const elevations: Record<string, string[]> = {
  'activity/server/queries.ts': ['people', 'people', 'people', 'people', 'people'],
  'appearance/server/queries.ts': ['people'],
  'billing/server/accrue-sales.ts': ['ownAccount'],
  'billing/server/advances.ts': ['provider'],
  'billing/server/approve-bill.ts': ['provider'],
  'billing/server/close-bill.ts': ['job'],
  'billing/server/documents.ts': ['ownAccount', 'provider'],
  'billing/server/fiscal-record.ts': ['provider', 'provider'],
  'billing/server/get-bill.ts': ['ownAccount'],
  'billing/server/heads.ts': ['ownAccount'],
  'billing/server/information.ts': ['people'],
  'billing/server/line-orders.ts': ['ownAccount'],
  'billing/server/mails.ts': ['people'],
  'billing/server/record-states.ts': ['provider'],
  'billing/server/settings.ts': ['provider'],
  'billing/server/unbilled.ts': ['ownAccount'],
  'connectors/server/connectors.ts': ['secrets', 'secrets', 'secrets'],
  'contacts/server/ensure-contact.ts': ['people'],
  'orders/server/imports.ts': ['people', 'totals'],
  'orders/server/operations.ts': ['totals'],
  'orders/server/put-order.ts': ['totals'],
  'portals/server/check-portal.ts': ['uniqueness'],
  'portals/server/create-portal.ts': ['newPortal'],
  'portals/server/delete-portal.ts': ['ownAccount'],
  'portals/server/former-addresses.ts': ['uniqueness'],
  'portals/server/is-empty.ts': ['ownAccount'],
  'portals/server/make-portal.ts': ['newPortal'],
  'portals/server/operations.ts': ['newPortal'],
  'portals/server/update-settings.ts': ['uniqueness'],
  'saved-views/server/operations.ts': ['people'],
  'search/server/operations.ts': ['ownAccount'],
  'search/server/search.ts': ['index'],
  'stocks/server/operations.ts': ['people'],
  'team/server/forget-newcomer.ts': ['people'],
  'team/server/queries.ts': ['people'],
  'team/server/resend-invitation.ts': ['people'],
  'two-factor/server/team-demand.ts': ['people'],
}

/** Every place that opens a transaction which reaches everything. */
const services: Record<string, string[]> = {
  'account/server/change-email.ts': ['signIn', 'signIn', 'signIn'],
  'account/server/change-password.ts': ['signIn', 'signIn'],
  'account/server/operations.ts': ['signIn', 'signIn'],
  'account/server/own-password.ts': ['signIn'],
  'account/server/own-words.ts': ['signIn'],
  'account/server/request-password-reset.ts': ['signIn'],
  'account/server/set-password.ts': ['signIn'],
  'account/server/sign-in.ts': ['signIn', 'signIn'],
  'account/server/switch-portal.ts': ['signIn'],
  'billing/server/accrue-sales.ts': ['job'],
  'billing/server/close-months.ts': ['job', 'job'],
  'billing/server/send-records.ts': ['job', 'job', 'job'],
  'communications/server/send-posts.ts': ['job', 'job'],
  'communications/server/write-post.ts': ['job'],
  'featured/server/delete-featured.ts': ['job'],
  'files/server/drop-unused.ts': ['job'],
  'inbox/server/send-digests.ts': ['job'],
  'inbox/server/tell-day.ts': ['job'],
  'inbox/server/tell-sales.ts': ['job'],
  'inbox/server/unsubscribe.ts': ['public', 'public'],
  'orders/server/upload-orders.ts': ['totals'],
  'portals/server/check-domains.ts': ['job'],
  'portals/server/operations.ts': ['newPortal'],
  'releases/server/fan-mail.ts': ['job', 'job'],
  'releases/server/sign-ups.ts': ['public', 'public'],
  'saved-views/server/send-reports.ts': ['job'],
  'search/server/learn-words.ts': ['job', 'job'],
  'spy/server/spy.ts': ['signIn', 'signIn'],
  'two-factor/server/two-factor.ts': ['signIn', 'signIn', 'signIn', 'signIn', 'signIn', 'signIn', 'signIn'],
  'first-start.ts': ['start'],
  'platform/mail.ts': ['job', 'job', 'job', 'job', 'job'],
  'portal-site/click-target.ts': ['public'],
  'portal-site/page-data.ts': ['public', 'public'],
  'portal-site/sitemap.ts': ['public'],
  'processes/scheduled-jobs.ts': ['job'],
}

const call = /\b(elevated|asService)\((?:[\w.]+,\s*)?(?:'(\w+)')?/g
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

test('each way past the policies is known, and says why', () => {
  expect(found('elevated')).toEqual(elevations)
  expect(found('asService')).toEqual(services)
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
