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
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { mdiDragVertical } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './sortable-table.module.css'

type Placed = (params: { title: string; position: number; total: number }) => string

/** What is said of a row while it is moved. */
export interface SortableWords {
  help: () => string
  picked: Placed
  moved: Placed
  dropped: Placed
  cancelled: Placed
}

interface SortableTableProps<Item extends { id: string }> {
  id: string
  label: string
  items: Item[]
  titleOf: (item: Item) => string
  words: SortableWords
  editable: boolean
  onOrder: (items: Item[]) => void
  /** The row of headings. */
  head: ReactNode
  /** A `SortableRow` each. */
  children: ReactNode
}

/** A table whose rows are put in order by drag or by keyboard. */
export function SortableTable<Item extends { id: string }>(props: SortableTableProps<Item>) {
  const { id, label, items, titleOf, words, editable, onOrder, head, children } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (of: unknown) => items.findIndex((item) => item.id === of)
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)]
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(items, from, to))
  }
  const say = (message: Placed, of: unknown, at: unknown) => {
    const item = items[placeOf(of)]
    return item
      ? message({ title: titleOf(item), position: placeOf(at ?? of) + 1, total: items.length })
      : undefined
  }
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: words.help() },
        announcements: {
          onDragStart: ({ active }) => say(words.picked, active.id, undefined),
          onDragOver: ({ active, over }) => say(words.moved, active.id, over?.id),
          onDragEnd: ({ active, over }) => say(words.dropped, active.id, over?.id),
          onDragCancel: ({ active }) => say(words.cancelled, active.id, undefined),
        },
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy} disabled={!editable}>
        <div className={classes.frame}>
          <table className={classes.table} aria-label={label}>
            <thead data-unseen="phone">{head}</thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      </SortableContext>
    </DndContext>
  )
}

/** A heading that is heard, not seen. */
export const UnseenHeading = ({ children }: { children: ReactNode }) => (
  <th scope="col">
    <span data-unseen="always">{children}</span>
  </th>
)

interface SortableRowProps {
  id: string
  editable: boolean
  handle: string
  children: ReactNode
}

/** A row with its handle, where it may be moved. */
export function SortableRow({ id, editable, handle, children }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return (
    <tr
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={
        transform ? { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition } : undefined
      }
    >
      {editable ? (
        <td data-cell="handle">
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.handle}
            {...attributes}
            {...listeners}
            aria-label={handle}
          >
            <Icon path={mdiDragVertical} />
          </button>
        </td>
      ) : undefined}
      {children}
    </tr>
  )
}
