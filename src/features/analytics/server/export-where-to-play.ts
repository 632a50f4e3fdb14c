import type { Locale } from '#platform/constants.ts'
import { type CsvCell, marksFor } from '#platform/csv-out.ts'
import { type SheetAsked, type SheetKind, sheetFile } from '#platform/sheet-out.ts'
import { formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { Row } from '../contract.ts'
import type { Asking } from './detail.ts'
import { countryIn, madeAt, writtenFilters } from './export-words.ts'
import { readPeriod } from './period.ts'
import { allPlaces, type PlayQuery } from './where-to-play.ts'

interface PlayFile extends PlayQuery {
  format: 'csv' | 'xlsx'
  locale?: Locale | undefined
}

const columns: [key: string, title: string][] = [
  ['name', ''],
  ['country', 'detail.by.countries'],
  ['around', 'detail.play.around'],
  ['netCents', 'analytics.measure.netCents'],
  ['orders', 'analytics.measure.orders'],
  ['visitors', 'analytics.measure.visitors'],
  ['fans', 'detail.play.fans'],
  ['event', 'detail.play.event'],
  ['startsAt', 'detail.play.eventAt'],
  ['nearest', 'detail.play.nearestCity'],
  ['nearestKm', 'detail.play.nearestKm'],
  ['nearestAt', 'detail.play.nearestAt'],
]

const kinds: Record<string, SheetKind> = {
  netCents: 'money',
  orders: 'count',
  visitors: 'count',
  fans: 'count',
  nearestKm: 'count',
}

/** All places of «Where to play» in their order, with the period and the filters below, as the other files have them. */
export async function exportWhereToPlay(
  asking: Asking,
  call: SheetAsked,
  { format, ...query }: PlayFile,
): Promise<ReadableStream<Uint8Array>> {
  const locale = query.locale ?? asking.locale
  const by = query.by ?? 'cities'
  const say = (key: string) => words(key, locale)
  const { span } = readPeriod(query, asking.now)
  const [first, last] = [formatDay(span.first), formatDay(span.last)]
  const { places, rowOf, unplacedFans } = await allPlaces(asking, query)
  const shown = columns.filter(([key]) => by === 'areas' || key !== 'around')
  const filters = await writtenFilters(
    asking.tx,
    asking.base,
    'salesByLocation',
    { ...query, by: undefined },
    locale,
  )
  const area = query.area ? [[say('detail.by.areas'), query.area.slice(query.area.indexOf('/') + 1)]] : []
  const chosen = [...filters.map(([name, values]) => [say(`detail.filter.${name}`), values]), ...area]
  const foot = [
    [],
    [say('detail.export.period'), `${first} – ${last}`],
    ...(chosen.length > 0 ? chosen : [[say('detail.export.filters'), say('detail.export.noFilters')]]),
    [say('detail.export.order'), `↓ ${say('analytics.measure.netCents')}`],
    ...(unplacedFans > 0 ? [[say('detail.play.fansWithout'), unplacedFans]] : []),
    [say('detail.export.made'), madeAt(asking.now)],
  ]
  async function* lines(): AsyncGenerator<CsvCell[][]> {
    yield places.map((place) => lineOf(rowOf(place), shown, locale))
    yield foot
  }
  return sheetFile(call, {
    name: `${say('detail.play.title')}-${first}-${last}`,
    as: format,
    marks: marksFor({ ...call, locale }),
    heading: shown.map(([key, title]) => say(key === 'name' ? `detail.by.${by}` : title)),
    kinds: shown.map(([key]) => kinds[key] ?? 'text'),
    title: say('detail.play.title').slice(0, 31),
    lines: lines(),
  })
}

function lineOf(row: Row, shown: typeof columns, locale: Locale): CsvCell[] {
  return shown.map(([key]) => {
    const value = row[key] ?? null
    if (key === 'country') return countryIn(String(value), locale)
    if (key === 'netCents') return Number(value) / 100
    return typeof value === 'boolean' ? null : value
  })
}
