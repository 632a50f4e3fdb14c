import type { Access } from './access.ts'
import { type Actor, findActor, findKeyActor } from './actor.ts'
import { staffKeys } from './actor-portals.ts'
import type { Database } from './db.ts'
import { Forbidden, NotFound, NotSignedIn, OtherPerson } from './errors.ts'
import { actorOnce, type Known } from './known.ts'
import type { OperationMeta } from './operation.ts'
import type { PlaceAsked } from './portal-rows.ts'

interface Caller {
  database: Database
  sessionHash: string | undefined
  keyHash?: string | undefined
  byProgram?: boolean | undefined
  pagePerson?: string | undefined
  known?: Known | undefined
}

/**
 * @throws NotSignedIn, also while the session owes its second factor; OtherPerson where the page that asks is somebody else's;
 * Forbidden for what this way in may not do.
 */
export async function requireActor(
  context: Caller,
  meta: OperationMeta,
  asked?: PlaceAsked,
): Promise<Actor | undefined> {
  const actor = await actorOf(context, asked)
  const isOpen = meta.access === 'public'
  // A key that does not work is said to be so, also where none is needed: its program would go on believing in it.
  if (context.keyHash && !actor) throw new NotSignedIn('keyNotValid')
  if (actor?.pending && !meta.pending?.includes(actor.pending)) {
    if (isOpen) return undefined
    throw new NotSignedIn()
  }
  if (!actor && !isOpen) throw new NotSignedIn('notSignedIn', context.byProgram)
  if (!actor || isOpen) return actor
  if (context.pagePerson && context.pagePerson !== actor.person.id) throw new OtherPerson(actor.person.name)
  return throughWay(actor, meta)
}

/** What the key of a program, or a watcher, lets through of somebody. @throws Forbidden */
function throughWay(actor: Actor, meta: OperationMeta): Actor {
  if (actor.keyId && !meta.apiKey) throw new Forbidden()
  if (actor.keyId && !meta.read) return writingKey(actor, meta)
  if (actor.watcherId && !(meta.spy ?? (meta.access !== 'signedIn' || meta.read === true)))
    throw new Forbidden()
  return actor
}

/** A program that changes something: of its permissions, those with which it may. */
function writingKey(actor: Actor, meta: OperationMeta): Actor {
  const { person, keyWrites } = actor
  if (!keyWrites && meta.oldKeys) return actor
  if (!keyWrites) throw new Forbidden()
  const only = (keys: Iterable<string>) => new Set([...keys].filter((key) => keyWrites.has(key)))
  const { limits } = person
  const permissions = [...only(person.permissions)]
  return {
    ...actor,
    person: { ...person, permissions, ...(limits ? { limits: { ...limits, keys: only(limits.keys) } } : {}) },
  }
}

async function actorOf(
  { database, keyHash, sessionHash, known }: Caller,
  asked: PlaceAsked | undefined,
): Promise<Actor | undefined> {
  if (keyHash) return findKeyActor(database, keyHash, asked)
  return sessionHash ? actorOnce(known, () => findActor(database, sessionHash, asked)) : undefined
}

/** Staff who hold nothing of a portal's groups get 403 whatever the id: existence stays unknown. */
export const hiddenOrForbidden = (actor: Actor, access: Access) =>
  actor.person.staff && !mayKnowPortals(staffKeys(actor.person), access) ? new Forbidden() : new NotFound()

const portalGroupKeys = [
  'portal.editappearance',
  'portal.editconfiguration',
  'portal.editreleases',
  'portal.editfeatured',
  'portal.editevents',
  'portal.editlinks',
  'portal.viewportals',
  'portal.manageportals',
] as const
const anyPortalKey = (keys: ReadonlySet<string>) => portalGroupKeys.some((key) => keys.has(key))
/** May staff with these keys learn which portals exist? */
export const mayKnowPortals = (keys: ReadonlySet<string>, access: Access) =>
  anyPortalKey(keys) || grants(keys, access)

function grants(keys: ReadonlySet<string>, access: Access): boolean {
  if (typeof access !== 'object') return keys.has(access)
  if ('anyOf' in access) return access.anyOf.some((key) => keys.has(key))
  if ('allOf' in access) return access.allOf.every((key) => keys.has(key))
  return keys.has('reader' in access ? access.reader : access.staff)
}

const reads = (access: Access) => access === 'reader' || (typeof access === 'object' && 'reader' in access)

/** @throws Forbidden unless the declaration lets this actor in. */
export function demand(actor: Actor, keys: ReadonlySet<string>, access: Access) {
  if (!isLetIn(actor, keys, access)) throw new Forbidden()
}

function isLetIn(actor: Actor, keys: ReadonlySet<string>, access: Access) {
  const { person } = actor
  if (access === 'public' || access === 'signedIn') return true
  if (reads(access)) return mayRead(actor, keys, access)
  if (access === 'staff') return person.staff
  if (access === 'super') return person.staff && person.super
  if (typeof access === 'object' && 'staff' in access) return person.staff && keys.has(access.staff)
  return grants(keys, access)
}

/** A program reads content only when its key says so, whoever owns it. */
const mayRead = ({ person, keyId }: Actor, keys: ReadonlySet<string>, access: Access) =>
  !(person.staff || keyId) || anyPortalKey(keys) || grants(keys, access)
