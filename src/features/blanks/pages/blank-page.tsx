import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { localized } from '#ui/localized.ts'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { Blank } from '../contract.ts'
import { BlankForm } from './blank-form.tsx'
import classes from './blanks.module.css'

/** One page for a new blank and for an old one: `blankId` is `new` or a blank's id. */
export const Route = createFileRoute('/_app/products/blanks/$blankId')({
  beforeLoad: ({ params, context }) => {
    const editable = can(permissionsOf(context.session), 'products.manageblanks')
    if (params.blankId === 'new' ? !editable : !isUuid(params.blankId))
      throw notFound({ routeId: rootRouteId })
    return { editable }
  },
  loader: async ({ context: { api, editable }, params }) => {
    const [blank, alternatives] = await Promise.all([
      params.blankId === 'new' ? null : api.blanks.getBlank({ blankId: params.blankId }),
      api.blanks.listAlternatives({}),
    ])
    if (blank && failureCode(blank) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { blank, editable, alternatives: isFailure(alternatives) ? [] : alternatives }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${titleOf(loaderData?.blank)} · Backline` }] }),
  component: BlankPage,
})

const titleOf = (blank: Blank | { error: unknown } | null | undefined) => {
  if (blank === null) return m['products.blanks.new']()
  return blank && 'name' in blank ? blank.name : m['products.blanks.title']()
}

function BlankPage() {
  const { blank, editable, alternatives } = Route.useLoaderData()
  const router = useRouter()
  const failed = blank !== null && isFailure(blank)
  return (
    <Page
      title={titleOf(blank)}
      trail={[
        <TrailLink key="blanks" to="/products/blanks">
          {m['products.blanks.title']()}
        </TrailLink>,
        blank === null ? m['products.form.newStep']() : m['products.form.editStep'](),
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['products.blanks.loadFailed']()}
          code={failureCode(blank)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <BlankForm
          key={blank ? `${blank.id} ${blank.version}` : 'new'}
          blank={blank}
          alternatives={alternatives}
          editable={editable}
          side={blank ? <Needing blank={blank} /> : undefined}
        />
      )}
    </Page>
  )
}

/** Products on sale that are made on it: those that lack it now are told apart. */
function Needing({ blank }: { blank: Blank }) {
  return (
    <Frame title={m['products.blanks.needing']()}>
      {blank.needing.length === 0 ? (
        <p className={classes.soft}>{m['products.blanks.needingNone']()}</p>
      ) : (
        <ul className={classes.list}>
          {blank.needing.map(({ id, name, portal, supply, featured }) => (
            <li key={id}>
              <span>
                <a href={localized(`/products/${portal.id}/${id}`)}>{name}</a>
                <small>
                  {portal.name}
                  {featured > 0 ? ` · ${m['products.blanks.featured']({ count: featured })}` : ''}
                </small>
              </span>
              <Status mark={supply === 'ok' ? 'live' : supply === 'partly' ? 'review' : 'broken'}>
                {supply === 'ok'
                  ? m['products.status.active']()
                  : supply === 'partly'
                    ? m['products.supply.partly']()
                    : m['products.supply.out']()}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}
