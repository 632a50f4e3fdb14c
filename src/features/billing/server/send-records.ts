import { sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { type Answer, readAnswer } from './fiscal-answer.ts'
import { entriesOf } from './fiscal-entries.ts'
import { keepService } from './fiscal-mode.ts'
import { findRecords } from './fiscal-record.ts'
import { fiscalAnswer } from './fiscal-table.ts'
import { type FiscalEntry, recordsAtOnce, verifactuEnvelope } from './verifactu-xml.ts'

/** Puts an envelope to the agency's service. Throws where nothing comes back. */
export type Post = (envelope: string) => Promise<{ status: number; body: string }>

/** Until when the agency wants to hear nothing. */
export const pauseKey = 'billing.verifactu.notBefore'
/** Later ones say that there was an incident (Orden HAC/1177/2024, art. 16.4; the agency's error 2004). */
const lateAfterMs = 240_000

/** While a sending is under way nobody else takes the same records. */
const leaseMinutes = 10
const firstPauseSeconds = 60
const longestPauseSeconds = 3_600
const keptOfAnswer = 200_000

/**
 * Sends the records that wait to the agency, oldest first, one issuer at a time; answers how many were answered.
 * Without `post` they go on waiting. What fails is tried again after a minute, then after twice as long each time up to an
 * hour (art. 16.4), and never before the agency wants to hear more (art. 16.2).
 */
export async function sendRecords(database: Database, post: Post | undefined, now: Date): Promise<number> {
  await asJob(database, (tx) => keepService(tx, post !== undefined))
  if (!post) return 0
  let answered = 0
  for (;;) {
    const entries = await asJob(database, (tx) => claim(tx, now))
    const [first, ...more] = entries
    if (!first) return answered
    const late = entries.some(({ record }) => now.getTime() - Date.parse(record.generatedAt) > lateAfterMs)
    const envelope = verifactuEnvelope([first, ...more], { late })
    const said = await post(envelope).catch((error: Error) => ({ status: null, body: String(error) }))
    const answer = said.status === 200 ? readAnswer(said.body) : undefined
    await asJob(database, (tx) => keep(tx, entries, said, answer, now))
    if (!answer) return answered
    answered += answer.lines.length
  }
}

/** The records of one issuer of whom nothing is under way or put off, marked as under way. */
async function claim(tx: Tx, now: Date): Promise<FiscalEntry[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fiscal sending', 0))`)
  const at = now.toISOString()
  const [due] = await rows<{ issuer: string }>(
    tx,
    sql`select issuer_tax_id as issuer from fiscal_sending where state = 'waiting'
      group by 1 having coalesce(max(case when attempts > 0 then due_at end), '-infinity') <= ${at}::timestamptz
      order by min(due_at), 1 limit 1`,
  )
  if (!due || (await putOff(tx, now))) return []
  const taken = sql`r.issuer_tax_id = ${due.issuer} and r.sequence in (select sequence from fiscal_sending
    where issuer_tax_id = ${due.issuer} and state = 'waiting' order by sequence limit ${recordsAtOnce})`
  const records = await findRecords(tx, taken)
  await tx.execute(
    sql`update fiscal_sending r set attempts = attempts + 1, due_at = ${at}::timestamptz + make_interval(mins => ${leaseMinutes})
      where ${taken}`,
  )
  return entriesOf(tx, records)
}

/** Has the agency asked for a pause that is not over? It is meant for all that one sends. */
async function putOff(tx: Tx, now: Date): Promise<boolean> {
  const [row] = await rows<{ value: string }>(tx, sql`select value from setting where key = ${pauseKey}`)
  return row !== undefined && new Date(row.value) > now
}

interface Said {
  status: number | null
  body: string
}

async function keep(tx: Tx, entries: FiscalEntry[], said: Said, answer: Answer | undefined, now: Date) {
  const issuerTaxId = entries[0]?.record.issuerTaxId ?? ''
  const at = now.toISOString()
  await tx.insert(fiscalAnswer).values({
    ...{ issuerTaxId, records: entries.length, status: said.status, csv: answer?.csv },
    body: said.body.slice(0, keptOfAnswer),
    at: now,
  })
  // Two records of one bill may go at once: they are answered in their order.
  const left = entries.map(({ record }) => record)
  for (const line of answer?.lines ?? []) {
    const place = left.findIndex((one) => one.number === line.number && one.kind === line.kind)
    const [record] = place < 0 ? [] : left.splice(place, 1)
    if (record)
      await tx.execute(
        sql`update fiscal_sending set state = ${line.state}, error_code = ${line.errorCode ?? null},
            error_text = ${line.errorText ?? null}, answered_at = ${at}::timestamptz
          where issuer_tax_id = ${issuerTaxId} and sequence = ${record.sequence}`,
      )
  }
  if (answer) {
    const until = new Date(now.getTime() + answer.waitSeconds * 1_000).toISOString()
    await tx.execute(
      sql`insert into setting (key, value) values (${pauseKey}, ${until})
        on conflict (key) do update set value = excluded.value`,
    )
  }
  // What got no answer waits, longer each time.
  await tx.execute(
    sql`update fiscal_sending set due_at = ${at}::timestamptz
        + make_interval(secs => least(${longestPauseSeconds}, ${firstPauseSeconds} * power(2, greatest(attempts, 1) - 1)))
      where issuer_tax_id = ${issuerTaxId} and state = 'waiting' and attempts > 0`,
  )
}

/** Posts to the agency's service, with the certificate of who sends where one is given (PKCS #12). */
export async function agencyService(
  url: string,
  certificate?: { file: Uint8Array; password: string | undefined },
): Promise<Post> {
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    ...{ bodyTimeout: 60_000, headersTimeout: 60_000 },
    ...(certificate
      ? {
          connect: {
            pfx: Buffer.from(certificate.file),
            ...(certificate.password ? { passphrase: certificate.password } : {}),
          },
        }
      : {}),
  })
  return async (envelope) => {
    const answer = await request(url, {
      ...{ method: 'POST', dispatcher: agent, body: envelope },
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    })
    return { status: answer.statusCode, body: await answer.body.text() }
  }
}
