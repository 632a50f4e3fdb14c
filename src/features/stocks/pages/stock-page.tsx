import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import { Ledger } from './ledger.tsx'
import { LevelsForm } from './levels-form.tsx'
import { MoveForm } from './move-form.tsx'
import { stockName } from './stock-words.ts'
import classes from './stocks.module.css'

/** One variant: how many there are, what happened to them, and what can be written down. */
export const Route = createFileRoute('/_app/stocks/$stockId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !isUuid(params.stockId)) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context: { api, portal }, params }) => {
    const stock = await api.stocks.getStock({ portalId: portal.id, stockId: params.stockId })
    if (failureCode(stock) === 'notFound') throw notFound({ routeId: rootRouteId })
    const editable = can(portal.permissions, 'stocks.managestocks')
    const others = editable ? await api.stocks.listStocks({ portalId: portal.id }) : undefined
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(stock) ? undefined : stockName(stock)
    return { portal, stock, editable, others: others && !isFailure(others) ? others.items : [], title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? m['stocks.title']()} · Backline` }] }),
  component: StockPage,
})

function StockPage() {
  const { portal, stock, editable, others } = Route.useLoaderData()
  const router = useRouter()
  const { number } = here()
  if (isFailure(stock))
    return (
      <Page title={m['stocks.title']()}>
        <ErrorState
          title={m['stocks.loadFailed']()}
          code={failureCode(stock)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  const figures = [
    ['onHand', m['stocks.column.onHand'](), stock.onHand],
    ['committed', m['stocks.column.committed'](), stock.committed],
    ['safety', m['stocks.column.safety'](), stock.safety],
    ['available', m['stocks.column.available'](), stock.available],
    ['incoming', m['stocks.column.incoming'](), stock.incoming],
  ] as const
  return (
    <Page
      title={stockName(stock)}
      lead={stock.sku ?? undefined}
      trail={[
        <TrailLink key="stocks" to="/stocks">
          {m['stocks.title']()}
        </TrailLink>,
        stock.sku ?? m['stocks.detail'](),
      ]}
    >
      <div className={classes.stack}>
        <div>
          <dl className={classes.figures}>
            {figures.map(([id, title, value]) => (
              <div key={id}>
                <dt>{title}</dt>
                <dd>{number(value)}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.note}>{m['stocks.formula']()}</p>
        </div>
        <div className={classes.columns}>
          <Frame title={m['stocks.ledger.title']()}>
            <Ledger movements={stock.movements} total={stock.movementsTotal} />
          </Frame>
          {editable ? (
            <div className={classes.stack}>
              <Frame title={m['stocks.move.title']()}>
                <MoveForm
                  portalId={portal.id}
                  stock={stock}
                  others={others.filter(({ id }) => id !== stock.id)}
                />
              </Frame>
              <Frame title={m['stocks.levels.title']()}>
                <LevelsForm key={stock.version} portalId={portal.id} stock={stock} />
              </Frame>
            </div>
          ) : undefined}
        </div>
      </div>
    </Page>
  )
}
