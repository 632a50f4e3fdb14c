import { sql } from 'drizzle-orm'
import { asService, type Database } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import type { Job } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { sendWaitingMail } from './platform/mail.ts'

/** Everything that runs by the clock. */
export function scheduledJobs(database: Database, env: Env, log: Log): Job[] {
  return [
    {
      name: 'mail',
      cron: '* * * * *',
      run: () => sendWaitingMail(database, log, env.SMTP_URL, env.MAIL_FROM),
    },
    { name: 'expiry', cron: '17 * * * *', run: () => dropExpired(database) },
  ]
}

/** Sessions, links, counters and remembered answers that nobody can use any more. */
async function dropExpired(database: Database): Promise<void> {
  await database.transaction(asService, async (tx) => {
    await tx.execute(sql`delete from session where expires_at < clock_timestamp()`)
    await tx.execute(sql`delete from token where expires_at < clock_timestamp() - interval '7 days'`)
    await tx.execute(sql`delete from rate_limit where expire < clock_timestamp()`)
    await tx.execute(
      sql`delete from idempotency_key where created_at < clock_timestamp() - interval '24 hours'`,
    )
  })
}
