import { Link, useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { units } from '#ui/units.ts'
import { useAnswer } from '#ui/use-answer.ts'
import type { Returns } from '../questions-contract.ts'
import detail from './detail.module.css'
import { type DetailSearch, queryOf } from './detail-search.ts'
import classes from './objective.module.css'

type Item = NonNullable<Returns['items']>[number]

interface ReturnsFrameProps {
  days: { f: string; t: string }
  search: DetailSearch
}

/** What came back of what was sold, asked after the page stands; of one product alone, its variants. */
export default function ReturnsFrame({ days, search }: ReturnsFrameProps) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const portal = currentPortal(session)
  const { compare: _, by: _b, orderBy: _o, page: _p, ...filters } = queryOf(search, days)
  const [only, ...others] = search.products ?? []
  const variants = only && others.length === 0
  const query = { ...filters, ...(variants ? { variantsOf: only } : {}) } as Parameters<
    typeof api.analytics.returns
  >[0]
  const { answer } = useAnswer(
    () =>
      session?.user.staff || !portal || portal.label
        ? api.analytics.returns(query, { key: 'returns' })
        : api.analytics.returnsOfPortal({ ...query, portalId: portal.id }, { key: 'returns' }),
    JSON.stringify(query),
  )
  if (answer === undefined) return <div className={classes.coming} />
  if (isFailure(answer) || !answer?.items) return null
  const { items, total } = answer
  return (
    <section>
      <div className={detail.tableHead}>
        <h2>{m['detail.returns.title']()}</h2>
        <ShareBack of={answer} />
      </div>
      <p className={detail.lead}>{backSaid(answer)}</p>
      {items.length > 0 ? (
        <DataTable
          label={m['detail.returns.title']()}
          rows={items}
          rowKey={({ id }) => id}
          columns={columnsOf(variants ? undefined : search)}
        />
      ) : undefined}
      <p className={classes.note}>
        {firstOf(items.length, total ?? 0)}
        {m['detail.returns.how']()}
      </p>
    </section>
  )
}

interface Back {
  sold?: number | null
  cancelled?: number | null
  refunded?: number | null
}

const backOf = ({ cancelled, refunded }: Back) => (cancelled ?? 0) + (refunded ?? 0)

function ShareBack({ of }: { of: Back }) {
  const back = backOf(of)
  return back > 0 && of.sold ? <b>{here().percent(back / of.sold)}</b> : undefined
}

function backSaid(answer: Back): string {
  const { sold, cancelled, refunded } = answer
  const { number } = here()
  const back = backOf(answer)
  if (back <= 0) return m['detail.returns.none']()
  return m['detail.returns.of']({
    ...{ back: units(back), sold: units(sold ?? 0) },
    ...{ cancelled: number(cancelled ?? 0), refunded: number(refunded ?? 0) },
  })
}

function firstOf(shown: number, total: number): string | undefined {
  const { number } = here()
  if (total <= shown) return undefined
  return `${m['detail.firstOf']({ shown: number(shown), total: number(total) })}. `
}

/** Products lead to their variants, with the same days and filters; variants nowhere. */
function columnsOf(search: DetailSearch | undefined): Column<Item>[] {
  const { number, percent } = here()
  const figure = (id: 'sold' | 'cancelled' | 'refunded', title: string): Column<Item> => ({
    id,
    title,
    numeric: true,
    cell: (item) => number(item[id]),
  })
  return [
    {
      id: 'name',
      title: search ? m['detail.column.product']() : m['detail.returns.variant'](),
      phone: 'main',
      cell: ({ id, name }) =>
        search ? (
          <Link to="/analytics/sales-by-product" search={{ ...search, products: [id] }} resetScroll={false}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        ),
    },
    {
      id: 'back',
      title: m['detail.returns.back'](),
      numeric: true,
      phone: 'amount',
      cell: ({ cancelled, refunded }) => units(cancelled + refunded),
    },
    figure('cancelled', m['detail.returns.cancelled']()),
    figure('refunded', m['detail.returns.refunded']()),
    figure('sold', m['detail.returns.sold']()),
    {
      id: 'share',
      title: m['detail.returns.share'](),
      numeric: true,
      phone: 'detail',
      cell: ({ share }) => (share === null ? m['ui.none']() : percent(share)),
    },
  ]
}
