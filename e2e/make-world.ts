import { openFileStore } from '#platform/files.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { accounts } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'

/** `node e2e/make-world.ts FOLDER DAYS`: an embedded database with the cast and that much history. */
const [folder = '', days = '60'] = process.argv.slice(2)
const database = await openDatabase({ folder })
await migrate(database)
await makeWorld(database, { days: Number(days), files: openFileStore({ DATA_DIR: folder }) })
// Who asks for an advance has had an income in the months that are over; these weeks are too few for one.
for (const key of ['orquestaPoniente', 'casaCal'] as const) {
  await pastIncome(database, key, 50_000)
  // An agreement of before it: what was sold without one is not ours to invoice.
  await database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', 'Mundo de prueba', '127.0.0.1', now() - interval '1000 days')`,
    [accounts[key].id],
  )
}
await database.close()
