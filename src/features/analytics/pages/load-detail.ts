import { type Api, isFailure, type Result } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { DetailKind } from '../choices.ts'
import type { Row } from '../contract.ts'
import type { DetailAnswer, FilterOptions } from '../detail-contract.ts'
import type { Flags } from '../why-contract.ts'
import { kinds } from './detail-kinds.ts'
import { type DetailSearch, queryOf } from './detail-search.ts'
import { showsKept } from './kept-query.ts'
import { daysOf } from './period.ts'
import { usualColumns } from './usual-columns.ts'

export interface LoadedDetail {
  days: { f?: string; t?: string }
  answer: Result<DetailAnswer>
  options: FilterOptions | undefined
  /** What happened in the period; undefined where that could not be told. */
  flags?: Flags | undefined
  /** Where a map is shown: every place with sales, those that sold most first, whatever page the table is on. */
  places?: readonly Row[]
  /** The saved view that was opened, while nothing of it has been changed. */
  view?: { name: string } | undefined
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

/** The address that downloads the same as a file, with the columns on screen. */
export function exportAddress(
  session: Session | null,
  kind: DetailKind,
  search: DetailSearch,
  { days, answer }: { days: LoadedDetail['days']; answer: DetailAnswer },
  format: 'csv' | 'xlsx',
  locale: string,
): string {
  const portal = currentPortal(session)
  const one = session?.user.staff || !portal || portal.label ? '' : `/${portal.id}`
  const query = new URLSearchParams({ format, locale })
  const usual = usualColumns(answer)
  const left = usual.length < answer.columns.length - 1 ? usual : undefined
  const columns = search.columns ?? left
  for (const [name, value] of Object.entries({ ...queryOf(search, days), columns }))
    for (const each of [value].flat())
      if (each !== undefined && name !== 'page') query.append(name, String(each))
  return `/api/analytics/export/${kinds[kind].call}${one}?${query}`
}

/** What is loaded because a link is pointed at must not cancel what the page on screen waits for. */
export const callKey = (name: string, preload: boolean): string => (preload ? `${name} ahead` : name)

/** What happened in a period, at the portals that a page is narrowed to. A chart without it is a chart still. */
export async function loadFlags(
  { api, session }: { api: Api; session: Session | null },
  days: { f?: string; t?: string },
  { portals, labels, portalTypes }: Pick<DetailSearch, 'portals' | 'labels' | 'portalTypes'>,
  preload: boolean,
): Promise<Flags | undefined> {
  if (!days.f || !days.t) return undefined
  const query = { ...days, portals, labels, portalTypes } as Parameters<typeof api.analytics.flags>[0]
  const key = { key: callKey('flags', preload) }
  const portal = currentPortal(session)
  const found =
    session?.user.staff || !portal || portal.label
      ? await api.analytics.flags(query, key)
      : await api.analytics.flagsOfPortal({ ...query, portalId: portal.id }, key)
  return isFailure(found) ? undefined : found
}

/** What a detail page shows, and the names of what its filters name. */
export async function loadDetail(
  { api, session }: { api: Api; session: Session | null },
  kind: DetailKind,
  search: DetailSearch,
  preload: boolean,
): Promise<LoadedDetail> {
  const days = daysOf(search, new Date())
  const { products, excludedProducts, portals, labels } = search
  const chosen = [products, excludedProducts, portals, labels].flatMap((ids) => ids ?? [])
  const call = detailCall(api, session, kind)
  const query = queryOf(search, days)
  const key = (name: string) => callKey(`${kind} ${name}`, preload)
  const [answer, options, flags, views] = await Promise.all([
    call(query, preload ? key('detail') : 'detail'),
    chosen.length > 0 ? api.analytics.filterOptions({ chosen }, { key: key('names') }) : undefined,
    loadFlags({ api, session }, days, search, preload),
    search.view ? api.savedViews.listViews({}, { key: key('views') }) : undefined,
  ])
  const view = isFailure(views)
    ? undefined
    : views.items.find(
        ({ id, page, query }) =>
          id === search.view && page === kind && showsKept(search, query, formatDay(dayOf(Date.now()))),
      )
  const mapped = kind === 'sales-by-location' && search.by !== 'cities' && !isFailure(answer)
  return {
    days,
    answer,
    options: isFailure(options) ? undefined : options,
    flags,
    ...(view ? { view: { name: view.name } } : {}),
    ...(mapped
      ? { places: await placesOf(answer, (page) => call({ ...query, page, orderBy }, key(`${page}`))) }
      : {}),
  }
}

const orderBy = '-netCents'

/** The table's rows where these are all, otherwise those of all its pages. */
async function placesOf(
  answer: DetailAnswer,
  ask: (page: number) => Promise<Result<DetailAnswer>>,
): Promise<Row[]> {
  const net = ({ netCents }: Row) => Number(netCents ?? 0)
  const whole = answer.total <= answer.rows.length
  const pages = Array.from({ length: Math.ceil(answer.total / answer.pageSize) }, (_, at) => at + 1)
  const found = whole ? [answer] : await Promise.all(pages.map(ask))
  return found.flatMap((one) => (isFailure(one) ? [] : one.rows)).sort((a, b) => net(b) - net(a))
}
