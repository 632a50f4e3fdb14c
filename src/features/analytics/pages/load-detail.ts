import { type Api, isFailure, type Result } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#navigation.ts'
import type { DetailAnswer, FilterOptions } from '../detail-contract.ts'
import { type DetailKind, kinds } from './detail-kinds.ts'
import { type DetailSearch, queryOf } from './detail-search.ts'
import { daysOf } from './period.ts'

export interface LoadedDetail {
  days: { f?: string; t?: string }
  answer: Result<DetailAnswer>
  options: FilterOptions | undefined
}

type Query = Record<string, unknown>
type Call = (input: never, options?: { key: string }) => Promise<Result<DetailAnswer>>

/** A label and staff name no portal, everyone else their current one. */
export function detailCall(api: Api, session: Session | null, kind: DetailKind) {
  const { call } = kinds[kind]
  const portal = currentPortal(session)
  const analytics = api.analytics as unknown as Record<string, Call>
  return (query: Query, key: string): Promise<Result<DetailAnswer>> => {
    if (session?.user.staff || !portal || portal.label)
      return analytics[call]?.(query as never, { key }) as never
    return analytics[`${call}OfPortal`]?.({ ...query, portalId: portal.id } as never, { key }) as never
  }
}

/** The address that downloads the same as a file. */
export function exportAddress(
  session: Session | null,
  kind: DetailKind,
  search: DetailSearch,
  days: { f?: string; t?: string },
  format: 'csv' | 'xlsx',
  locale: string,
): string {
  const portal = currentPortal(session)
  const one = session?.user.staff || !portal || portal.label ? '' : `/${portal.id}`
  const query = new URLSearchParams({ format, locale })
  for (const [name, value] of Object.entries({ ...queryOf(search, days), columns: search.columns }))
    for (const each of [value].flat())
      if (each !== undefined && name !== 'page') query.append(name, String(each))
  return `/api/analytics/export/${kinds[kind].call}${one}?${query}`
}

/** What a detail page shows, and the names of what its filters name. */
export async function loadDetail(
  api: Api,
  session: Session | null,
  kind: DetailKind,
  search: DetailSearch,
): Promise<LoadedDetail> {
  const days = daysOf(search, new Date())
  const { products, excludedProducts, portals, labels } = search
  const chosen = [products, excludedProducts, portals, labels].flatMap((ids) => ids ?? [])
  const [answer, options] = await Promise.all([
    detailCall(api, session, kind)(queryOf(search, days), 'detail'),
    chosen.length > 0 ? api.analytics.filterOptions({ chosen }, { key: 'names' }) : undefined,
  ])
  return { days, answer, options: isFailure(options) ? undefined : options }
}
