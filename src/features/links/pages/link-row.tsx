import { useSortable } from '@dnd-kit/sortable'
import { Menu } from '@mantine/core'
import {
  mdiDotsHorizontal,
  mdiDragVertical,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiPencilOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import { Link as PageLink } from '@tanstack/react-router'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { IconButton } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { menuClasses } from '#ui/menu.ts'
import { Status } from '#ui/status.tsx'
import { LinkIcon } from './link-icon.tsx'
import { linkState, shortUrl, titleOf } from './link-state.ts'
import classes from './links-list.module.css'

interface LinkRowProps {
  link: Link
  editable: boolean
  now: Date
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

/** One link of the list, with its handle and its menu. */
export function LinkRow({ link, editable, now, onEdit, onToggle, onDelete }: LinkRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: link.id })
  const { number, percent } = here()
  const title = titleOf(link, getLocale())
  const state = linkState(link, now)
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
            aria-label={m['links.drag.handle']({ title })}
          >
            <Icon path={mdiDragVertical} />
          </button>
        </td>
      ) : undefined}
      <td data-cell="main">
        <div className={classes.main}>
          <LinkIcon icon={link.icon} pictureUrl={link.pictureUrl} />
          <span className={classes.names}>
            <PageLink to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
              {title}
            </PageLink>
            <span className={classes.url}>{shortUrl(link.url)}</span>
          </span>
          {link.highlight ? <span className={classes.tag}>{m['links.highlighted']()}</span> : undefined}
        </div>
      </td>
      <td data-cell="state">
        <Status mark={state.mark}>{state.word}</Status>
      </td>
      <td data-cell="clicks" data-number>
        {number(link.clicks)}
      </td>
      <td data-cell="ctr" data-number>
        {link.ctr === null ? <span className={classes.quiet}>{m['ui.none']()}</span> : percent(link.ctr)}
      </td>
      {editable ? (
        <td data-cell="menu">
          <Menu position="bottom-end" classNames={menuClasses}>
            <Menu.Target>
              <IconButton label={m['links.actions']({ title })} path={mdiDotsHorizontal} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon path={mdiPencilOutline} />} onClick={onEdit}>
                {m['links.edit']()}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon path={link.visible ? mdiEyeOffOutline : mdiEyeOutline} />}
                onClick={onToggle}
              >
                {link.visible ? m['links.hide']() : m['links.show']()}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item data-danger leftSection={<Icon path={mdiTrashCanOutline} />} onClick={onDelete}>
                {m['links.delete']()}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </td>
      ) : undefined}
    </tr>
  )
}
