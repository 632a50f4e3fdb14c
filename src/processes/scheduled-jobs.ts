import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { dropEndedSessions } from '#features/account/server/sessions.ts'
import { sendWeek } from '#features/analytics/server/send-week.ts'
import { acceptWaiting } from '#features/billing/server/accept-waiting.ts'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { closeMonths } from '#features/billing/server/close-months.ts'
import { followModes } from '#features/billing/server/follow-modes.ts'
import { agencyService, sendRecords } from '#features/billing/server/send-records.ts'
import { tellStatements } from '#features/billing/server/tell-statements.ts'
import { dropDeletedPosts } from '#features/communications/server/write-post.ts'
import { dropOldDeliveries, processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { fetchRates } from '#features/exchange-rates/server/fetch-rates.ts'
import { dropDeletedFeatured } from '#features/featured/server/delete-featured.ts'
import { dropUnusedFiles } from '#features/files/server/drop-unused.ts'
import { sendDigests } from '#features/inbox/server/send-digests.ts'
import { sendPosts } from '#features/inbox/server/send-posts.ts'
import { tellDay } from '#features/inbox/server/tell-day.ts'
import { tellSales } from '#features/inbox/server/tell-sales.ts'
import { copyPictures } from '#features/links/server/copy-pictures.ts'
import { checkDomains } from '#features/portals/server/check-domains.ts'
import { openResolver } from '#features/portals/server/domain.ts'
import { erasePastSignUps, tellReleases } from '#features/releases/server/fan-mail.ts'
import { erasePastAlerts } from '#features/restock/server/alerts.ts'
import { tellRestocks } from '#features/restock/server/restock-mail.ts'
import { giveUpFeed } from '#features/rollups/server/feed-facts.ts'
import { rollPortalMonths } from '#features/rollups/server/portal-months.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { rollTypes } from '#features/rollups/server/type-rollups.ts'
import { sendReports } from '#features/saved-views/server/send-reports.ts'
import { learnWords, relearnWords } from '#features/search/server/learn-words.ts'
import { runShops } from '#features/shops/server/run-shops.ts'
import { startReconciles } from '#features/shops/server/start-run.ts'
import { dropOldViews } from '#features/visits/server/ingest-views.ts'
import { writeWaitingBatches } from '#features/visits/server/visit-batches.ts'
import { dropOldMessages } from '#features/webhooks/server/hand-out.ts'
import { lookAtProducts } from '#features/webhooks/server/hear-goods.ts'
import { tellVisits } from '#features/webhooks/server/hear-team.ts'
import { inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database, Tx } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { openFileStore } from '#platform/files.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { sendWaitingMail, takeOutExpiredLinks } from '#platform/mail.ts'
import { readSecret } from '#platform/secret.ts'
import { shopsOf } from '#platform/shop-app.ts'
import { undoDays } from '#platform/undo.ts'
import './hearers.ts'

/** Everything that runs by the clock. */
export function scheduledJobs(database: Database, env: Env, log: Log, clickhouse?: ClickHouse): Job[] {
  const mails = async () => ({
    clickhouse,
    appOrigin: env.APP_ORIGIN,
    secret: await readSecret(database, env.SECRET),
  })
  return [
    {
      name: 'mail',
      cron: '* * * * *',
      run: () => sendWaitingMail(database, log, { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM }),
    },
    { name: 'rollups', cron: '* * * * *', run: async () => void (await rollWaitingBatches(database)) },
    {
      name: 'fact-feed',
      cron: '* * * * *',
      run: async () => {
        await writeWaitingBatches(database)
        if (await giveUpFeed(database)) log.error('too many facts wait for ClickHouse: it is fed no more')
      },
    },
    { name: 'account-types', cron: '* * * * *', run: async () => void (await rollTypes(database)) },
    { name: 'portal-months', cron: '23 * * * *', run: async () => void (await rollPortalMonths(database)) },
    {
      name: 'deliveries',
      cron: '* * * * *',
      run: async () => {
        await processDeliveries(database, await readSecret(database, env.SECRET))
        await dropOldDeliveries(database)
      },
    },
    {
      name: 'exchange-rates',
      cron: '35 * * * *',
      run: () => fetchRates(database, log, env.EXCHANGE_RATES_URL, new Date()),
    },
    { name: 'views', cron: '41 * * * *', run: () => dropOldViews(database, new Date()) },
    {
      name: 'domains',
      cron: '* * * * *',
      run: async () => {
        const secret = await readSecret(database, env.SECRET)
        await checkDomains(database, { secret, portalsOrigin: env.PORTALS_ORIGIN, resolver: openResolver() })
      },
    },
    {
      name: 'releases',
      cron: '* * * * *',
      run: async () => {
        const secret = await readSecret(database, env.SECRET)
        await tellReleases(database, { secret, portalsOrigin: env.PORTALS_ORIGIN })
      },
    },
    {
      name: 'restocks',
      cron: '* * * * *',
      run: async () => {
        const secret = await readSecret(database, env.SECRET)
        await tellRestocks(database, { secret, portalsOrigin: env.PORTALS_ORIGIN })
      },
    },
    { name: 'shops', cron: '* * * * *', run: () => runConnectedShops(database, env, log) },
    { name: 'shop-reconciles', cron: '47 * * * *', inTransaction: startReconciles },
    { name: 'accrual', cron: '* * * * *', run: async () => void (await accrueSales(database)) },
    {
      name: 'closing',
      cron: '11 * * * *',
      run: async () => {
        const progress = (done: number, of: number) => log.info({ done, of }, 'closing bills')
        const clock = { now: new Date(), appOrigin: env.APP_ORIGIN }
        await closeMonths(database, { ...clock, progress })
        await acceptWaiting(database, clock)
        await tellStatements(database, clock)
      },
    },
    {
      name: 'fiscal',
      cron: '* * * * *',
      run: async () => {
        const now = new Date()
        await followModes(database, { now, secret: await readSecret(database, env.SECRET) })
        await sendRecords(database, await serviceOf(env), now)
      },
    },
    { name: 'presaves', cron: '23 3 * * *', inTransaction: erasePastSignUps },
    { name: 'past-restocks', cron: '27 3 * * *', inTransaction: erasePastAlerts },
    {
      name: 'files',
      cron: '53 3 * * *',
      run: async () => void (await dropUnusedFiles(database, openFileStore(env))),
    },
    {
      name: 'link-pictures',
      cron: '* * * * *',
      run: async () => void (await copyPictures(database, { files: openFileStore(env), log })),
    },
    {
      name: 'reports',
      cron: '7 * * * *',
      run: async () => void (await sendReports(database, await mails(), new Date(), clickhouse)),
    },
    {
      name: 'weeks',
      cron: '13 * * * *',
      run: async () => void (await sendWeek(database, await mails(), new Date())),
    },
    { name: 'featured', cron: '29 3 * * *', inTransaction: dropDeletedFeatured },
    {
      name: 'posts',
      cron: '* * * * *',
      run: async () => void (await sendPosts(database, await mails(), new Date())),
    },
    { name: 'deleted-posts', cron: '31 3 * * *', inTransaction: dropDeletedPosts },
    { name: 'sales', cron: '*/5 * * * *', run: async () => void (await tellSales(database, await mails())) },
    {
      name: 'digests',
      cron: '30 8 * * *',
      run: async () => {
        await tellDay(database, await mails(), new Date())
        await sendDigests(database, await mails())
      },
    },
    {
      name: 'webhook-products',
      cron: '13 * * * *',
      run: async () => void (await lookAtProducts(database, 'all')),
    },
    { name: 'webhook-visits', cron: '19 3-23 * * *', run: () => tellVisits(database, new Date()) },
    { name: 'past-webhooks', cron: '41 3 * * *', run: () => dropOldMessages(database) },
    { name: 'words', cron: '* * * * *', inTransaction: learnWords },
    { name: 'all-words', cron: '37 3 * * *', inTransaction: relearnWords },
    { name: 'statistics', cron: '29 4 * * *', run: () => gatherStatistics(database) },
    { name: 'expiry', cron: '17 * * * *', inTransaction: dropExpired },
    { name: 'spent-links', cron: '*/5 * * * *', inTransaction: takeOutExpiredLinks },
  ]
}

async function runConnectedShops(database: Database, env: Env, log: Log): Promise<void> {
  await runShops({
    ...{ database, log, shops: shopsOf(env), files: openFileStore(env), appOrigin: env.APP_ORIGIN },
    secret: await readSecret(database, env.SECRET),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
}

/** The tax agency's service, where sending to it is switched on. */
async function serviceOf({ VERIFACTU_URL, VERIFACTU_CERTIFICATE, VERIFACTU_CERTIFICATE_PASSWORD }: Env) {
  if (!VERIFACTU_URL) return undefined
  if (!VERIFACTU_CERTIFICATE) return agencyService(VERIFACTU_URL)
  const file = await readFile(VERIFACTU_CERTIFICATE)
  return agencyService(VERIFACTU_URL, { file, password: VERIFACTU_CERTIFICATE_PASSWORD })
}

/** PGlite has nobody who does this by itself: without it the planner takes every table for empty. */
async function gatherStatistics(database: Database): Promise<void> {
  if ('pglite' in database.raw) await inBulk(database, (bulk) => bulk.analyzeKept())
}

/** Sessions, links, counters and remembered answers that nobody can use any more. */
async function dropExpired(tx: Tx): Promise<void> {
  await dropEndedSessions(tx)
  await tx.execute(sql`delete from token where expires_at < clock_timestamp() - interval '7 days'`)
  await tx.execute(sql`delete from rate_limit where expire < clock_timestamp()`)
  await tx.execute(
    sql`delete from kept_row where at < clock_timestamp() - make_interval(days => ${undoDays})`,
  )
  await tx.execute(
    sql`delete from idempotency_key where created_at < clock_timestamp() - interval '24 hours'`,
  )
}
