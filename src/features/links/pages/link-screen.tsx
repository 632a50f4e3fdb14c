import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { nameOf, type readLink } from './link-data.ts'
import { LinkForm } from './link-form.tsx'

/** One page for a new link and for an old one. */
export function LinkScreen({ place, editable, link }: Awaited<ReturnType<typeof readLink>>) {
  const list = `${place.base}/links`
  return (
    <EntityPage
      entity={link}
      failed={m['links.loadFailed']()}
      list={{ to: list, title: m['links.title']() }}
      title={nameOf}
      step={(one) =>
        !one ? m['links.form.newStep']() : editable ? m['links.form.editStep']() : m['ui.viewStep']()
      }
    >
      {(one) => (
        <LinkForm
          key={versionKey(one)}
          portalId={place.portal.id}
          link={one}
          list={list}
          editable={editable}
        />
      )}
    </EntityPage>
  )
}
