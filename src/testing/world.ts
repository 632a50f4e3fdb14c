import { hashPassword } from '#features/account/server/password.ts'
import { apiKey, person } from '#features/account/server/table.ts'
import { appearanceVersion } from '#features/appearance/server/table.ts'
import { ensureContacts } from '#features/contacts/server/ensure-contact.ts'
import { event } from '#features/events/server/table.ts'
import { featured } from '#features/featured/server/table.ts'
import { link } from '#features/links/server/table.ts'
import { account, portal } from '#features/portals/server/table.ts'
import { product, purchaseAddress, variant } from '#features/products/server/table.ts'
import { release } from '#features/releases/server/table.ts'
import { fanPlace } from '#features/rollups/server/table.ts'
import { learnWords } from '#features/search/server/learn-words.ts'
import { invitation, member } from '#features/team/server/table.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { makeAppearances } from './world/appearances.ts'
import { insertBilling } from './world/billing.ts'
import { accounts, type CastPerson, demoPassword, people, portals } from './world/cast.ts'
import { makeCatalogue, type WorldProduct } from './world/catalogue.ts'
import { makeEvents, makeFeatured, makeReleases } from './world/content.ts'
import { ingestFacts } from './world/facts.ts'
import { makeFans } from './world/fans.ts'
import { makeKeys } from './world/keys.ts'
import { makeLinks } from './world/links.ts'
import { insertMessages } from './world/messages.ts'
import { drawPictures, insertFiles, picturesOf } from './world/pictures.ts'
import { describe, makePurchaseAddresses, presaveAddress } from './world/purchase.ts'
import { insertRareContent } from './world/rare-content.ts'
import { insertRareBlanks, insertRareMovements, rareProducts } from './world/rare-goods.ts'
import { insertRareRelations } from './world/rare-relations.ts'
import { insertRelations, settleTimes } from './world/relations.ts'
import { connectShops } from './world/shops.ts'
import { blankOf, insertBlanks, insertStock } from './world/stock.ts'
import { ingestStrays } from './world/strays.ts'

export { demoPassword } from './world/cast.ts'

export interface WorldOptions {
  /** `demo`: about two years of orders and visits. `test`: the cast, its catalogue, and a handful of orders. */
  size?: 'demo' | 'test'
  /** Days of history; 730 for `demo`, 0 for `test` (the handful is always there). */
  days?: number
  seed?: string
  /** The moment at which the history ends. */
  now?: Date
  /** 1 is the volume of the cast's own figures. */
  volume?: number
  /** Where pictures of what is sold are kept; without it nothing has one. */
  files?: FileStore
}

/** The demo world's people, portals and accounts by name, with the products and links that it made. */
export interface World {
  people: typeof people
  portals: typeof portals
  accounts: typeof accounts
  products: WorldProduct[]
  password: string
}

/**
 * Fills an empty, migrated database with the one named cast of tests, demo and screenshots. Everything comes from
 * `seed`; ids are always the same. People come last, so that a world cut short still counts as a first start; made
 * again, it adds only what is missing.
 */
