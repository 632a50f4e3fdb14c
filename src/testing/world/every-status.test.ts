import { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Advance } from '#features/billing/advances-contract.ts'
import { billStatuses, blocks, lineTypes, paymentStates } from '#features/billing/choices.ts'
import { getAdvance } from '#features/billing/server/advances.ts'
import { blockedSql, headTables } from '#features/billing/server/heads.ts'
import * as communications from '#features/communications/choices.ts'
import * as connectors from '#features/connectors/choices.ts'
import { consentKinds, consentSources } from '#features/contacts/choices.ts'
import { eventKinds, eventStates, publications } from '#features/events/choices.ts'
import { ticketTypes } from '#features/events/contract.ts'
import { absences, featuredStatuses, featuredTypes } from '#features/featured/contract.ts'
import { listFeatured } from '#features/featured/server/queries.ts'
import { frequencies, messageKinds } from '#features/inbox/choices.ts'
import { findNotifications } from '#features/inbox/server/notifications.ts'
import { ApiKey } from '#features/keys/contract.ts'
import { linkIcons } from '#features/links/contract.ts'
import { orderSources, orderStates } from '#features/orders/choices.ts'
import { alertCodes } from '#features/portals/contract.ts'
import { alertsOf } from '#features/portals/server/alerts.ts'
import * as products from '#features/products/choices.ts'
import { getProduct } from '#features/products/server/queries.ts'
import { releasePhases, releaseStatuses } from '#features/releases/contract.ts'
import { listReleases } from '#features/releases/server/queries.ts'
import { SavedViewDraft } from '#features/saved-views/contract.ts'
import { staffStates } from '#features/staff/choices.ts'
import { findStaff } from '#features/staff/server/queries.ts'
import { movementKinds } from '#features/stocks/choices.ts'
import { blankTypes, domainStates, locales, organisationTypes, supplies } from '#platform/constants.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { wrapPglite } from '#platform/open-database.ts'
import { permissionKeys, roles } from '#platform/permissions.ts'
import { makeWorld } from '#testing/world.ts'

let database: Database

// As `npm start` makes it, but for half a year: what is asked here does not depend on how long.
beforeAll(async () => {
  database = await wrapPglite(new PGlite(embedded))
  await migrate(database)
  await makeWorld(database, { size: 'demo', days: 200 })
}, 120_000)
afterAll(() => database?.close())

type Found = SQL | ((tx: Tx) => Promise<(string | null)[]>)
/** One column of a table; `where` narrows it. */
const column = (table: string, name: string, where = sql`true`) =>
  sql`select distinct ${sql.identifier(name)}::text as value from ${sql.identifier(table)} where ${where}`
const portalIds = async (tx: Tx) =>
  (await rows<{ id: string }>(tx, sql`select id from portal`)).map(({ id }) => id)
const ofPortals =
  (find: (tx: Tx, portalId: string) => Promise<(string | null)[]>) =>
  async (tx: Tx): Promise<(string | null)[]> => {
    const found = []
    for (const id of await portalIds(tx)) found.push(...(await find(tx, id)))
    return found
  }
const linkTimes = sql`select case when not visible then 'hidden' when starts_at > now() then 'scheduled'
  when ends_at <= now() then 'ended' else 'visible' end as value from link`
const isBill = sql`type = 1 and corrects_id is null`
const isAdvance = sql`type = 2 and corrects_id is null`

