import type { Bulk } from '#platform/bulk.ts'
import { cityOf, type LineDraft } from './line-draft.ts'
import { keyOf } from './order-histories.ts'

/** When an order was placed, and from where, as a source tells it; what it does not tell stays as it was. */
interface Head {
  portalId: string
  externalId: string
  placedAt: number
  country: string | null
  province: string | null
  city: string | null
  campaign: string | null
}

interface Row {
  portal_id: string
  external_id: string
  placed_at: string
  country: string | null
  province: string | null
  city: string | null
  campaign: string | null
}

const told = (draft: LineDraft): Head => {
  const { portalKey, externalId, placedAt, country, province, campaign } = draft
  return {
    ...{ portalId: portalKey ?? '', externalId, placedAt, campaign: campaign ?? null },
    ...{ country: country ?? null, province: province ?? null, city: cityOf(draft) },
  }
}

/** Orders that are known with another head than is told now, each with all of its new one. */
export async function differentHeads(
  bulk: Bulk,
  source: string,
  drafts: readonly LineDraft[],
): Promise<Map<string, Head>> {
  const heads = new Map(
    drafts.map((draft) => [keyOf(draft.portalKey ?? '', draft.externalId), told(draft)] as const),
  )
  const rows = await bulk.query<Row>(
    `select o.portal_id, o.external_id, o.placed_at::text as placed_at, o.country, o.province, o.city, o.campaign
    from jsonb_to_recordset($2::jsonb) as x(p uuid, e text)
    join "order" o on o.portal_id = x.p and o.source = $1 and o.external_id = x.e`,
    [source, JSON.stringify([...heads.values()].map(({ portalId: p, externalId: e }) => ({ p, e })))],
  )
  const different = new Map<string, Head>()
  for (const row of rows) {
    const key = keyOf(row.portal_id, row.external_id)
    const head = heads.get(key)
    if (!head) continue
    // A place is told as a whole: the city of one country is none of another.
    const place = head.country === null ? row : head
    const whole = {
      ...head,
      ...{ country: place.country, province: place.province, city: place.city },
      campaign: head.campaign ?? row.campaign,
    }
    const same =
      new Date(row.placed_at).getTime() === whole.placedAt &&
      (['country', 'province', 'city', 'campaign'] as const).every((name) => row[name] === whole[name])
    if (!same) different.set(key, whole)
  }
  return different
}

/** Gives orders their new heads. Their facts have to be out of all figures, which are kept by what stands here. */
export async function correctHeads(bulk: Bulk, source: string, heads: Iterable<Head>): Promise<void> {
  const rows = [...heads].map(({ placedAt, ...head }) => ({
    ...head,
    placed_at: new Date(placedAt).toISOString(),
  }))
  if (rows.length === 0) return
  await bulk.query(
    `update "order" o set placed_at = x.placed_at, country = x.country, province = x.province, city = x.city, campaign = x.campaign,
      updated_at = clock_timestamp()
    from jsonb_to_recordset($2::jsonb) as x("portalId" uuid, "externalId" text, placed_at timestamptz, country text, province text,
      city text, campaign text)
    where o.portal_id = x."portalId" and o.source = $1 and o.external_id = x."externalId"`,
    [source, JSON.stringify(rows)],
  )
}
