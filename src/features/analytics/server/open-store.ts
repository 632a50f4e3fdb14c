import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Tx } from '#platform/db.ts'
import { clickhouseStore } from './clickhouse-store.ts'
import { postgresStore } from './postgres-store.ts'
import type { AnalyticsStore } from './store.ts'

/** The store that answers now: the database's own, unless another one has been told to. */
export const storeOf = (tx: Tx, { clickhouse }: { clickhouse?: ClickHouse | undefined }): AnalyticsStore =>
  clickhouse?.answers() ? clickhouseStore(tx, clickhouse) : postgresStore
