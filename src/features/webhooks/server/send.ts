import { sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { retrySeconds, type SendingFault, type WebhookType } from '../choices.ts'
import { handOut } from './hand-out.ts'
import { lookAtProducts } from './hear-goods.ts'
import { isTold, stillMay } from './rights.ts'
import { secretsOf, signedHeaders } from './secrets.ts'
import { stopEndpoint } from './stop-endpoint.ts'

export interface SenderMeans {
  database: Database
  log: Log
  secret: Buffer
  appOrigin: string
  /** `address:port` pairs of this machine that endpoints may be at: the operator's setting, to try it out. */
  reach?: readonly string[] | undefined
}

/** Of one endpoint at the same moment, so that one that hangs holds nobody else up. */
const perEndpoint = 10
const atOnce = 100
const patienceMs = 15_000
const leaseSeconds = 60
/** Of an answer, this much is kept to be looked at. */
const answerBytes = 1_000
const failingDays = 3

interface Claimed {
  portalId: string
  id: string
  endpointId: string
  messageId: string
  type: string
  data: unknown
  at: Date | string
  tries: number
  url: string
  position: number
}

interface Outcome {
  fault: SendingFault | null
  status: number | null
  answer: string | null
  retryAfter: number
}

/** Takes what happened to whoever wants to hear of it. Any number of processes may do so at the same time. */
export class Sender {
  readonly #means: SenderMeans
  readonly #inFlight = new Map<string, number>()
  readonly #sending = new Set<Promise<void>>()

  constructor(means: SenderMeans) {
    this.#means = means
  }

  /** Hands out what happened and begins to send what is due; waits for no endpoint. Answers how many it began. */
  async tick(): Promise<number> {
    const { database } = this.#means
    if (!(await isAnythingWaiting(database))) return 0
    await lookAtProducts(database, 'moved')
    await handOut(database)
    const busy = [...this.#inFlight].filter(([, count]) => count >= perEndpoint).map(([id]) => id)
    const claimed = await claim(this.#means, busy)
    for (const one of claimed) {
      this.#inFlight.set(one.endpointId, (this.#inFlight.get(one.endpointId) ?? 0) + 1)
      const sending = this.#send(one).finally(() => {
        this.#sending.delete(sending)
        const left = (this.#inFlight.get(one.endpointId) ?? 1) - 1
        if (left > 0) this.#inFlight.set(one.endpointId, left)
        else this.#inFlight.delete(one.endpointId)
      })
      this.#sending.add(sending)
    }
    return claimed.length
  }

  /** Waits for those that are on their way. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** Waits for one of them, where there are any. */
  async oneSettled(): Promise<void> {
    if (this.#sending.size > 0) await Promise.race(this.#sending)
  }

  async #send(one: Claimed): Promise<void> {
    const { database, log } = this.#means
    try {
      const secrets = await asJob(database, (tx) => secretsOf(tx, this.#means.secret, one.endpointId))
      const began = performance.now()
      const outcome = await post(one, secrets, this.#means.reach)
      const tookMs = Math.round(performance.now() - began)
      await asJob(database, (tx) => settle(tx, one, { ...outcome, tookMs }, this.#means))
    } catch (error) {
      // Its lease ends by itself, and then it is sent again.
      log.warn({ error, sending: one.id }, 'webhook not settled')
    }
  }
}

/** Sends until nothing is due any more. */
export async function sendDue(means: SenderMeans): Promise<number> {
  const sender = new Sender(means)
  for (let sent = 0; ; ) {
    const begun = await sender.tick()
    await sender.settled()
    sent += begun
    if (begun === 0) return sent
  }
}

async function isAnythingWaiting(database: Database): Promise<boolean> {
  const [row] = await database.query<{ waits: boolean }>(
    `select exists (select from webhook_message where position is null) or exists (select from webhook_look)
      or exists (select from webhook_sending where state = 'waiting') as waits`,
  )
  return row?.waits === true
}

/** Takes what is due for a minute: of each thing the oldest message alone, of each endpoint a few. */
async function claim(means: SenderMeans, busy: readonly string[]): Promise<Claimed[]> {
  return asJob(means.database, async (tx) => {
    await stopUnheard(tx, means)
    const claimed = await rows<Claimed>(
      tx,
      sql`with due as (
          select s.portal_id, s.id, s.position, row_number() over (partition by s.endpoint_id order by s.position, s.id) as nth
          from webhook_sending s join webhook_endpoint e on e.portal_id = s.portal_id and e.id = s.endpoint_id
            join webhook_message m on m.id = s.message_id and ${isTold}
          where s.state = 'waiting' and e.state = 'active' and e.removed_at is null
            and s.next_at <= clock_timestamp() and coalesce(s.leased_until <= clock_timestamp(), true)
            and s.endpoint_id not in (select (jsonb_array_elements_text(${JSON.stringify(busy)}::jsonb))::uuid)
            and not exists (select from webhook_sending b where b.endpoint_id = s.endpoint_id and b.thing = s.thing
              and b.state = 'waiting' and b.position < s.position)
        ), taken as (
          select portal_id, id from due where nth <= ${perEndpoint} order by position limit ${atOnce}
        )
        update webhook_sending s set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from taken t, webhook_endpoint e, webhook_message m
        where s.portal_id = t.portal_id and s.id = t.id and s.state = 'waiting'
          and coalesce(s.leased_until <= clock_timestamp(), true)
          and e.portal_id = s.portal_id and e.id = s.endpoint_id and m.id = s.message_id
        returning s.portal_id as "portalId", s.id, s.endpoint_id as "endpointId", s.message_id as "messageId", m.type,
          m.data, m.at, s.tries, e.url, s.position::float8 as position`,
    )
    // An update answers its rows in whatever order it finds them.
    return claimed.sort((a, b) => a.position - b.position)
  })
}

interface Heard {
  portalId: string
  id: string
  personId: string | null
  types: WebhookType[]
  wholeAccount: boolean
}

/** Whoever made an endpoint is asked for before each sending: what they lose, it loses with the next message. */
async function stopUnheard(tx: Tx, means: SenderMeans): Promise<void> {
  const heard = await rows<Heard>(
    tx,
    sql`select e.portal_id as "portalId", e.id, e.person_id as "personId", e.types, e.whole_account as "wholeAccount"
      from webhook_endpoint e where e.state = 'active' and e.removed_at is null
        and exists (select from webhook_sending s where s.endpoint_id = e.id and s.state = 'waiting')`,
  )
  for (const one of heard) if (!(await stillMay(tx, one))) await stopEndpoint(tx, one, 'rights', means)
}

async function post(
  one: Claimed,
  secrets: readonly string[],
  reach: readonly string[] = [],
): Promise<Outcome> {
  const body = JSON.stringify({ type: one.type, timestamp: new Date(one.at).toISOString(), data: one.data })
  const signed = { id: one.messageId, timestamp: Math.floor(Date.now() / 1_000), body }
  const nothing = { status: null, answer: null, retryAfter: 0 }
  try {
    const answer = await safeFetch(one.url, {
      send: { body, headers: signedHeaders(signed, secrets) },
      ...{ timeoutMs: patienceMs, maxBytes: answerBytes, whenLonger: 'cut', letThrough: reach },
      userAgent: 'Backline-Webhooks/1.0',
    })
    const { status } = answer
    const text = answer.body.toString('utf8').replaceAll('\0', '').slice(0, answerBytes)
    const told = { status, answer: text, retryAfter: Number(answer.retryAfter) || 0 }
    if (status >= 200 && status < 300) return { ...told, fault: null }
    return { ...told, fault: status === 410 ? 'gone' : 'status' }
  } catch (error) {
    const reason = error instanceof SafeFetchError ? error.reason : 'unreachable'
    return { ...nothing, fault: reason === 'contentType' || reason === 'status' ? 'unreachable' : reason }
  }
}

/** Writes down what was answered, and when it is tried next. Redirects are no answer: they are not followed. */
async function settle(
  tx: Tx,
  one: Claimed,
  { fault, status, answer, retryAfter, tookMs }: Outcome & { tookMs: number },
  means: SenderMeans,
): Promise<void> {
  const wait = retrySeconds[one.tries]
  const state = fault === null ? 'sent' : wait === undefined && fault !== 'gone' ? 'failed' : 'waiting'
  // Up to a tenth more, so that not everything that failed together comes back together.
  const seconds = Math.max((wait ?? 0) * (1 + Math.random() / 10), Math.min(retryAfter, 86_400))
  const [kept] = await rows<{ id: string }>(
    tx,
    sql`update webhook_sending set state = ${state}, tries = tries + 1, fault = ${fault}, status = ${status},
        answer = ${answer}, took_ms = ${tookMs}, tried_at = clock_timestamp(), leased_until = null,
        next_at = clock_timestamp() + make_interval(secs => ${seconds})
      where portal_id = ${one.portalId} and id = ${one.id} and state = 'waiting' returning id`,
  )
  if (!kept) return
  if (fault === null) {
    await tx.execute(sql`update webhook_endpoint set failing_since = null
      where portal_id = ${one.portalId} and id = ${one.endpointId} and failing_since is not null`)
    return
  }
  const endpoint = { portalId: one.portalId, id: one.endpointId }
  if (fault === 'gone') return stopEndpoint(tx, endpoint, 'gone', means)
  const [failing] = await rows<{ long: boolean }>(
    tx,
    sql`update webhook_endpoint set failing_since = coalesce(failing_since, clock_timestamp())
      where portal_id = ${one.portalId} and id = ${one.endpointId}
      returning failing_since < clock_timestamp() - make_interval(days => ${failingDays}) as long`,
  )
  if (failing?.long) await stopEndpoint(tx, endpoint, 'failing', means)
}
