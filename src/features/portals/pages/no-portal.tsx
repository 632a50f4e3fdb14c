import { useRouteContext } from '@tanstack/react-router'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'

/** In the place of what is done in a portal, where staff have none to choose: there is none yet, or they may see none. */
export function NoPortal() {
  const { session } = useRouteContext({ from: '__root__' })
  const keys = permissionsOf(session)
  if (can(keys, 'portal.manageportals'))
    return (
      <Empty
        title={m['portals.empty.title']()}
        text={m['portals.firstNeeded.text']()}
        action={
          <ButtonLink look="primary" to="/portals">
            {m['portals.firstNeeded.go']()}
          </ButtonLink>
        }
      />
    )
  return can(keys, 'portal.viewportals') ? (
    <Empty title={m['portals.empty.title']()} text={m['portals.firstNeeded.awaited']()} />
  ) : (
    <Empty title={m['products.noPortal.title']()} text={m['products.noPortal.text']()} />
  )
}
