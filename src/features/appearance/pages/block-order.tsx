import {
  closestCenter,
  DndContext,
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
import { mdiDrag, mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js'
import type { Appearance } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './block-order.module.css'

type Blocks = Appearance['blocks']

const names = {
  featured: m['appearance.block.featured'],
  release: m['appearance.block.release'],
  links: m['appearance.block.links'],
  events: m['appearance.block.events'],
  products: m['appearance.block.products'],
}

/** The page's parts in its order, moved by drag or by keyboard; each can be hidden. */
export function BlockOrder({ blocks, onChange }: { blocks: Blocks; onChange: (blocks: Blocks) => void }) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && from !== to) onChange(arrayMove(blocks, from, to))
  }
  const placeOf = (id: unknown) => blocks.findIndex((block) => block.id === id)
  const say = (id: unknown, over: unknown) => {
    const block = blocks[placeOf(id)]
    return block
      ? m['appearance.block.moved']({
          block: names[block.id](),
          position: placeOf(over ?? id) + 1,
          total: blocks.length,
        })
      : undefined
  }
  return (
    <DndContext
      id="blocks"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => move(placeOf(active.id), placeOf(over?.id))}
      accessibility={{
        screenReaderInstructions: { draggable: m['links.drag.help']() },
        announcements: {
          onDragStart: ({ active }) => say(active.id, undefined),
          onDragOver: ({ active, over }) => say(active.id, over?.id),
          onDragEnd: ({ active, over }) => say(active.id, over?.id),
          onDragCancel: ({ active }) => say(active.id, undefined),
        },
      }}
    >
      <SortableContext items={blocks} strategy={verticalListSortingStrategy}>
        <ul className={classes.blocks}>
          {blocks.map((block) => (
            <BlockRow
              key={block.id}
              block={block}
              onToggle={() =>
                onChange(
                  blocks.map((each) => (each.id === block.id ? { ...each, visible: !each.visible } : each)),
                )
              }
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function BlockRow({ block, onToggle }: { block: Blocks[number]; onToggle: () => void }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useSortable({
    id: block.id,
  })
  const name = names[block.id]()
  return (
    <li
      ref={setNodeRef}
      className={classes.block}
      data-hidden={!block.visible || undefined}
      data-dragging={isDragging || undefined}
      style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={name}
      >
        <Icon path={mdiDrag} size={18} />
      </button>
      <span>{name}</span>
      <IconButton
        label={
          block.visible
            ? m['appearance.block.hide']({ block: name })
            : m['appearance.block.show']({ block: name })
        }
        path={block.visible ? mdiEyeOutline : mdiEyeOffOutline}
        onClick={onToggle}
      />
    </li>
  )
}
