import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { LinkRow } from './link-row.tsx'
import { titleOf } from './link-state.ts'
import classes from './links-list.module.css'

interface LinksListProps {
  portalId: string
  links: Link[]
  editable: boolean
  now: Date
}

/** The links in the order fans see them; moved by drag or by keyboard, saved at once. */
export function LinksList({ portalId, links, editable, now }: LinksListProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  // What was just moved, until the server's own list arrives.
  const [moved, setMoved] = useState<{ from: Link[]; items: Link[] }>()
  const [deleting, setDeleting] = useState<Link>()
  const items = moved?.from === links ? moved.items : links
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  const save = async (next: Link[], done: string) => {
    setMoved({ from: links, items: next })
    const saved = await api.links.reorderLinks({
      portalId,
      links: next.map(({ id, visible }) => ({ id, visible })),
    })
    if (isFailure(saved)) {
      setMoved(undefined)
      toast(m['links.reorderFailed'](), { kind: 'error' })
      return
    }
    toast(done)
    await router.invalidate()
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const from = items.findIndex(({ id }) => id === active.id)
    const to = items.findIndex(({ id }) => id === over?.id)
    if (from >= 0 && to >= 0 && from !== to) save(arrayMove(items, from, to), m['links.reordered']())
  }
  const toggle = (link: Link) =>
    save(
      items.map((each) => (each.id === link.id ? { ...each, visible: !each.visible } : each)),
      link.visible ? m['links.hidden']() : m['links.shown'](),
    )
  const remove = async () => {
    if (!deleting) return
    setDeleting(undefined)
    const removed = await api.links.deleteLink({ linkId: deleting.id })
    if (isFailure(removed) && removed !== null) {
      toast(m['links.deleteFailed'](), { kind: 'error' })
      return
    }
    toast(m['links.deleted']())
    await router.invalidate()
  }

  const say = (
    message: (params: { title: string; position: number; total: number }) => string,
    id: unknown,
    at: unknown,
  ) => {
    const link = items.find((each) => each.id === id)
    const position = items.findIndex((each) => each.id === (at ?? id)) + 1
    return link ? message({ title: titleOf(link, getLocale()), position, total: items.length }) : undefined
  }
  return (
    <>
      <DndContext
        id="links"
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: m['links.drag.help']() },
          announcements: {
            onDragStart: ({ active }) => say(m['links.drag.picked'], active.id, undefined),
            onDragOver: ({ active, over }) => say(m['links.drag.moved'], active.id, over?.id),
            onDragEnd: ({ active, over }) => say(m['links.drag.dropped'], active.id, over?.id),
            onDragCancel: ({ active }) => say(m['links.drag.cancelled'], active.id, undefined),
          },
        }}
      >
        <SortableContext items={items} strategy={verticalListSortingStrategy} disabled={!editable}>
          <div className={classes.frame}>
            <table className={classes.table} aria-label={m['links.title']()}>
              <thead>
                <tr>
                  {editable ? (
                    <th scope="col">
                      <span className={classes.unseen}>{m['links.column.order']()}</span>
                    </th>
                  ) : undefined}
                  <th scope="col">{m['links.column.title']()}</th>
                  <th scope="col">{m['links.column.state']()}</th>
                  <th scope="col" data-number>
                    {m['links.column.clicks']()}
                  </th>
                  <th scope="col" data-number>
                    {m['links.column.ctr']()}
                  </th>
                  {editable ? (
                    <th scope="col">
                      <span className={classes.unseen}>{m['links.column.menu']()}</span>
                    </th>
                  ) : undefined}
                </tr>
              </thead>
              <tbody>
                {items.map((link) => (
                  <LinkRow
                    key={link.id}
                    link={link}
                    editable={editable}
                    now={now}
                    onEdit={() =>
                      router.navigate({ to: '/dashboard/links/$linkId', params: { linkId: link.id } })
                    }
                    onToggle={() => toggle(link)}
                    onDelete={() => setDeleting(link)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </SortableContext>
      </DndContext>
      <Confirm
        question={
          deleting && {
            title: m['links.confirm.title']({ title: titleOf(deleting, getLocale()) }),
            text: m['links.confirm.text'](),
            verb: m['links.confirm.verb'](),
            danger: true,
          }
        }
        onConfirm={remove}
        onCancel={() => setDeleting(undefined)}
      />
    </>
  )
}
