import { useRouteContext } from '@tanstack/react-router'
import { isUuid, mayReadActivity } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { localized } from '#ui/localized.ts'
import classes from './activity-list.module.css'

/** The quiet way from a list to what was deleted of it and can be put back; for who may read what was done. */
export function DeletedLately({ portalId }: { portalId?: string | undefined }) {
  const { session } = useRouteContext({ from: '__root__' })
  if (!mayReadActivity(session)) return undefined
  const of = portalId && isUuid(portalId) ? `&portal=${portalId}` : ''
  return (
    <p className={classes.deleted}>
      <a href={localized(`/account/activity?deleted=1${of}`)}>{m['activity.deletedLately']()}</a>
    </p>
  )
}