const everything: [what: string, declared: readonly (string | number)[], found: Found][] = [
  ['bills', billStatuses, column('bill', 'status', isBill)],
  ['payments', paymentStates, column('bill', 'payment', isBill)],
  ['lines of bills', lineTypes, column('bill_line', 'type')],
  ['what bills wait for', blocks, sql`select distinct unnest(${blockedSql}) as value from ${headTables}`],
  ['advances', Advance.shape.status.options, column('bill', 'status', isAdvance)],
  [
    'granted advances',
    Advance.shape.state.def.innerType.options,
    async (tx) => {
      const granted = await rows<{ id: string }>(tx, sql`select id from bill where ${isAdvance}`)
      const found = []
      for (const { id } of granted) found.push((await getAdvance(tx, id)).state)
      return found
    },
  ],
  ['records at the tax agency', ['alta', 'anulacion'], column('fiscal_record', 'kind')],
  ['posts', communications.postStatuses, column('post', 'status')],
  ['kinds of posts', communications.postKinds, column('post', 'kind')],
  [
    'channels of posts',
    communications.channels,
    sql`select jsonb_array_elements_text(channels) as value from post`,
  ],
  [
    'deliveries of posts',
    communications.deliveryStates,
    async (tx) => {
      const found = []
      for (let page = 1; page <= 5; page++)
        found.push(...(await findNotifications(tx, { page })).items.map(({ delivery }) => delivery))
      return found
    },
  ],
  ['messages', messageKinds, column('message', 'kind')],
  ['how often one is mailed', frequencies, column('notification_preference', 'frequency')],
  ['products', products.statuses, column('product', 'status')],
  ['formats of products', products.formats, column('product', 'format', sql`status = 'active'`)],
  ['categories of products', products.categories, column('product', 'category')],
  ['tax classes of products', products.taxClassNames, column('product', 'tax_class')],
  [
    'what products lack',
    products.gaps,
    async (tx) => {
      const drafts = await rows<{ portal_id: string; id: string }>(
        tx,
        sql`select portal_id, id from product where status = 'draft'`,
      )
      const found = []
      for (const { portal_id, id } of drafts)
        found.push(...((await getProduct(tx, portal_id, id))?.gaps ?? []))
      return found
    },
  ],
  ['blanks', supplies, column('blank_variant', 'supply')],
  ['types of blanks', blankTypes, column('blank', 'type')],
  ['movements of stock', movementKinds, column('stock_movement', 'kind')],
  [
    'orders',
    orderStates,
    sql`select 'unmapped' as value from order_line where product_id is null and kind = 'sale'
    union select case kind when 'refund' then 'refunded' when 'cancellation' then 'cancelled' end from order_line
    union select 'sold' from order_line where kind = 'sale'
    union select case when t.net_cents > 0 then 'partlyRefunded' else 'fullyRefunded' end from order_line l
      join order_total t using (portal_id, order_id) where l.kind = 'refund'`,
  ],
  ['where orders come from', orderSources, column('order', 'source')],
  ['connectors', connectors.connectorKinds, column('connector', 'kind')],
  ['deliveries of shops', connectors.deliveryStates, column('webhook_delivery', 'state')],
  ['publication of events', publications, column('event', 'publication')],
  ['events', eventStates, column('event', 'state', sql`publication = 'published'`)],
  ['kinds of events', eventKinds, column('event', 'kind')],
  ['tickets', ticketTypes, sql`select t->>'type' as value from event, jsonb_array_elements(tickets) t`],
  ['featured items', featuredStatuses, column('featured', 'status')],
  ['kinds of featured items', featuredTypes, column('featured', 'type')],
  [
    'what keeps a featured item away',
    absences,
    ofPortals(async (tx, id) => (await listFeatured(tx, id)).map(({ absence }) => absence)),
  ],
  ['releases', releaseStatuses, column('release', 'status')],
  [
    'releases by the calendar',
    releasePhases,
    ofPortals(async (tx, id) =>
      (await listReleases(tx, id, 1)).items
        .filter(({ status }) => status === 'published')
        .map(({ phase }) => phase),
    ),
  ],
  ['links', ['visible', 'hidden', 'scheduled', 'ended'], linkTimes],
  ['icons of links', linkIcons, column('link', 'icon')],
  ['domains', Object.values(domainStates), column('portal', 'domain_state')],
  ['organisations', Object.values(organisationTypes), column('account', 'organisation_type')],
  ['alerts', alertCodes, ofPortals((tx, id) => alertsOf(tx, id, new Set(permissionKeys)))],
  ['roles', roles, column('member', 'role')],
  ['staff', staffStates, async (tx) => (await findStaff(tx, {})).items.map(({ state }) => state)],
  [
    'contacts with a login',
    ['yes', 'no', 'pending'],
    sql`select case when p.id is null then 'no'
    when p.password_hash is null then 'pending' else 'yes' end as value from contact c left join person p on p.id = c.person_id`,
  ],
  ['consents', consentKinds, column('contact_consent', 'kind')],
  ['where consents come from', consentSources, column('contact_consent', 'source')],
  ['languages', locales, column('person', 'locale')],
  [
    'keys',
    ApiKey.shape.state.options,
    sql`select case when expires_at > now() then 'live' else 'expired' end as value from api_key`,
  ],
  ['reports of saved views', SavedViewDraft.shape.report.options, column('saved_view', 'report')],
]

/** What no world at rest can hold, and why. */
const never: Record<string, Record<string, string>> = {
  'what bills wait for': {
    provider: 'One installation has one provider: without it no bill of the world could be closed.',
    taxCase: 'The one provider of the world is where every account has a case.',
    negative: 'No bill waits for it: what is below zero makes none.',
  },
  'deliveries of posts': { waiting: 'The outbox sends it within seconds.' },
  'deliveries of shops': { waiting: 'It is worked off within seconds.' },
}

test.each(everything)('%s: each of %j is there', async (what, declared, found) => {
  const values = await database.transaction(asService('trial'), async (tx) =>
    typeof found === 'function'
      ? found(tx)
      : (await rows<{ value: string }>(tx, found)).map(({ value }) => value),
  )
  const missing = declared.map(String).filter((one) => !values.includes(one) && !never[what]?.[one])
  expect(missing).toEqual([])
})

test('nobody confirms before they read, acts after they were last seen, or is known later than they came', async () => {
  const wrong = await database.transaction(asService('trial'), (tx) =>
    rows<{ what: string }>(
      tx,
      sql`select 'confirmed ' || m.id as what from message m where m.acknowledged_at < coalesce(m.read_at, m.created_at)
        union all select 'acted ' || p.name from person p where p.last_seen_at <
          (select max(a.at) from activity a where a.actor_id = p.id)
        union all select 'known ' || c.name from contact c join person p on p.id = c.person_id
          where c.created_at > p.last_seen_at`,
    ),
  )
  expect(wrong).toEqual([])
})

test('each of those who have no agreement in force has an open bill with something on it that says why', async () => {
  const found = await database.transaction(asService('trial'), (tx) =>
    rows<{ name: string; blocked: string[]; cents: string }>(
      tx,
      sql`select a.name, ${blockedSql} as blocked, (select sum(case when "to" = 'accrued' then amount_cents else -amount_cents end)
          from ledger_entry e where e.account_id = a.id and 'accrued' in ("from", "to")) as cents
        from ${headTables} where b.type = 1 and b.status = 'Next'`,
    ),
  )
  const saying = (block: string) =>
    found.filter(({ blocked, cents }) => blocked.includes(block) && Number(cents) > 0).map(({ name }) => name)
  expect(saying('agreementMissing')).toEqual(['Orquesta Poniente'])
  expect(saying('agreementEnded')).toEqual(['Cierzo'])
  expect(saying('agreementOfOther')).toEqual(['Nora Faro'])
  const held = await database.transaction(asService('trial'), (tx) =>
    rows<{ name: string }>(
      tx,
      sql`select a.name from ${headTables} where 'ibanHeld' = any(${blockedSql}) and b.payment = 'returned'`,
    ),
  )
  expect(held).toEqual([{ name: 'Marta Sauce' }])
})
