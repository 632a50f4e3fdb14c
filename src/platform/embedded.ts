import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** How the embedded database is opened; every place that opens one says so, or its files do not open. */
export const embedded = {
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams,
    // It holds a demo, not a label: 128 MB of pages and 1 GB of log would be most of what the program takes.
    ...['-c', 'shared_buffers=32MB', '-c', 'max_wal_size=64MB'],
  ],
}

/**
 * From here on its code is compiled plainly. Optimizing takes 600 MB for a single function, the grammar of SQL, and what a
 * page asks is answered about as soon without. To be called before a database is opened.
 */
export function compilePlainly(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
