import { type SQL, sql } from 'drizzle-orm'
import { keptTables } from '#platform/undo.ts'

// Counted on with every edit: they are no difference.
const moving = sql.raw("('version', 'updated_at')")

/** Columns of the row `k` was kept of that the change `k` had written and somebody else has since. */
const columns = sql.join(
  keptTables.map(
    (table) => sql`when ${sql.raw(`'${table}'`)} then (
      select array_agg(b.key) from ${sql.identifier(table)} t, jsonb_each(k.became) b
      where t.id = (k.was->>'id')::uuid and b.key not in ${moving}
        and k.was->b.key is distinct from b.value and to_jsonb(t)->b.key is distinct from b.value)`,
  ),
  sql` `,
)

/** Is the row `k` was kept of another one now, in a column that the change `k` had written? */
const differs = sql.join(
  keptTables.map(
    (table) => sql`when ${sql.raw(`'${table}'`)} then not exists (
      select from ${sql.identifier(table)} t where t.id = (k.was->>'id')::uuid and not exists (
        select from jsonb_each(k.became) b where b.key not in ${moving}
        and k.was->b.key is distinct from b.value and to_jsonb(t)->b.key is distinct from b.value))`,
  ),
  sql` `,
)

/** Of each row that it changed, only the last it left of it. */
const lastOfRow = sql`k.became is not null
  and not exists (select from kept_row l where l.request_id = k.request_id and l.in_table = k.in_table
    and l.was->>'id' = k.was->>'id' and l.id > k.id)`

/** Those columns of a whole change, each once, by the name that the database has for them. */
export const columnsSince = (requestId: SQL): SQL<string[]> => sql`array(
  select distinct c from kept_row k, unnest(case k.in_table ${columns} end) c
  where k.request_id = ${requestId} and ${lastOfRow} order by c)`

/** Condition that something of a change was changed or deleted since, so that it cannot be taken back any more. */
export const changedSince = (requestId: SQL): SQL => sql`exists (
  select from kept_row k where k.request_id = ${requestId} and ${lastOfRow}
  and case k.in_table ${differs} end)`
