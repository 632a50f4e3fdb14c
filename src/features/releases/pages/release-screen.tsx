import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import type { readRelease } from './release-data.ts'
import { ReleaseForm } from './release-form.tsx'

/** One page for a new release and for an old one. */
export function ReleaseScreen(props: Awaited<ReturnType<typeof readRelease>>) {
  const { place, release, products, services, title } = props
  const list = `${place.base}/releases`
  return (
    <EntityPage
      entity={release}
      failed={m['releases.loadFailed']()}
      list={{ to: list, title: m['releases.title']() }}
      title={title}
      step={(one) => (one ? m['releases.form.editStep']() : m['releases.form.newStep']())}
    >
      {(one) => (
        <ReleaseForm
          key={versionKey(one)}
          portalId={place.portal.id}
          release={one}
          list={list}
          products={products}
          services={services}
        />
      )}
    </EntityPage>
  )
}
