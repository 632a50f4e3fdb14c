import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** What the embedded database brings beside itself; every place that opens one names it, or its files do not open. */
export const embeddedExtensions = { pg_trgm }