export async function makeWorld(database: Database, options: WorldOptions = {}): Promise<World> {
  const size = options.size ?? 'demo'
  const now = options.now ?? new Date()
  const products = makeCatalogue()
  const drawing = options.files ? drawPictures(options.files, products) : Promise.resolve([])
  await database.transaction(asService('trial'), (tx) =>
    insertPortals(tx, products, now, size, options.files !== undefined),
  )
  await ingestFacts(database, products, {
    now,
    days: options.days ?? (size === 'demo' ? 730 : 3),
    seed: options.seed ?? 'backline',
    volume: options.volume ?? (size === 'demo' ? 1 : 0.2),
  })
  if (size === 'demo') {
    await ingestStrays(database, now)
    await connectShops(database, now)
  }
  await insertBilling(database, { now, size, files: options.files })
  const passwordHash = await hashPassword(demoPassword)
  await database.transaction(asService('trial'), async (tx) => {
    await insertPeople(tx, passwordHash)
    const drawn = await drawing
    if (drawn.length > 0) await insertFiles(tx, drawn)
    if (size === 'demo') {
      await insertRelations(tx, now)
      await insertMessages(tx, now)
      await insertRareRelations(tx, now)
      await settleTimes(tx, now)
    }
  })
  await database.transaction(asService('trial'), learnWords)
  // The embedded database gathers no statistics by itself; without them some pages of figures take 20 s.
  if (size === 'demo' && database.kind === 'pglite') await database.query('analyze')
  return { people, portals, accounts, products, password: demoPassword }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

async function insertPortals(
  tx: Tx,
  products: WorldProduct[],
  now: Date,
  size: 'demo' | 'test',
  pictures: boolean,
) {
  await tx.insert(account).values(Object.values(accounts)).onConflictDoNothing()
  const rows = Object.values(portals).map(
    ({ home: _h, ordersADay: _o, visitsADay: _v, openedDaysAgo, ...row }, index) => ({
      ...row,
      createdAt: daysBefore(now, openedDaysAgo),
      updatedAt: daysBefore(now, Math.min(openedDaysAgo, index * index)),
    }),
  )
  await tx.insert(portal).values(rows).onConflictDoNothing()
  if (size === 'demo') await insertBlanks(tx)
  await tx
    .insert(product)
    .values(
      products.map((one) => ({
        ...productRow(one),
        ...(size === 'demo' ? { blankId: blankOf(one), description: describe(one), ...soldBy(one) } : {}),
        ...(pictures ? picturesOf(one) : {}),
      })),
    )
    .onConflictDoNothing()
  const variants = products.flatMap(({ id, portal: key, variants }) =>
    variants.map((one, position) => ({ ...one, portalId: portals[key].id, productId: id, position })),
  )
  await tx.insert(variant).values(variants).onConflictDoNothing()
  const links = makeLinks().map(({ portal: key, ...row }) => ({ ...row, portalId: portals[key].id }))
  await tx.insert(link).values(links).onConflictDoNothing()
  const shown = size === 'demo'
  if (shown) {
    await insertRareBlanks(tx)
    await tx.insert(product).values(rareProducts(now, pictures)).onConflictDoNothing()
    await tx
      .insert(purchaseAddress)
      .values([...makePurchaseAddresses(products), presaveAddress()])
      .onConflictDoNothing()
    await insertStock(tx, products, now)
    await insertRareMovements(tx, products, now)
  }
  await tx.insert(event).values(makeEvents(now, shown)).onConflictDoNothing()
  await tx.insert(featured).values(makeFeatured(now, shown)).onConflictDoNothing()
  await tx
    .insert(release)
    .values(makeReleases(now, shown, pictures))
    .onConflictDoNothing()
  if (shown) {
    const looks = makeAppearances().map(({ portal: key, ...row }) => ({ ...row, portalId: portals[key].id }))
    await tx.insert(appearanceVersion).values(looks).onConflictDoNothing()
    await insertRareContent(tx, now, pictures)
    await tx.insert(fanPlace).values(makeFans(now)).onConflictDoNothing()
  }
}

function productRow(one: WorldProduct) {
  const { id, name, sku, category, format, priceCents, costCents } = one
  const row = { id, name, sku, category, format, priceCents, costCents }
  return { ...row, portalId: portals[one.portal].id, status: 'active' as const, taxClass: 'general' }
}

/** What a format asks of a product that is on sale. */
const soldBy = ({ portal: key, format, sku, category }: WorldProduct) => ({
  editionUnits: format === 'limited' ? (category === 'album' ? 1_000 : 250) : null,
  fileUrl: format === 'digital' ? `https://descargas.${portals[key].customUrl}.es/${sku}.zip` : null,
})

async function insertPeople(tx: Tx, passwordHash: string) {
  const cast: CastPerson[] = Object.values(people)
  const rows = cast.map(({ members: _m, suspended, invited, ...row }) => ({
    ...row,
    demo: true,
    passwordHash: invited ? null : passwordHash,
    suspendedAt: suspended ? new Date() : null,
  }))
  await tx.insert(person).values(rows).onConflictDoNothing()
  const named = (one: CastPerson) =>
    one.members.map(({ portal: key, ...row }) => ({
      ...row,
      portalId: portals[key].id,
      personId: one.id,
    }))
  const isAsked = (one: CastPerson) => one.invited === true
  await tx
    .insert(member)
    .values(cast.filter((one) => !isAsked(one)).flatMap(named))
    .onConflictDoNothing()
  const asked = { invitedBy: people.artist.id, sentAt: new Date() }
  await tx
    .insert(invitation)
    .values(
      cast
        .filter(isAsked)
        .flatMap((one) => named(one).map((row) => ({ ...row, ...asked, id: one.id, name: one.name }))),
    )
    .onConflictDoNothing()
  await tx.insert(apiKey).values(makeKeys(new Date())).onConflictDoNothing()
  await ensureContacts(tx)
}
