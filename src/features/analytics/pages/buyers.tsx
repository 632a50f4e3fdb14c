import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { PlaceFilter } from '#features/orders/pages/place-filter.tsx'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { DetailSearch } from './detail-search.ts'
import classes from './objective.module.css'

/** How many of those who bought come back; asked after the page stands, for it looks at every order before. */
export default function BuyersFrame({
  days,
  search,
}: {
  days: { f: string; t: string }
  search: DetailSearch
}) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const portal = currentPortal(session)
  const { portals, labels, portalTypes, countries } = search
  const [place, setPlace] = useState<string>()
  const query = { ...days, portals, labels, portalTypes, countries, place } as Parameters<
    typeof api.analytics.buyers
  >[0]
  const asked = JSON.stringify(query)
  const { answer, about } = useAnswer(
    () =>
      session?.user.staff || !portal || portal.label
        ? api.analytics.buyers(query, { key: 'buyers' })
        : api.analytics.buyersOfPortal({ ...query, portalId: portal.id }, { key: 'buyers' }),
    asked,
  )
  const { percent } = here()
  // Places are those of orders: whoever may not see these has no names to choose from.
  const held = permissionsOf(session)
  const choosable = can(held, 'stocks.viewstocks') || can(held, 'products.viewproducts')
  if (answer === undefined) return <div className={classes.coming} />
  if (isFailure(answer) || answer?.buyers === null) return null
  const { buyers, returning } = answer
  const share = buyers ? (returning ?? 0) / buyers : 0
  return (
    <Frame
      title={m['detail.buyers.title']()}
      control={buyers && about === asked ? <b>{percent(share)}</b> : undefined}
    >
      {choosable ? <PlaceFilter value={place} places={[]} onChange={setPlace} /> : undefined}
      {/* What stood for other filters is not to be read as these buyers'. */}
      <div className={classes.answer} aria-busy={about !== asked}>
        <Returning answer={answer} share={share} />
      </div>
    </Frame>
  )
}

type Buyers = Exclude<Awaited<ReturnType<Api['analytics']['buyers']>>, Failure | undefined>

/** How many of the buyers and of their orders are of those who came back, and what is not known of. */
function Returning({ answer, share }: { answer: Buyers; share: number }) {
  const { number } = here()
  const { buyers, returning, orders, returningOrders, unknownOrders } = answer
  return (
    <>
      {buyers ? (
        <>
          <div className={classes.bar} aria-hidden="true">
            <i style={{ inlineSize: `${share * 100}%` }} />
          </div>
          <p>{m['detail.buyers.of']({ buyers: number(buyers), returning: number(returning ?? 0) })}</p>
        </>
      ) : (
        <p>{m['detail.buyers.none']()}</p>
      )}
      <p className={classes.note}>
        {buyers
          ? m['detail.buyers.orders']({
              orders: number(orders ?? 0),
              returning: number(returningOrders ?? 0),
            })
          : undefined}{' '}
        {unknownOrders ? m['detail.buyers.unknown']({ orders: number(unknownOrders) }) : undefined}{' '}
        {m['detail.buyers.how']()}
      </p>
    </>
  )
}
