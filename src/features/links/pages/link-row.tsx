import { mdiEyeOffOutline, mdiEyeOutline, mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import { Link as PageLink } from '@tanstack/react-router'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { here } from '#ui/formats.ts'
import { SortableRow } from '#ui/sortable-table.tsx'
import { Status } from '#ui/status.tsx'
import { LinkIcon } from './link-icon.tsx'
import { linkState, shortUrl, titleOf } from './link-state.ts'
import classes from './links-list.module.css'

interface LinkRowProps {
  link: Link
  /** The page of the link. */
  path: '/dashboard/links'
  editable: boolean
  now: Date
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

/** One link of the list, with its handle and its menu. */
export function LinkRow({ link, path, editable, now, onEdit, onToggle, onDelete }: LinkRowProps) {
  const { number, percent } = here()
  const title = titleOf(link, getLocale())
  const state = linkState(link, now)
  return (
    <SortableRow id={link.id} editable={editable} handle={m['links.drag.handle']({ title })}>
      <td data-cell="main">
        <div className={classes.main}>
          <LinkIcon icon={link.icon} pictureUrl={link.pictureUrl} />
          <span className={classes.names}>
            <PageLink to={path}>{title}</PageLink>
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
          <ActsMenu
            label={m['links.actions']({ title })}
            acts={[
              { label: m['links.edit'](), path: mdiPencilOutline, onClick: onEdit },
              {
                label: link.visible ? m['links.hide']() : m['links.show'](),
                path: link.visible ? mdiEyeOffOutline : mdiEyeOutline,
                onClick: onToggle,
              },
              { label: m['links.delete'](), path: mdiTrashCanOutline, danger: true, onClick: onDelete },
            ]}
          />
        </td>
      ) : undefined}
    </SortableRow>
  )
}
