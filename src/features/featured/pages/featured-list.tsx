import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Featured } from '#features/featured/contract.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { SortableTable, UnseenHeading } from '#ui/sortable-table.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import { FeaturedRow } from './featured-row.tsx'
import { titleOf } from './featured-words.ts'

interface FeaturedListProps {
  place: ContentPlace
  items: Featured[]
  editable: boolean
}

/** The featured items in the order fans see them; moved by drag or by keyboard, saved at once. */
export function FeaturedList({ place, items: given, editable }: FeaturedListProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const portalId = place.portal.id
  const itemPath = ({ id }: Featured) => `${place.base}/featured/${id}` as '/dashboard/featured'
  // What was just moved, until the server's own list arrives.
  const [moved, setMoved] = useState<{ from: Featured[]; items: Featured[] }>()
  const undoable = useUndoable()
  const remove = ({ id: featuredId }: Featured) =>
    undoable({
      act: (options) => api.featured.deleteFeatured({ featuredId }, options),
      done: m['featured.deleted'](),
      failed: m['featured.deleteFailed'],
    })
  const items = moved?.from === given ? moved.items : given

  const order = async (next: Featured[]) => {
    setMoved({ from: given, items: next })
    const saved = await undoable({
      act: (options) =>
        api.featured.reorderFeatured({ portalId, featured: next.map(({ id }) => ({ id })) }, options),
      done: m['featured.reordered'](),
      failed: m['featured.reorderFailed'],
    })
    if (!saved) setMoved(undefined)
  }
  return (
    <SortableTable
      id="featured"
      label={m['featured.title']()}
      items={items}
      titleOf={(item) => titleOf(item, getLocale())}
      words={{
        help: m['featured.drag.help'],
        picked: m['featured.drag.picked'],
        moved: m['featured.drag.moved'],
        dropped: m['featured.drag.dropped'],
        cancelled: m['featured.drag.cancelled'],
      }}
      editable={editable}
      onOrder={order}
      head={
        <tr>
          {editable ? <UnseenHeading>{m['featured.column.order']()}</UnseenHeading> : undefined}
          <th scope="col">{m['featured.column.item']()}</th>
          <th scope="col">{m['featured.column.state']()}</th>
          <th scope="col" data-number>
            {m['featured.column.from']()}
          </th>
          <th scope="col" data-number>
            {m['featured.column.until']()}
          </th>
          <th scope="col" data-number>
            {m['featured.column.clicks']()}
          </th>
          {editable ? <UnseenHeading>{m['featured.column.menu']()}</UnseenHeading> : undefined}
        </tr>
      }
    >
      {items.map((item) => (
        <FeaturedRow
          key={item.id}
          item={item}
          path={itemPath(item)}
          editable={editable}
          onEdit={() => router.navigate({ to: itemPath(item) })}
          onDelete={() => remove(item)}
        />
      ))}
    </SortableTable>
  )
}
