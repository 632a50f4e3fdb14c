import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Link } from '#features/links/contract.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { SortableTable, UnseenHeading } from '#ui/sortable-table.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import { LinkRow } from './link-row.tsx'
import { titleOf } from './link-state.ts'

interface LinksListProps {
  place: ContentPlace
  links: Link[]
  editable: boolean
  now: Date
}

/** The links in the order fans see them; moved by drag or by keyboard, saved at once. */
export function LinksList({ place, links, editable, now }: LinksListProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const portalId = place.portal.id
  const linkPath = ({ id }: Link) => `${place.base}/links/${id}` as '/dashboard/links'
  // What was just moved, until the server's own list arrives.
  const [moved, setMoved] = useState<{ from: Link[]; items: Link[] }>()
  const undoable = useUndoable()
  const remove = ({ id: linkId }: Link) =>
    undoable({
      act: (options) => api.links.deleteLink({ linkId }, options),
      done: m['links.deleted'](),
      failed: m['links.deleteFailed'],
    })
  const items = moved?.from === links ? moved.items : links

  const save = async (next: Link[], done: string) => {
    setMoved({ from: links, items: next })
    const saved = await undoable({
      act: (options) =>
        api.links.reorderLinks(
          { portalId, links: next.map(({ id, visible }) => ({ id, visible })) },
          options,
        ),
      done,
      failed: m['links.reorderFailed'],
    })
    if (!saved) setMoved(undefined)
  }
  const toggle = (link: Link) =>
    save(
      items.map((each) => (each.id === link.id ? { ...each, visible: !each.visible } : each)),
      link.visible ? m['links.hidden']() : m['links.shown'](),
    )

  return (
    <SortableTable
      id="links"
      label={m['links.title']()}
      items={items}
      titleOf={(link) => titleOf(link, getLocale())}
      words={{
        help: m['links.drag.help'],
        picked: m['links.drag.picked'],
        moved: m['links.drag.moved'],
        dropped: m['links.drag.dropped'],
        cancelled: m['links.drag.cancelled'],
      }}
      editable={editable}
      onOrder={(next) => save(next, m['links.reordered']())}
      head={
        <tr>
          {editable ? <UnseenHeading>{m['links.column.order']()}</UnseenHeading> : undefined}
          <th scope="col">{m['links.column.title']()}</th>
          <th scope="col">{m['links.column.state']()}</th>
          <th scope="col" data-number>
            {m['links.column.clicks']()}
          </th>
          <th scope="col" data-number>
            {m['links.column.ctr']()}
          </th>
          {editable ? <UnseenHeading>{m['links.column.menu']()}</UnseenHeading> : undefined}
        </tr>
      }
    >
      {items.map((link) => (
        <LinkRow
          key={link.id}
          link={link}
          path={linkPath(link)}
          editable={editable}
          now={now}
          onEdit={() => router.navigate({ to: linkPath(link) })}
          onToggle={() => toggle(link)}
          onDelete={() => remove(link)}
        />
      ))}
    </SortableTable>
  )
}
