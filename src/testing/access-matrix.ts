import type { Hono } from 'hono'
import { hashToken, keyPrefix, newToken } from '#features/account/server/sessions.ts'
import { person, session } from '#features/account/server/table.ts'
import { asService, type Database } from '#platform/db.ts'
import type { OperationMeta } from '#platform/operation.ts'
import {
  expectedAnswer,
  keys,
  type MatrixActor,
  matrixActors,
  type matrixOperations,
  rowsInPaths,
  spies,
  type Target,
} from './access.ts'
import { cookieFor, testApp } from './as.ts'
import { keyFor } from './key-for.ts'
import { rollingBack } from './rolling-back.ts'
import { people, portals } from './world/cast.ts'

const absentId = '00000000-0000-7000-8000-000000000000'
const idOf = (target: Target) =>
  target === 'absent' ? absentId : target === 'malformed' ? 'not-an-id' : portals[target].id

export type Contract = (typeof matrixOperations)[number]['contract']
type Credentials = Record<string, string>

const tenantScoped = (scope: string) => scope === 'portal' || scope === 'row'

/** Every operation as every actor at every target, on a database whose changes are undone call by call. */
export class AccessMatrix {
  readonly app: Hono
  readonly #database: Database
  readonly #targets: Target[]
  readonly #credentials = new Map<MatrixActor, Credentials>()
  /** `name in the path` + `portal id` → id of a row that the portal has. */
  readonly #rowIds = new Map<string, string>()
  /** Calls made so far. */
  cases = 0

  private constructor(database: Database, targets: Target[]) {
    this.#database = database
    this.#targets = targets
    this.app = testApp(rollingBack(database))
  }

  /** Gives every actor what it calls with. The database is changed by it: it must be a test's own. */
  static async open(database: Database, targets: Target[]): Promise<AccessMatrix> {
    const matrix = new AccessMatrix(database, targets)
    for (const actor of matrixActors) matrix.#credentials.set(actor, await credentialsOf(database, actor))
    for (const [name, query] of Object.entries(rowsInPaths))
      for (const row of await database.query<{ portal_id: string; id: string }>(query))
        matrix.#rowIds.set(`${name} ${row.portal_id}`, row.id)
    return matrix
  }

  targetsOf(meta: OperationMeta): Target[] {
    return tenantScoped(meta.scope) ? this.#targets.toReversed() : ['absent']
  }

  /** Every id of a path is filled; a row's id is one that the target portal has, where there is one. */
  #addressOf(path: string, target: Target) {
    return path
      .replace('{portalId}', idOf(target))
      .replace(/\{(\w+)\}/g, (_, name: string) => this.rowOf(name, target) ?? idOf(target))
  }

  rowOf(name: string, target: Target) {
    return this.#rowIds.get(`${name} ${idOf(target)}`)
  }

  credentials(actor: MatrixActor): Credentials {
    return this.#credentials.get(actor) ?? {}
  }

  async #call(contract: Contract, actor: MatrixActor, target: Target) {
    const { method = 'GET', path = '' } = contract['~orpc'].route
    // Where there is a body it is one that no shape accepts; what needs none is undone by the database.
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify({ nothing: true }) }
    const headers = { 'Content-Type': 'application/json', ...this.credentials(actor) }
    this.cases++
    const response = await this.app.request(`/api${this.#addressOf(path, target)}`, {
      method,
      headers,
      ...body,
    })
    const text = await response.text()
    const code = text.startsWith('{')
      ? (JSON.parse(text) as { error?: { code?: string } }).error?.code
      : undefined
    return { status: response.status, text, code }
  }

  /** Did the call get past access and scope? What stops it after that says another code, or finds no row of its name. */
  #letIn(contract: Contract, target: Target, { status, code }: { status: number; code: string | undefined }) {
    const unknownRow = [...(contract['~orpc'].route.path ?? '').matchAll(/\{(\w+)\}/g)].some(
      ([, name = '']) => name !== 'portalId' && !this.rowOf(name, target),
    )
    // What answers of oneself has no row where there is nothing to tell.
    const { access, scope } = contract['~orpc'].meta
    const ofOneself = scope === 'none' && access === 'signedIn'
    // A session that was opened and then undone; nobody is refused by what is public.
    if (status === 401 && access === 'public') return true
    if (status === 404) return code !== 'notFound' || unknownRow || ofOneself
    if (status === 401 || status === 403)
      return !['notSignedIn', 'keyNotValid', 'forbidden'].includes(code ?? '')
    return status < 500
  }

  /** Where only some portals have such rows (bills are the master's), the others' are as absent as any. */
  #rowAt(contract: Contract, { scope }: OperationMeta, target: Target): Target {
    const names = [...(contract['~orpc'].route.path ?? '').matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']) => name,
    )
    const missing = names.some((name) => name in rowsInPaths && !this.rowOf(name, target))
    return scope === 'row' && missing ? 'absent' : target
  }

  /** Is there a call whose answer differs from what the declaration promised? */
  async difference(
    contract: Contract,
    promised: OperationMeta,
    actors: readonly MatrixActor[] = matrixActors,
  ): Promise<string | undefined> {
    const absent = new Map<MatrixActor, string>()
    for (const actor of actors)
      for (const target of this.targetsOf(promised)) {
        const answer = await this.#call(contract, actor, target)
        const expected = expectedAnswer(promised, actor, this.#rowAt(contract, promised, target))
        const same =
          expected === 'let in' ? this.#letIn(contract, target, answer) : answer.status === expected
        if (!same) return `${actor} → ${target}: ${expected} expected, got ${answer.status} ${answer.text}`
        // What is hidden answers the same bytes as what does not exist.
        if (expected === 404) {
          absent.set(actor, absent.get(actor) ?? answer.text)
          if (absent.get(actor) !== answer.text)
            return `${actor} → ${target}: not the bytes of what does not exist`
        }
      }
    return undefined
  }

  /** A sum over what people own: the same before and after calls that change nothing. */
  async fingerprint(): Promise<string> {
    const tables = [
      ...['person', 'member', 'portal', 'account', 'link', 'event', 'featured', 'release', 'recovery_code'],
      ...['token', 'mail', 'setting', 'file', 'activity', 'idempotency_key'],
    ]
    const sums: unknown[] = []
    for (const name of tables)
      sums.push(
        await this.#database.query(
          `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`,
        ),
      )
    return JSON.stringify(sums)
  }
}

