import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { ColumnPicker } from '#ui/column-picker.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import type { DetailKind } from '../choices.ts'
import type { Row } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import type { Flags } from '../why-contract.ts'
import { Definitions } from './definitions.tsx'
import classes from './detail.module.css'
import { DetailChart } from './detail-chart.tsx'
import type { DetailSearch } from './detail-search.ts'
import { DetailTable } from './detail-table.tsx'
import { byName, columnTitle } from './detail-words.ts'
import { HeatMap } from './heat-map.tsx'
import { detailCall } from './load-detail.ts'
import { Objective } from './objective.tsx'
import { Owing } from './owing.tsx'
import { ordersPath } from './row-way.ts'
import { comparisonOf } from './toolbar-search.ts'
import { TopPlaces } from './top-places.tsx'
import { shownColumns, usualColumns } from './usual-columns.ts'

// Outlines of the world are only loaded where a map is shown.
const BuyersFrame = lazy(() => import('./buyers.tsx'))
const ReturnsFrame = lazy(() => import('./returns.tsx'))
const PlaceMap = lazy(() => import('./place-map.tsx'))

interface DetailContentProps {
  kind: DetailKind
  session: Session | null
  search: DetailSearch
  api: Api
  by: string | undefined
  answer: DetailAnswer
  places: readonly Row[]
  flags?: Flags | undefined
  onChange: (some: Partial<Record<keyof DetailSearch, unknown>>) => void
  onPage: (page: number) => void
}

/** What a detail page shows of its answer: chart, what belongs to its subject, and the table. */
export function DetailContent({
  kind,
  session,
  search,
  api,
  by,
  answer,
  places,
  flags,
  onChange,
  onPage,
}: DetailContentProps) {
  const usual = usualColumns(answer)
  const columns = shownColumns(answer.columns, search.columns ?? usual)
  const choosable = answer.columns
    .filter(({ key }) => key !== 'name')
    .map(({ key }) => ({ id: key, title: columnTitle(key, kind, by) }))
  const { f, t } = { f: answer.meta.from, t: answer.meta.to }
  const variantsOf = async (id: string) => {
    const { compare: _, page: _p, orderBy: _o, columns: _c, filter: _f, compareTo: _t, ...filters } = search
    const found = await detailCall(api, session, kind)({ ...filters, f, t, variantsOf: id }, `variants ${id}`)
    return isFailure(found) ? undefined : found.rows
  }
  const variants = kind === 'sales-by-product' ? { variantsOf } : {}
  const map = mapOf(kind, by)
  return (
    <>
      <ChartRow kind={kind} search={search} answer={answer} flags={flags} />
      {kind === 'income-detail' && !answer.owing ? (
        <p className={classes.note}>{m['detail.owing.rounded']()}</p>
      ) : undefined}
      <Hours heat={answer.heat} days={{ f, t }} />
      {kind === 'orders-sold' || kind === 'visits-detail' ? (
        <div className={classes.gap}>
          <Afterwards low>
            <BuyersFrame days={{ f, t }} search={search} />
          </Afterwards>
        </div>
      ) : undefined}
      {map ? (
        <div className={classes.two}>
          <Frame title={mapTitles[map]()}>
            <Afterwards>
              <PlaceMap places={places} by={map} />
            </Afterwards>
          </Frame>
          <TopPlaces places={places} answer={answer} by={map} />
        </div>
      ) : undefined}
      <Definitions />
      <div className={classes.tableHead}>
        <h2>{countWord(answer.total)}</h2>
        {by ? <span data-unseen="always">{byName(by)}</span> : undefined}
        <ColumnPicker
          columns={choosable}
          usual={usual}
          chosen={search.columns}
          onChange={(chosen) => onChange({ columns: chosen })}
        />
      </div>
      {answer.total === 0 ? (
        <Empty drawing={false} title={m['detail.empty.title']()} text={m['detail.empty.text']()} />
      ) : (
        <>
          <DetailTable
            kind={kind}
            by={by}
            search={search}
            answer={answer}
            columns={columns}
            orderBy={answer.orderBy}
            orders={ordersPath(session)}
            onSort={(orderBy) => onChange({ orderBy })}
            {...variants}
          />
          <Pager found={answer} onPage={onPage} />
        </>
      )}
      {kind === 'sales-by-product' ? (
        <div className={classes.gap}>
          <Afterwards low>
            <ReturnsFrame days={{ f, t }} search={search} />
          </Afterwards>
        </div>
      ) : undefined}
    </>
  )
}

/** The chart, and beside it what its figures are held against. */
function ChartRow({
  kind,
  search,
  answer,
  flags,
}: Pick<DetailContentProps, 'kind' | 'search' | 'answer' | 'flags'>) {
  const { objective, owing } = answer
  return (
    <div className={objective || owing ? classes.two : classes.gap}>
      <DetailChart kind={kind} answer={answer} flags={flags} compare={comparisonOf(search)} />
      {objective ? <Objective objective={objective} year={answer.meta.to.slice(0, 4)} /> : undefined}
      {owing ? <Owing owing={owing} /> : undefined}
    </div>
  )
}

/** The hours of one day are no habit. */
const Hours = ({ heat, days }: { heat: DetailAnswer['heat']; days: { f: string; t: string } }) =>
  heat && days.f !== days.t ? (
    <div className={classes.gap}>
      <HeatMap heat={heat} />
    </div>
  ) : undefined

const mapTitles = { provinces: m['detail.map.spain'], countries: m['detail.map.world'] }

/** Which map shows the places of these rows; of cities there is none. */
function mapOf(kind: DetailKind, by: string | undefined) {
  if (kind !== 'sales-by-location') return undefined
  return by === 'countries' || by === 'provinces' ? by : undefined
}

const countWord = (total: number) =>
  total === 1 ? m['detail.oneRow']() : m['detail.rows']({ total: here().number(total) })

/** Not while rendering on the server: what is inside is a file of its own that would have to be waited for. */
function Afterwards({ children, low = false }: { children: ReactNode; low?: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  const waiting = <div className={low ? classes.low : classes.waiting} />
  return shown ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}
