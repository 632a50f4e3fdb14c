import type { Activity } from './activity.ts'
import type { Actor, PortalScope } from './actor.ts'
import type { ClickHouse } from './clickhouse.ts'
import type { Locale } from './constants.ts'
import type { Database, Tx } from './db.ts'
import type { FileStore } from './files.ts'
import type { Known } from './known.ts'
import type { Log } from './log.ts'
import type { Music } from './music-app.ts'
import type { Declared } from './operation.ts'
import type { CallerPlace } from './place-headers.ts'
import type { Shops } from './shop-app.ts'

/** How far a long call is: `share` of 1 of its phase, and what it has done so far. */
export interface Progress {
  phase: 'read' | 'merge' | 'rollup'
  share: number
  rows: number
}

/** What the program gives to each call. */
export interface CallContext {
  /** Whoever asked to hear how far it is. */
  tell?: ((progress: Progress) => void) | undefined
  database: Database
  log: Log
  requestId: string
  /** SHA-256 of the session cookie's token, when there is one. */
  sessionHash: string | undefined
  /** SHA-256 of an API key; a request that carries one has no session. */
  keyHash?: string | undefined
  /** A browser asked for somebody who is signed in, and says so: what a script asks with a session is read by that script. */
  byPerson?: boolean | undefined
  /** It came without a session from what is no page of ours: browsers say of each request where it is from. */
  byProgram?: boolean | undefined
  /** Whom the page was made for that asks, where it says so. */
  pagePerson?: string | undefined
  /** Up to where they have written, where a standby answers reads. */
  wrote?: string | undefined
  locale: Locale
  address: string
  userAgent: string
  /** Where the caller is, if a trusted proxy says so. */
  place?: (() => CallerPlace) | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  /** Headers of the answer; cookies go here. */
  headers: Headers
  services: Services
  /** Of a list: all of it is asked for, as lines of JSON. */
  asLines?: boolean | undefined
  /** Tells when whoever asked has left. */
  signal?: AbortSignal | undefined
  /** Of a page's request, which asks several operations: what it knows of the caller. */
  known?: Known | undefined
  /** Of a webhook: the delivery as it came. */
  delivery?: RawDelivery | undefined
}

/** A delivery as it came over the wire; signatures are of its bytes. */
export interface RawDelivery {
  bytes: Uint8Array
  header: (name: string) => string | undefined
  query: (name: string) => string | undefined
}

/** What verbs need besides the database; filled at start, replaced in tests. */
export interface Services {
  appOrigin: string
  portalsOrigin: string
  environment: string
  /** HMAC key for cookies' neighbours: buyers' hashes, visitors' salts. At least 32 bytes. */
  secret: Buffer
  /** True when cookies may carry `Secure` and the `__Host-` prefix. */
  secureCookies: boolean
  /** Uploaded pictures and videos. */
  files: FileStore
  /** Hosts outside Backline that an address of it may lead to. */
  redirectHosts?: readonly string[]
  /** Addresses of the tag manager and the session recorder, where they are configured. */
  measuringScripts?: readonly string[]
  /** Where shops answer, and by which app. */
  shops: Shops
  /** With what releases are looked up at services of music. */
  music: Music
  /** `address:port` pairs of this machine that webhooks may be sent to. */
  webhookReach?: readonly string[]
  /** What answers analytics instead of the database, where it is set and has been told to. */
  clickhouse?: ClickHouse | undefined
  /** Which build is running. */
  buildId?: string
  /** Runs a job soon; call it after the transaction that left it something to do. */
  wake: (job: string, inSeconds?: number) => Promise<void>
}

export type View =
  | { kind: 'staff' }
  | { kind: 'account'; accountId: string; portal: PortalScope }
  | { kind: 'portal'; portal: PortalScope }

/** Where a call takes place. */
export interface Scoped {
  /** The caller; absent only in `public` operations called without a session. */
  actor: Actor | undefined
  /** Of scope `portal` and `row`. */
  portal: PortalScope | undefined
  view: View | undefined
  /**
   * Portals that a member belongs to; a label's stands for all of its account. Empty for staff. Of scope `view`, and of `none`
   * where a permission guards the call.
   */
  memberships: readonly PortalScope[] | undefined
}

interface Common extends CallContext {
  operation: string
  /** Of an edit: whether its version was held against the row's. */
  compared?: boolean | undefined
  now: Date
  /** Says what the activity row tells of: target and what it was before. */
  record: (activity: Activity) => void
}

/** A call outside any transaction. */
export interface OpenCall extends Common, Scoped {
  /** Runs `run` in a transaction that reaches what the operation's declaration gives to this caller. */
  transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}
/** A call inside the operation's transaction. */
export interface Call extends Common, Scoped {
  tx: Tx
}

type DeclaredOf<C> = C extends { readonly '~declared'?: infer D extends Declared | undefined }
  ? NonNullable<D>
  : Declared
/** Whether somebody is admitted to these does not hang on any portal. */
type Portalless = 'public' | 'signedIn' | 'staff' | 'super'
/**
 * What a call may be sure of, by its declaration: `public` has no place and knows nobody for certain. An access that might be
 * `public` counts as one that is.
 */
type SureOf<D extends Declared> = {
  actor: 'public' extends D['access'] ? Actor | undefined : Actor
  portal: 'public' extends D['access']
    ? undefined
    : D['scope'] extends 'portal' | 'row'
      ? PortalScope
      : undefined
  view: 'public' extends D['access'] ? undefined : D['scope'] extends 'view' ? View : undefined
  memberships: 'public' extends D['access']
    ? undefined
    : D['scope'] extends 'view'
      ? readonly PortalScope[]
      : D['scope'] extends 'none'
        ? [Extract<D['access'], Portalless>] extends [never]
          ? readonly PortalScope[]
          : undefined
        : undefined
}
export type Sure<C, Base extends Scoped> = Omit<Base, keyof SureOf<Declared>> & SureOf<DeclaredOf<C>>

/** Somebody's call that knows where they belong. */
export type MembersCall = SignedInCall & { memberships: readonly PortalScope[] }

/** Admission and scope have seen to what the declaration promises. */
export const sure = <C, Base extends Scoped>(call: Base) => call as unknown as Sure<C, Base>

/** Somebody's call, wherever it takes place. */
export type SignedInCall = Omit<Call, 'actor'> & { actor: Actor }
/** Inside a portal: scope `portal` or `row`. */
export type PortalCall = Omit<SignedInCall, 'portal'> & { portal: PortalScope }