async function credentialsOf(database: Database, actor: MatrixActor): Promise<Credentials> {
  if (actor === 'anonymous') return {}
  if (actor === 'garbled') return { cookie: '__Host-backline=short' }
  if (actor === 'revoked') return { cookie: `__Host-backline=${newToken()}` }
  if (actor === 'keyGarbled') return { authorization: `Bearer ${keyPrefix}${newToken()}` }
  if (actor === 'keyRevoked') return keyFor(database, { owner: 'label', revokedAt: new Date() })
  if (actor === 'keyExpired') return keyFor(database, { owner: 'label', expiresAt: new Date() })
  if (actor in keys) return keyFor(database, keys[actor as keyof typeof keys])
  const past = new Date(Date.now() - 1000)
  if (actor === 'expired') return sessionFor(database, { personId: people.label.id, expiresAt: past })
  if (actor === 'spyOrphan')
    return sessionFor(database, { personId: people.label.id, parentHash: hashToken(newToken()) })
  if (actor === 'codePending')
    return sessionFor(database, { personId: people.label.id, twoFactorPending: true })
  if (actor === 'enrolPending') return sessionFor(database, { personId: await newPerson(database, 'enrol') })
  if (actor in spies) {
    const spy = spies[actor as keyof typeof spies]
    const watcherId = actor === 'spyNarrow' ? await newPerson(database, 'narrow') : people.staff.id
    const parentHash = hashToken(newToken())
    await addRow(database, { tokenHash: parentHash, personId: watcherId })
    return sessionFor(database, { personId: people[spy.as].id, parentHash })
  }
  return { cookie: await cookieFor(database, people[actor as keyof typeof people].id) }
}

type SessionRow = typeof session.$inferInsert
const addRow = (database: Database, row: Omit<SessionRow, 'expiresAt'> & { expiresAt?: Date }) =>
  database.transaction(asService('trial'), (tx) =>
    tx.insert(session).values({ expiresAt: new Date(Date.now() + 3_600_000), ...row }),
  )

async function sessionFor(
  database: Database,
  row: Omit<SessionRow, 'tokenHash' | 'expiresAt'> & { expiresAt?: Date },
): Promise<Credentials> {
  const token = newToken()
  await addRow(database, { ...row, tokenHash: hashToken(token) })
  return { cookie: `__Host-backline=${token}` }
}

/** Staff beside the cast: one who still has to set up a second factor, one who may do little but look. */
async function newPerson(database: Database, kind: 'enrol' | 'narrow'): Promise<string> {
  const [made] = await database.transaction(asService('trial'), (tx) =>
    tx
      .insert(person)
      .values({
        name: kind,
        email: `${kind}@watcher.test`,
        staff: true,
        super: kind === 'enrol',
        permissions: [...spies.spyNarrow.held],
        demo: kind !== 'enrol',
      })
      .returning(),
  )
  return made?.id ?? ''
}
