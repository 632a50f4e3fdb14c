import { createFileRoute } from '@tanstack/react-router'
import { permissionsOf } from '#pages/navigation.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { Blank } from '../contract.ts'
import { BlankForm } from './blank-form.tsx'
import classes from './blanks.module.css'

/** One page for a new blank and for an old one: `blankId` is `new` or a blank's id. */
export const Route = createFileRoute('/_app/products/blanks/$blankId')({
  beforeLoad: ({ params, context }) => {
    const editable = can(permissionsOf(context.session), 'products.manageblanks')
    idOrNew(params.blankId, editable)
    return { editable }
  },
  loader: async ({ context: { api, editable }, params }) => {
    const blank = params.blankId === 'new' ? null : await api.blanks.getBlank({ blankId: params.blankId })
    orNotThere(blank)
    return { blank, editable }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${titleOf(loaderData?.blank)} · Backline` }] }),
  component: BlankPage,
})

const titleOf = (blank: Blank | { error: unknown } | null | undefined) => {
  if (blank === null) return m['products.blanks.new']()
  return blank && 'name' in blank ? blank.name : m['products.blanks.title']()
}

function BlankPage() {
  const { blank, editable } = Route.useLoaderData()
  return (
    <EntityPage
      entity={blank}
      failed={m['products.blanks.loadFailed']()}
      list={{ to: '/products/blanks', title: m['products.blanks.title']() }}
      title={titleOf}
      step={(one) =>
        !one ? m['products.form.newStep']() : editable ? m['products.form.editStep']() : m['ui.viewStep']()
      }
    >
      {(one) => (
        <BlankForm
          key={versionKey(one)}
          blank={one}
          editable={editable}
          side={one ? <Needing blank={one} /> : undefined}
        />
      )}
    </EntityPage>
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
              <Supply of={supply} />
            </li>
          ))}
        </ul>
      )}
      {blank.products > blank.needing.length ? (
        <a href={localized(`/products?blank=${blank.id}&status=active`)}>
          {m['products.blanks.needingAll']({ total: here().number(blank.products) })}
        </a>
      ) : undefined}
    </Frame>
  )
}

function Supply({ of }: { of: Blank['needing'][number]['supply'] }) {
  if (of === 'ok') return <Status mark="live">{m['products.status.active']()}</Status>
  if (of === 'partly') return <Status mark="review">{m['products.supply.partly']()}</Status>
  return <Status mark="broken">{m['products.supply.out']()}</Status>
}
