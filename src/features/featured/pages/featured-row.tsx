import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import { Link as PageLink } from '@tanstack/react-router'
import type { Featured } from '#features/featured/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { Cover } from '#ui/cover.tsx'
import { here } from '#ui/formats.ts'
import { SortableRow } from '#ui/sortable-table.tsx'
import { Status } from '#ui/status.tsx'
import classes from './featured-list.module.css'
import { stateOf, titleOf, typeWord } from './featured-words.ts'

interface FeaturedRowProps {
  item: Featured
  /** The page of the item. */
  path: '/dashboard/featured'
  editable: boolean
  onEdit: () => void
  onDelete: () => void
}

/** One item of the list, with its handle and its menu. */
export function FeaturedRow({ item, path, editable, onEdit, onDelete }: FeaturedRowProps) {
  const title = titleOf(item, getLocale())
  const { mark, word } = stateOf(item)
  const { dateTime, number } = here()
  return (
    <SortableRow id={item.id} editable={editable} handle={m['featured.drag.handle']({ title })}>
      <td data-cell="main">
        <div className={classes.main}>
          <Cover of={{ id: item.targetId ?? item.id, pictureUrl: item.pictureUrl }} />
          <span className={classes.names}>
            <PageLink to={path}>{title}</PageLink>
            <span className={classes.type}>{typeWord[item.type]()}</span>
          </span>
        </div>
      </td>
      <td data-cell="state">
        <Status mark={mark}>{word}</Status>
      </td>
      <td data-cell="from" data-number>
        {item.startsAt ? dateTime(item.startsAt) : <span className={classes.quiet}>{m['ui.none']()}</span>}
      </td>
      <td data-cell="until" data-number>
        {item.expiresAt ? (
          dateTime(item.expiresAt)
        ) : (
          <span className={classes.quiet}>{m['featured.days']({ days: item.durationDays })}</span>
        )}
      </td>
      <td data-cell="clicks" data-number>
        {number(item.clicks)}
      </td>
      {editable ? (
        <td data-cell="menu">
          <ActsMenu
            label={m['featured.actions']({ title })}
            acts={[
              { label: m['featured.edit'](), path: mdiPencilOutline, onClick: onEdit },
              { label: m['featured.delete'](), path: mdiTrashCanOutline, danger: true, onClick: onDelete },
            ]}
          />
        </td>
      ) : undefined}
    </SortableRow>
  )
}
