import { findActor, type PortalScope } from '#platform/actor.ts'
import { currentPortal, membershipsOf, portalsOfLabels } from '#platform/actor-portals.ts'
import type { Database } from '#platform/db.ts'
import { NotSignedIn } from '#platform/errors.ts'
import { actorOnce, type Known, membershipsOnce } from '#platform/known.ts'
import { permissionKeys, toPermissionMap } from '#platform/permissions.ts'
import type { Session, SignedIn } from '../contract.ts'

/** What `GET /api/session` answers for a session's hash. @throws NotSignedIn when it has ended. */
export async function readSession(
  database: Database,
  sessionHash: string | undefined,
  environment: string,
  known?: Known,
): Promise<Session> {
  const actor = sessionHash
    ? await actorOnce(known, () => findActor(database, sessionHash, { memberships: true }))
    : undefined
  // What still owes its second factor is not signed in.
  if (!actor || actor.pending) throw new NotSignedIn()
  const { person } = actor
  const memberships = await membershipsOnce(known, () => membershipsOf(database, actor))
  const user = {
    id: person.id,
    name: person.name,
    email: person.email,
    staff: person.staff,
    super: person.super,
    spy: actor.watcherId !== undefined,
    locale: person.locale,
    pictureUrl: actor.pictureUrl ?? null,
  }
  if (person.staff) {
    const permissions = toPermissionMap(person.super ? permissionKeys : person.permissions)
    return { user: { ...user, permissions }, currentPortalId: null, environment }
  }
  const current = await currentPortal(database, actor, memberships)
  const others = await portalsOfLabels(database, person, memberships, othersMax + 1)
  const portals = [...memberships, ...others.slice(0, othersMax)]
  if (current && !portals.some(({ id }) => id === current.id)) portals.push(current)
  return {
    user: {
      ...user,
      portals: portals.map(toSessionPortal),
      ...(others.length > othersMax ? { hasMorePortals: true } : {}),
    },
    currentPortalId: current?.id ?? null,
    environment,
  }
}

/** A session comes with every page: of a label's portals it names so many, the others are searched for. */
const othersMax = 50

const toSessionPortal = ({ id, name, pictureUrl, master, label, keys }: PortalScope) => ({
  id,
  name,
  pictureUrl,
  master,
  label,
  permissions: toPermissionMap(keys),
})

/** What signing in answers: the session, or what it owes before it is one. */
export async function readSignIn(
  database: Database,
  sessionHash: string,
  environment: string,
): Promise<SignedIn> {
  const pending = (await findActor(database, sessionHash))?.pending
  return pending ? { twoFactor: pending } : readSession(database, sessionHash, environment)
}
