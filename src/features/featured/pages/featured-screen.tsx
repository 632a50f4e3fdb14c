import { together } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import type { readFeatured } from './featured-data.ts'
import { FeaturedForm } from './featured-form.tsx'

/** One page for a new featured item and for an old one. */
export function FeaturedScreen({
  place,
  editable,
  item,
  targets,
  title,
}: Awaited<ReturnType<typeof readFeatured>>) {
  const list = `${place.base}/featured`
  return (
    <EntityPage
      entity={together({ item, targets })}
      failed={m['featured.loadFailed']()}
      list={{ to: list, title: m['featured.title']() }}
      title={title}
      step={(all) =>
        !all.item
          ? m['featured.form.newStep']()
          : editable
            ? m['featured.form.editStep']()
            : m['ui.viewStep']()
      }
    >
      {(all) => (
        <FeaturedForm
          key={versionKey(all.item)}
          portalId={place.portal.id}
          item={all.item}
          targets={all.targets}
          list={list}
          editable={editable}
        />
      )}
    </EntityPage>
  )
}
