import type { ConnectorKind } from '#features/connectors/choices.ts'
import type { Database, Tx } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import type { Log } from '#platform/log.ts'
import type { Shops } from '#platform/shop-app.ts'
import type { SyncKind, SyncStep } from '../choices.ts'
import type { SpeakingShop } from './speaking-shop.ts'

/** What runs need besides the database. */
export interface Means {
  database: Database
  log: Log
  secret: Buffer
  files: FileStore
  appOrigin: string
  shops: Shops
  /** Waits until a shop may be asked again. */
  pause: (ms: number) => Promise<void>
}

/** A run that this process works on, as it stands. */
export interface Run {
  portalId: string
  id: string
  connectorId: string
  kind: SyncKind
  step: SyncStep
  cursor: string | null
  since: string | null
  startedAt: string
  /** When everything had come in for the first time: before, webhooks told of nothing. */
  firstDoneAt: string | null
  shopKind: ConnectorKind
  domain: string
  name: string
  source: string
  currencyRates: Record<string, string>
}

/** A part of a step: looked at outside of any transaction, kept in one together with where the run goes on. */
export interface Page {
  /** Where the step goes on; null when it is over. */
  cursor: string | null
  looked: number
  total?: number | undefined
  /** Answers how many orders nobody had told of. */
  keep: (tx: Tx) => Promise<number>
}

export type Step = (means: Means, run: Run, shop: SpeakingShop) => Promise<Page>
