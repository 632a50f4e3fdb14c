import { randomBytes } from 'node:crypto'
import type { Database } from './db.ts'

/**
 * The installation's key for keyed hashes: `SECRET` when set, else one made at the first start and kept in the
 * database, so that every process and the import command use the same.
 */
export async function readSecret(database: Database, configured: string | undefined): Promise<Buffer> {
  if (configured) return Buffer.from(configured)
  await database.query(`insert into setting (key, value) values ('secret', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64url'),
  ])
  const [row] = await database.query<{ value: string }>(`select value from setting where key = 'secret'`)
  if (!row) throw new Error('The setting "secret" is missing')
  return Buffer.from(row.value, 'base64url')
}
