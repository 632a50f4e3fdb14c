import { createHash, createHmac } from 'node:crypto'
import { v7 } from 'uuid'
import { isSigned } from '#features/connectors/server/signature.ts'
import { unseal } from '#features/two-factor/server/totp.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { OpenCall } from '#platform/call.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import type { PrivacyKind } from '../choices.ts'
import { eraseBuyers } from './erase-buyers.ts'

const kinds: Record<string, PrivacyKind> = {
  'customers/data_request': 'data',
  'customers/redact': 'customer',
  'shop/redact': 'shop',
}

/** As shopify.dev has the bodies (Privacy law compliance). */
interface Asked {
  shop_domain?: unknown
  customer?: { id?: unknown; email?: unknown }
  orders_to_redact?: unknown
  orders_requested?: unknown
  data_request?: { id?: unknown }
}

interface Of {
  portal_id: string
  connector_id: string
  source: string
  connected: boolean
  sealed: Uint8Array | null
}

/**
 * Does what Shopify asks for a customer or a shop, before it is answered. Signed by the installation's app, or by the one of the
 * shop's own organisation. @throws AppError 401 for what nobody signed; NotFound for another topic.
 */
export async function receivePrivacy({
  database,
  services,
  delivery,
}: OpenCall): Promise<Record<string, never>> {
  if (!delivery) throw new AppError(401, 'connectors.signature')
  const body = readAsked(delivery.bytes)
  const domain = typeof body.shop_domain === 'string' ? body.shop_domain : ''
  // Also of a shop that has been disconnected: what it brought in is still here.
  const shops = await database.query<Of>(
    `select c.portal_id, c.id as connector_id, c.source, coalesce(a.state = 'connected', false) as connected, s.sealed
    from connector c left join shop_access a on a.portal_id = c.portal_id and a.connector_id = c.id
    left join connector_secret s on s.connector_id = c.id
    where c.kind = 'shopify' and c.label = $1`,
    [/^([a-z0-9-]+)\.myshopify\.com$/.exec(domain)?.[1] ?? ''],
  )
  const app = services.shops.shopify?.clientSecret
  const signed = (secret: string | undefined) => secret !== undefined && isSigned('shopify', secret, delivery)
  const own = ({ connector_id, sealed }: Of) =>
    sealed ? unseal(services.secret, connector_id, Buffer.from(sealed).toString()) : undefined
  const theirs = shops.filter((shop) => signed(app) || signed(own(shop)))
  if (theirs.length === 0 && !signed(app)) throw new AppError(401, 'connectors.signature')
  // Who has not signed does not learn what is listened to.
  const kind = kinds[delivery.header('x-shopify-topic') ?? '']
  if (!kind) throw new NotFound()
  const hash = createHash('sha256').update(delivery.bytes).digest()
  for (const shop of theirs)
    await inBulk(database, (bulk) => answerOne(bulk, shop, { kind, body, hash, key: services.secret }))
  return {}
}

function readAsked(bytes: Uint8Array): Asked {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const idsOf = (value: unknown) => (Array.isArray(value) ? value.slice(0, 10_000).map(textOf) : [])

interface Request {
  kind: PrivacyKind
  body: Asked
  hash: Buffer
  key: Buffer
}

async function answerOne(bulk: Bulk, shop: Of, { kind, body, hash, key }: Request): Promise<void> {
  const { portal_id, connector_id, source } = shop
  await bulk.query('drop table if exists asked')
  const email = textOf(body.customer?.email).trim().toLowerCase()
  const buyer = email ? createHmac('sha256', key).update(`buyer:${email}`).digest('hex').slice(0, 32) : ''
  const numbers = idsOf(kind === 'data' ? body.orders_requested : body.orders_to_redact)
  // Its orders may be parted between the portals that its products belong to.
  await bulk.query(
    `create temporary table asked on commit drop as
    select o.portal_id, o.id, o.source, o.external_id from "order" o
    left join order_state s on s.portal_id = o.portal_id and s.source = o.source and s.external_id = o.external_id
    where o.source = $3 and o.portal_id in (select $1::uuid
        union select target_id from shop_item where portal_id = $1 and connector_id = $2)
      and ($4 or o.buyer_hash = decode(nullif($5, ''), 'hex') or s.state->>'sourceId' = any($6::text[]))`,
    [portal_id, connector_id, source, kind === 'shop', buyer, numbers],
  )
  const reference = textOf(kind === 'data' ? body.data_request?.id : body.customer?.id)
  const [kept] = await bulk.query<{ id: string }>(
    `insert into shop_privacy (portal_id, id, connector_id, kind, reference, body_hash, orders, held, done_at)
    select $1, $2, $3, $4, $5, $6, (select count(*) from asked), case when $4 = 'data' then ${held} end,
      case when $4 <> 'data' then clock_timestamp() end
    on conflict do nothing returning id`,
    [portal_id, v7(), connector_id, kind, reference.slice(0, 60), hash],
  )
  if (!kept || kind === 'data') return
  await eraseBuyers(bulk)
  await forgetNews(bulk, shop, kind, { email, numbers })
}

const held = `(select coalesce(jsonb_agg(jsonb_build_object('order', o.external_id, 'placedAt', o.placed_at, 'currency', o.currency,
    'country', o.country, 'province', o.province, 'city', o.city, 'campaign', o.campaign,
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'sku', m.sku, 'kind', l.kind, 'units', l.units,
      'net', l.net_amount, 'tax', l.tax_amount) order by l.kind desc, l.ordinal), '[]') from order_line l
      join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
      where l.portal_id = o.portal_id and l.order_id = o.id)) order by o.placed_at, o.id), '[]')
  from "order" o join asked a on a.portal_id = o.portal_id and a.id = o.id)`

/** News that could not be used are kept as they came, with who bought; of a shop that is gone its tokens go too. */
async function forgetNews(
  bulk: Bulk,
  { portal_id, connector_id, connected }: Of,
  kind: PrivacyKind,
  { email, numbers }: { email: string; numbers: string[] },
): Promise<void> {
  await bulk.query(
    `delete from webhook_delivery where portal_id = $1 and connector_id = $2 and body <> '' and ($3
      or nullif($4, '') is not null and position($4 in lower(body)) > 0
      or exists (select 1 from unnest($5::text[]) n where body ~ ('"id":\\s*"?' || n || '"?[,}]')))`,
    [portal_id, connector_id, kind === 'shop', email, numbers.filter((one) => /^\d+$/.test(one))],
  )
  await bulk.query(
    `update shop_privacy set held = null where portal_id = $1 and connector_id = $2 and ($3 or reference = any($4::text[]))`,
    [portal_id, connector_id, kind === 'shop', numbers],
  )
  // Allowed again since: its tokens are of now.
  if (kind !== 'shop' || connected) return
  await bulk.query('delete from shop_access where portal_id = $1 and connector_id = $2', [
    portal_id,
    connector_id,
  ])
  await bulk.query('delete from connector_secret where connector_id = $1', [connector_id])
}
